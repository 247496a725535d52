/** Cells at the ToR keep the contract of routing policies: hosts see packets in order, over paths of unequal rate. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run, runSync } from "xoff";
import { readScenarioFile } from "xoff/node";
import { contractChecks } from "xoff/policy";
import * as torReorder from "./tor-reorder.ts";

const file = fileURLToPath(new URL("scenario.yaml", import.meta.url));
const scenario = async (...set: string[]) => (await readScenarioFile(file, { set })).scenario;
const sum = (numbers: ArrayLike<number>): number => Array.from(numbers).reduce((all, one) => all + one, 0);

/** Time of a full packet at 100 Gbit/s, ns. */
const PACKET = 86.56;

for (const { name, run } of await contractChecks("routing", torReorder)) test(name, run);

test("in order, in the ideal time of the fast path plus the backlog of a slow cell", async () => {
  // Four links of 1 us; the last packet is sent on three more of them after the others.
  const ideal = (10_000 + 3) * PACKET + 4000;
  const { fct_ns, out_of_order_packets, repeated_packets } = runSync(await scenario()).tables.flows.columns;
  expect(out_of_order_packets[0]).toBe(0);
  expect(repeated_packets[0]).toBe(0);
  // While 64 packets arrive, 32 leave at half of the rate. The other 32 take two packet times each.
  expect(fct_ns[0]).toBeCloseTo(ideal + 32 * 2 * PACKET, 3);
});

test("without holding, packets overtake each other, and go-back-N retransmits", async () => {
  const { out_of_order_packets, repeated_packets } = runSync(await scenario("routing.holds=false")).tables.flows
    .columns;
  expect(out_of_order_packets[0]).toBeGreaterThan(1000);
  expect(repeated_packets[0]).toBeGreaterThan(1000);
});

/** Incasts and long flows on four spines: queues differ, and a flow changes its path after each packet if it may. */
const busy = [
  "topology={kind: leaf-spine, leaves: 4, spines: 4, hostsPerLeaf: 4}",
  "traffic=[{kind: incast, fanIn: 8, size: 100KB, every: 20us, count: 5}, {kind: poisson, cdf: websearch-hpcc, load: 0.3, stop: 100us}]",
  "routing.cell=1",
  "count.to=100us",
];

test("in a busy fabric all flows are in order too", async () => {
  const { summary, tables } = runSync(await scenario(...busy));
  expect(summary.ending).toBe("all flows are done");
  expect(tables.flows.rows).toBeGreaterThan(40);
  expect(sum(tables.flows.columns.out_of_order_packets)).toBe(0);
});

test("two threads compute the same run", async () => {
  const one = runSync(await scenario(...busy));
  const two = await run(await scenario(...busy), { threads: 2 });
  expect(two.threads.count).toBe(2);
  expect(two.summary.digest).toBe(one.summary.digest);
});
