/** SRPT by a header field keeps the contracts, and flows finish shortest first, at the times of the closed form. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run, runSync } from "xoff";
import { readScenarioFile } from "xoff/node";
import { contractChecks } from "xoff/policy";
import * as remaining from "./remaining.ts";
import * as srpt from "./srpt.ts";

const file = fileURLToPath(new URL("scenario.yaml", import.meta.url));
const scenario = async (...set: string[]) => (await readScenarioFile(file, { set })).scenario;

/** Time of a full packet at 100 Gbit/s, ns. */
const PACKET = 86.56;

for (const { name, run } of await contractChecks("transport", remaining)) test(`transport: ${name}`, run);
for (const { name, run } of await contractChecks("scheduling", srpt)) test(`scheduling: ${name}`, run);

test("without probes of waiting flows, a flow takes its ideal time, that of all shorter flows, and at most one packet", async () => {
  const { columns } = runSync(await scenario("transport.rtts=1000")).tables.flows;
  let shorter = 0;
  for (const flow of [7, 6, 5, 4, 3, 2, 1, 0]) {
    const excess = (columns.fct_ns[flow] - columns.ideal_fct_ns[flow]) / PACKET - shorter;
    expect(excess).toBeGreaterThan(-1e-6);
    expect(excess).toBeLessThan(1 + 1e-6);
    shorter += columns.size_bytes[flow] / 1000;
  }
});

test("the mean over eight flows is the closed form, in the order of the remaining bytes and in turns", async () => {
  const meanOf = async (...set: string[]): Promise<number> => {
    const { fct_ns } = runSync(await scenario(...set)).tables.flows.columns;
    return fct_ns.reduce((sum, time) => sum + time, 0) / fct_ns.length;
  };
  // Two links of 1 us and the last packet's transmission on the second one.
  const path = 2000 + PACKET;
  // Flow k, of 200 k packets, ends after those of the flows 1 to k: 200 (1 + 2 + ... + k).
  expect(Math.abs((await meanOf()) - (PACKET * 200 * 120) / 8 - path)).toBeLessThan(5 * PACKET);
  // With equal rates flow k ends when each longer flow has sent as much: 200 (1 + ... + k + k (8 - k)).
  expect(Math.abs((await meanOf("scheduling=strict")) - (PACKET * 200 * 204) / 8 - path)).toBeLessThan(5 * PACKET);
});

test("if the switch drops packets, each flow still arrives", async () => {
  const { summary } = runSync(await scenario("switch.memory=100KB"));
  expect(summary.counters.dropped_no_buffer).toBeGreaterThan(0);
  expect(summary.ending).toBe("all flows are done");
});

test("two threads compute the same run", async () => {
  const set = ["topology={kind: dumbbell, pairs: 8}", "traffic=[{kind: incast, from: h0..h7, to: r0, size: 200KB}]"];
  const one = runSync(await scenario(...set));
  const two = await run(await scenario(...set), { threads: 2 });
  expect(two.threads.count).toBe(2);
  expect(two.summary.digest).toBe(one.summary.digest);
});
