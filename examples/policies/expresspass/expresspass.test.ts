/** ExpressPass keeps the contracts of its roles, and its runs meet the closed forms of README.md. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run, runSync, type Results } from "xoff";
import { readScenarioFile } from "xoff/node";
import { contractChecks } from "xoff/policy";
import * as creditClass from "./credit-class.ts";
import * as expresspass from "./expresspass.ts";

for (const { name, run } of await contractChecks("transport", expresspass)) test(`transport ${name}`, run);
for (const { name, run } of await contractChecks("buffer", creditClass)) test(`buffer ${name}`, run);

const read = async (...set: string[]) =>
  (await readScenarioFile(fileURLToPath(new URL("scenario.yaml", import.meta.url)), { set })).scenario;

/** A credit and a full packet on a link of 10 Gbps, ns. */
const SLOT = ((86 + 1538) * 8) / 10;
const PAYLOAD = 1456;

const longestQueue = ({ tables }: Results): number => Math.max(...tables.ports.columns.queue_peak_bytes);

test("incast: data uses 94.7% of the link, and 64 KiB of memory lose nothing", async () => {
  const results = runSync(await read());
  const { counters, ending } = results.summary;
  expect(ending).toBe("all flows are done");
  expect([counters.dropped_no_buffer, counters.repeated_packets]).toEqual([0, 0]);
  const last = Math.max(...results.tables.flows.columns.fct_ns);
  const packets = 16 * Math.ceil(1e6 / PAYLOAD);
  expect(last / (packets * SLOT)).toBeGreaterThan(1);
  expect(last / (packets * SLOT)).toBeLessThan(1.01);
  expect((packets * 1538 * 8) / 10 / last).toBeCloseTo(1538 / (86 + 1538), 2);
  expect(longestQueue(results)).toBeLessThanOrEqual(8 * 1538);
});

test("on the fabric of cross/transports: 4,500 slots of 93.44 ns, and at most 40% more; no data packet is lost", async () => {
  const { scenario } = await readScenarioFile(fileURLToPath(new URL("fabric.yaml", import.meta.url)));
  const { summary, tables } = runSync(scenario);
  expect([summary.counters.data_packets, summary.counters.repeated_packets]).toEqual([4500, 0]);
  const last = Math.max(...tables.flows.columns.fct_ns);
  expect(last / (4500 * 93.44)).toBeGreaterThan(1);
  expect(last / (4500 * 93.44)).toBeLessThan(1.4);
});

test("two receivers share their sender's link: only credits are lost, and the rates are equal", async () => {
  const flows = "traffic=[{ kind: long-lived, from: h0, to: h1 }, { kind: long-lived, from: h0, to: h2 }]";
  const results = runSync(await read("until=10ms", flows, "measure.probes=[drops]"));
  const [one, other] = results.tables.flows.columns.received_bytes;
  const dropped = results.probes?.drops.columns.kind as string[];
  expect(new Set(dropped)).toEqual(new Set(["reply"]));
  expect(results.summary.counters.messages_dropped).toBe(dropped.length);
  expect(((one + other) * SLOT) / PAYLOAD / 10e6).toBeGreaterThan(0.92);
  expect(Math.abs(one / other - 1)).toBeLessThan(0.1);
});

test("two flows have the same rate 2.4 ms after the second one began, 24 round trips", async () => {
  const { scenario } = await readScenarioFile(fileURLToPath(new URL("convergence.yaml", import.meta.url)), { set: [] });
  const { time_ns, flow, received_bps } = runSync(scenario).tables.goodputs!.columns;
  const mean = (of: number, until: number): number => {
    let sum = 0;
    time_ns.forEach((time, row) => {
      if (flow[row] === of && time > until - 0.5e6 && time <= until) sum += received_bps[row];
    });
    return sum / 5;
  };
  const apart = (until: number): number => Math.abs(mean(0, until) / mean(1, until) - 1);
  expect(apart(21e6)).toBeGreaterThan(1);
  expect(apart(22.6e6)).toBeLessThan(0.25);
});

test("two tiers with web flows: at most 12 packets wait at a port of a switch, and only credits are lost", async () => {
  const set = ["until=12ms", "count.to=5ms", "traffic.0.stop=5ms", "measure.probes=[drops]"];
  const { scenario } = await readScenarioFile(fileURLToPath(new URL("queues.yaml", import.meta.url)), { set });
  const { tables, probes } = runSync(scenario);
  const { node, queue_peak_bytes } = tables.ports.columns;
  const peaks = queue_peak_bytes.filter((_, row) => !node[row].startsWith("h"));
  expect(Math.max(...peaks)).toBeGreaterThan(5 * 1538);
  expect(Math.max(...peaks)).toBeLessThan(12 * 1538);
  expect(new Set(probes?.drops.columns.kind as string[])).toEqual(new Set(["reply"]));
});

test("damaged packets, credits and messages are sent again", async () => {
  const loss = "faults=[{ kind: bit-errors, target: sw0-h0, rate: 0, frames: 5% }]";
  const { ending, counters } = runSync(await read("traffic.0.size=20KB", loss)).summary;
  expect(ending).toBe("all flows are done");
  expect(counters.dropped_damaged).toBeGreaterThan(10);
});

test("the digest is the same with three threads", async () => {
  const leaves = "topology={ kind: leaf-spine, leaves: 3, spines: 1, hostsPerLeaf: 6, rate: 10Gbps }";
  const scenario = await read(leaves, "traffic.0.size=100KB");
  const { summary, threads } = await run(scenario, { threads: 3 });
  expect(threads.count).toBe(3);
  expect(summary.digest).toBe(runSync(scenario).summary.digest);
});
