/** BFC keeps the contract of its role, and its runs meet the closed forms of README.md. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run, runSync, type Results } from "xoff";
import { readScenarioFile } from "xoff/node";
import { contractChecks } from "xoff/policy";
import * as bfc from "./bfc.ts";

for (const { name, run } of await contractChecks("scheduling", bfc)) test(name, run);

const read = async (...set: string[]) =>
  (await readScenarioFile(fileURLToPath(new URL("scenario.yaml", import.meta.url)), { set })).scenario;

/** The time of a full packet on a link of 100 Gbps, ns, and the bytes of its frame. */
const SLOT = (1082 * 8) / 100;
const FRAME = 1062;
/** Bytes that a link of 100 Gbps and 1 us carries in a hop RTT. */
const HOP_BDP = ((2 * 1000 + 2 * SLOT) * 100) / 8;

const peakOf = ({ tables }: Results, port: string): number => {
  const { node, peer, queue_peak_bytes } = tables.ports.columns;
  return queue_peak_bytes[node.findIndex((name, k) => `${name}-${peer[k]}` === port)];
};

test("an incast of seven takes its share, nothing is lost, and a victim on the same links is unharmed", async () => {
  const { tables, summary } = runSync(await read());
  const { fct_ns, ideal_fct_ns } = tables.flows.columns;
  const [incast, victim] = [fct_ns.slice(0, 7), fct_ns[7]];
  // The receiver's link is busy from the first packet to the last.
  for (const fct of incast) expect(fct / (7 * 1000 * SLOT)).toBeLessThan(1.02);
  expect(Math.max(...incast) - Math.min(...incast)).toBeLessThan(7 * SLOT + 1);
  expect(victim / ideal_fct_ns[7]).toBeLessThan(1.05);
  expect([summary.counters.pauses, summary.counters.dropped_no_headroom]).toEqual([0, 0]);
});

test("with PFC alone the victim takes twice its time", async () => {
  const { tables } = runSync(await read("scheduling=strict"));
  expect(tables.flows.columns.fct_ns[7] / tables.flows.columns.ideal_fct_ns[7]).toBeGreaterThan(1.9);
});

test.each([4, 8, 16])("%i senders: the queue holds T of all and a hop BDP of each", async (senders) => {
  const star = [
    `topology={ kind: star, hosts: ${senders + 1}, rate: 100Gbps, delay: 1us }`,
    `traffic=[{ kind: incast, from: h1..h${senders}, to: h0, size: 500KB }]`,
    "until=2ms",
  ];
  const results = runSync(await read(...star));
  // A queue is paused above T = HOP_BDP / senders. A hop RTT of its sender still arrives, and a packet each at both ends.
  expect(peakOf(results, "sw0-h0")).toBeLessThan(senders * (HOP_BDP / senders + HOP_BDP + 2 * FRAME));
  expect(peakOf(results, "sw0-h0")).toBeGreaterThan(senders * (HOP_BDP / senders));
  const last = Math.max(...results.tables.flows.columns.fct_ns);
  expect(last / (senders * 500 * SLOT)).toBeGreaterThan(1);
  expect(last - senders * 500 * SLOT).toBeLessThan(2000 + 3 * SLOT);
});

test("with one queue per class and port less than flows, flows share queues, and still nothing is lost", async () => {
  const { summary } = runSync(await read("policies.scheduling.queues=2"));
  expect([summary.ending, summary.counters.dropped_no_headroom]).toEqual(["all flows are done", 0]);
});

test("the digest is the same with two threads", async () => {
  const scenario = await read();
  const { summary, threads } = await run(scenario, { threads: 2 });
  expect(threads.count).toBe(2);
  expect(summary.digest).toBe(runSync(scenario).summary.digest);
});
