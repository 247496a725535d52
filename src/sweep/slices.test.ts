import { expect, test } from "vitest";
import { load } from "../../test/parity/cases.ts";
import { runNs3, setUpNs3 } from "../lab.ts";
import { runInSlices } from "./slices.ts";

test.each(["R6_pfc_dcqcn", "R8_leafspine_dcqcn"])(
  "%s in slices ends as it does at once, with the same digest",
  async (name) => {
    const whole = runNs3(load(name));
    const { network, build } = setUpNs3(load(name));
    let slices = 0;
    const ending = await runInSlices(
      { network, run: (until) => network.run(until) },
      build.until,
      () => slices++,
      () => false,
      1_000,
    );
    expect(slices).toBeGreaterThan(3);
    expect(ending).toBe(whole.ending);
    expect(network.fabric.digest.toString()).toBe(whole.network.fabric.digest.toString());
    expect(network.queue.now).toBe(whole.network.queue.now);
  },
);

test("cut short, it ends between two slices", async () => {
  const { network, build } = setUpNs3(load("R1"));
  let slices = 0;
  const ending = await runInSlices(
    { network, run: (until) => network.run(until) },
    build.until,
    () => slices++,
    () => slices === 2,
    1_000,
  );
  expect(ending).toBeUndefined();
  expect(slices).toBe(2);
});
