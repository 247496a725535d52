import { expect, test } from "vitest";
import { load } from "../../../test/parity/cases.ts";
import { readScenario, runNs3, setUp, setUpNs3 } from "../lab/lab.ts";
import { runInSlices } from "./slices.ts";

test.each(["R6_pfc_dcqcn", "R8_leafspine_dcqcn"])(
  "%s in slices ends as it does at once, with the same digest",
  async (name) => {
    const whole = runNs3(load(name));
    const { network, build } = setUpNs3(load(name));
    let slices = 0;
    const ending = await runInSlices(
      { network, run: (until) => network.step(until) },
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
    { network, run: (until) => network.step(until) },
    build.until,
    () => slices++,
    () => slices === 2,
    1_000,
  );
  expect(ending).toBeUndefined();
  expect(slices).toBe(2);
});

test("packets are counted again for the results, not after each slice: on a long link that would take longer than the slice", async () => {
  const scenario = readScenario(
    JSON.stringify({
      until: "900us", // the run itself counts for the first time after 1 ms
      topology: { kind: "star", hosts: 3 },
      traffic: [{ kind: "long-lived", from: "h1..h2", to: "h0" }],
    }),
    "slices.json",
  );
  const experiment = setUp(scenario);
  const { network } = experiment;
  let [slices, counts] = [0, 0];
  const recount = network.recount.bind(network);
  network.recount = () => {
    counts++;
    recount();
  };
  const ending = await runInSlices(
    experiment,
    scenario.until,
    () => slices++,
    () => false,
    1_000,
  );
  expect(slices).toBeGreaterThan(3);
  expect(counts).toBe(0);
  experiment.results(ending ?? "interrupted");
  expect(counts).toBe(1);
});
