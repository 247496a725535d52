/** PINT keeps the contracts of its roles, and its readings are those of the links, to half a step of the scale. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run, runSync } from "xoff";
import { readScenarioFile } from "xoff/node";
import { contractChecks } from "xoff/policy";
import * as pint from "./pint.ts";
import * as pintSwitch from "./pint-switch.ts";

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const scenario = async (...set: string[]) => (await readScenarioFile(path("scenario.yaml"), { set })).scenario;

/** Codes differ by a factor of 1.05, so a value and its code differ by the root of it. */
const HALF_STEP = Math.sqrt(1.05);

for (const { name, run } of await contractChecks("congestion", pint)) test(`sender: ${name}`, run);
for (const { name, run } of await contractChecks("detection", pintSwitch)) test(`switch: ${name}`, run);

/** The last reading of a flow of constant rate: `reading.ts` shows it as the window, which the probe of Bolt records. */
async function reading(gbps: number): Promise<number> {
  const settings = [
    `congestion={name: ${path("reading.ts")}, rate: ${gbps}Gbps}`,
    "traffic=[{kind: long-lived, from: h0, to: r0}]",
    `measure.probes=[${path("../bolt/window.ts")}]`,
    "until=200us",
  ];
  const { window } = runSync(await scenario(...settings)).probes!;
  return Number(window.columns.window_bytes[window.rows - 1]) / 1e6;
}

for (const gbps of [5, 20, 35, 60, 90])
  test(`a link at ${gbps}% is read to half a step`, async () => {
    const ratio = (await reading(gbps)) / (gbps / 100);
    expect(ratio).toBeGreaterThan(1 / HALF_STEP);
    expect(ratio).toBeLessThan(HALF_STEP);
  });

test("the control law holds the link at its target, to half a step", async () => {
  const { time_ns, sent_bps } = runSync(await scenario()).tables.rates!.columns;
  const late = [...sent_bps].filter((_, row) => time_ns[row] > 1_000_000);
  const used = late.reduce((sum, rate) => sum + rate, 0) / late.length / 100e9;
  // Frames without preamble and gap, 1,062 of 1,082 B.
  expect((used * 1082) / 1062 / 0.95).toBeGreaterThan(1 / HALF_STEP);
  expect((used * 1082) / 1062 / 0.95).toBeLessThan(HALF_STEP);
});

test("two threads compute the same run", async () => {
  const one = runSync(await scenario("until=50us"));
  const two = await run(await scenario("until=50us"), { threads: 2 });
  expect(two.threads.count).toBe(2);
  expect(two.summary.digest).toBe(one.summary.digest);
});
