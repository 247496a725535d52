/** PIAS keeps the contract, and a short flow behind a long one takes its ideal time. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run, runSync } from "xoff";
import { readScenarioFile } from "xoff/node";
import { contractChecks } from "xoff/policy";
import * as pias from "./pias.ts";

const file = fileURLToPath(new URL("scenario.yaml", import.meta.url));
const scenario = async (...set: string[]) => (await readScenarioFile(file, { set })).scenario;

for (const { name, run } of await contractChecks("congestion", pias)) test(name, run);

test("a short flow takes its ideal time and at most one packet of the long flow", async () => {
  const { fct_ns, ideal_fct_ns } = runSync(await scenario()).tables.flows.columns;
  // Flows 2 and 3 differ by 50 full packets.
  const packet = (ideal_fct_ns[3] - ideal_fct_ns[2]) / 50;
  for (const flow of [1, 2, 3]) {
    expect(fct_ns[flow] - ideal_fct_ns[flow]).toBeGreaterThanOrEqual(0);
    expect(fct_ns[flow] - ideal_fct_ns[flow]).toBeLessThanOrEqual(packet);
  }
});

test("the long flow loses exactly the time of the 170 packets of the short flows", async () => {
  const { fct_ns, ideal_fct_ns } = runSync(await scenario()).tables.flows.columns;
  const packet = (ideal_fct_ns[3] - ideal_fct_ns[2]) / 50;
  expect(fct_ns[0] - ideal_fct_ns[0]).toBeCloseTo(170 * packet, 3);
});

test("in one class DCTCP makes the same flows wait for 10 packets or more", async () => {
  const { fct_ns, ideal_fct_ns } = runSync(await scenario("congestion=dctcp")).tables.flows.columns;
  const packet = (ideal_fct_ns[3] - ideal_fct_ns[2]) / 50;
  for (const flow of [1, 2, 3]) expect(fct_ns[flow] - ideal_fct_ns[flow]).toBeGreaterThan(10 * packet);
});

test("two threads compute the same run", async () => {
  const topology = "topology={kind: dumbbell, pairs: 4}";
  const traffic = "traffic=[{kind: incast, from: h0..h3, to: r0, fanIn: 4, size: 300KB, every: 100us, count: 1}]";
  const one = runSync(await scenario(topology, traffic));
  const two = await run(await scenario(topology, traffic), { threads: 2 });
  expect(two.threads.count).toBe(2);
  expect(two.summary.digest).toBe(one.summary.digest);
});
