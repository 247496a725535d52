/** Cutting payload keeps the contracts of its roles, and its runs meet the closed forms of README.md. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run, runSync } from "xoff";
import { readScenarioFile } from "xoff/node";
import { contractChecks } from "xoff/policy";
import * as cut from "./cut.ts";
import * as cuttingPayload from "./cutting-payload.ts";

for (const { name, run } of await contractChecks("transport", cuttingPayload)) test(`transport ${name}`, run);
for (const { name, run } of await contractChecks("buffer", cut)) test(`buffer ${name}`, run);

const read = async (...set: string[]) =>
  (await readScenarioFile(fileURLToPath(new URL("scenario.yaml", import.meta.url)), { set })).scenario;

/** Times on a link of 10 Gbps, ns: a full packet, and a header alone. */
const PACKET = (1082 * 8) / 10;
const HEADER = (82 * 8) / 10;

test("each cut packet is retransmitted once, and the incast keeps its link busy", async () => {
  const { summary, tables } = runSync(await read());
  const { dropped_trimmed: trimmed = 0, dropped_no_buffer: dropped, repeated_packets: repeated } = summary.counters;
  expect(trimmed).toBeGreaterThan(1000);
  expect([repeated, dropped]).toEqual([trimmed, 0]);
  const last = Math.max(...tables.flows.columns.fct_ns);
  const busy = 64 * 64 * PACKET + trimmed * HEADER;
  expect(last / busy).toBeGreaterThan(1);
  expect(last / busy).toBeLessThan(1.02);
  expect(Math.max(...tables.ports.columns.queue_peak_bytes)).toBeLessThan(32_000 + 64 * 2 * 62);
});

test("two long flows fill a link, and share it equally if delays have jitter", async () => {
  const flows = "traffic=[{ kind: long-lived, from: h1, to: h0 }, { kind: long-lived, from: h2, to: h0 }]";
  const jitter = "links=[{ between: h*-sw0, jitter: 2us }]";
  const [one, other] = runSync(await read("until=30ms", flows, jitter)).tables.flows.columns.received_bytes;
  expect(((one + other) / 1000) * (PACKET / 30e6)).toBeGreaterThan(0.99);
  expect(Math.abs(one / other - 1)).toBeLessThan(0.25);
});

test("the digest is the same with three threads", async () => {
  const leaves = "topology={ kind: leaf-spine, leaves: 3, spines: 1, hostsPerLeaf: 6, rate: 10Gbps }";
  const scenario = await read(leaves, "traffic.0.fanIn=16");
  const { summary, threads } = await run(scenario, { threads: 3 });
  expect(threads.count).toBe(3);
  expect(summary.digest).toBe(runSync(scenario).summary.digest);
});
