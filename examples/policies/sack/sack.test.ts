/** SACK keeps the contract of transports, and its runs meet the closed forms of README.md. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run, runSync } from "xoff";
import { readScenarioFile } from "xoff/node";
import { contractChecks } from "xoff/policy";
import * as sack from "./sack.ts";

for (const { name, run } of await contractChecks("transport", sack)) test(name, run);

const read = async (...set: string[]) =>
  (await readScenarioFile(fileURLToPath(new URL("scenario.yaml", import.meta.url)), { set })).scenario;

// Times in ns at 100 Gbps: a full packet of 1,062 B with preamble and gap, and an ACK of 66 B. Three links of 1 us.
const PACKET = (1082 * 8) / 100;
const ACK = (86 * 8) / 100;
const RTT = 3 * (PACKET + ACK) + 6000;

test("each lost packet is retransmitted once, and a loss costs a packet's time", async () => {
  const { summary, tables } = runSync(await read("traffic.0.list.0.size=20MB"));
  const { dropped_damaged: lost, repeated_packets: repeated } = summary.counters;
  expect(lost).toBeGreaterThan(150);
  expect(repeated).toBe(lost);
  const { fct_ns, ideal_fct_ns } = tables.flows.columns;
  expect((fct_ns[0] - ideal_fct_ns[0]) / (lost * PACKET)).toBeCloseTo(1, 1);
});

/** The time that the loss of packet `k` of 1,000 adds. The link damages what arrives at sw1 within a packet's time. */
async function cost(k: number): Promise<number> {
  const at = Math.round(1000 * (2000 + (k + 1.5) * PACKET));
  const fault = `{ kind: bit-errors, target: sw0-sw1, rate: 0, frames: 1, way: there, at: ${at}ps, for: ${PACKET * 1000}ps }`;
  const { summary, tables } = runSync(await read("traffic.0.list.0.size=1MB", `faults=[${fault}]`));
  expect([summary.counters.dropped_damaged, summary.counters.repeated_packets]).toEqual([1, 1]);
  return tables.flows.columns.fct_ns[0] - tables.flows.columns.ideal_fct_ns[0];
}

test.each([
  ["in the middle: a packet's time", 500, PACKET],
  ["with three packets behind it: a round trip", 996, RTT],
  ["with two packets behind it: a round trip, and two until the probe", 997, 3 * RTT],
  ["at the end: the same, without the last packet's time", 999, 3 * RTT - PACKET],
])("a loss %s", async (_, k, expected) => {
  expect(await cost(k)).toBeCloseTo(expected, 2);
});

test("the digest is the same with two threads", async () => {
  const scenario = await read("traffic.0.list.0.size=100KB");
  const { summary, threads } = await run(scenario, { threads: 2 });
  expect(threads.count).toBe(2);
  expect(summary.digest).toBe(runSync(scenario).summary.digest);
});
