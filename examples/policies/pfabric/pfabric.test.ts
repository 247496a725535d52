/** pFabric in seven classes keeps the contract, and flows finish shortest first. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run, runSync } from "xoff";
import { readScenarioFile } from "xoff/node";
import { contractChecks } from "xoff/policy";
import * as pfabric from "./pfabric.ts";

const file = fileURLToPath(new URL("scenario.yaml", import.meta.url));
const scenario = async (...set: string[]) => (await readScenarioFile(file, { set })).scenario;

/** Time of a full packet at 100 Gbit/s, ns. */
const PACKET = 86.56;

for (const { name, run } of await contractChecks("congestion", pfabric)) test(name, run);

test("a flow takes its ideal time, that of all shorter flows, and at most one packet", async () => {
  const { columns } = runSync(await scenario()).tables.flows;
  let shorter = 0;
  for (const flow of [4, 3, 2, 1, 0]) {
    const excess = (columns.fct_ns[flow] - columns.ideal_fct_ns[flow]) / PACKET - shorter;
    expect(excess).toBeGreaterThan(-1e-6);
    expect(excess).toBeLessThan(1 + 1e-6);
    shorter += columns.size_bytes[flow] / 1000;
  }
});

test("in one class each flow but the longest takes 1.3 times as long or more", async () => {
  const first = runSync(await scenario()).tables.flows.columns.fct_ns;
  const equal = runSync(await scenario("congestion=none")).tables.flows.columns.fct_ns;
  for (const flow of [1, 2, 3, 4]) expect(equal[flow] / first[flow]).toBeGreaterThan(1.3);
});

test("two threads compute the same run", async () => {
  const set = [
    "topology={kind: dumbbell, pairs: 4}",
    "traffic=[{kind: incast, from: h0..h3, to: r0, fanIn: 4, size: 200KB, every: 1ms, count: 1}]",
  ];
  const one = runSync(await scenario(...set));
  const two = await run(await scenario(...set), { threads: 2 });
  expect(two.threads.count).toBe(2);
  expect(two.summary.digest).toBe(one.summary.digest);
});
