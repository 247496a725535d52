/** REPS keeps the contract of transports, and its runs meet the closed forms of README.md. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run, runSync } from "xoff";
import { readScenarioFile } from "xoff/node";
import { contractChecks } from "xoff/policy";
import * as reps from "./reps.ts";

for (const { name, run } of await contractChecks("transport", reps)) test(name, run);

const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const read = async (...set: string[]) => (await readScenarioFile(path("scenario.yaml"), { set })).scenario;
const transport = (setting: string): string => `transport={ name: ${path("reps.ts")}, ${setting} }`;

/** Times on a link of 100 Gbps, ns: a full packet, and this packet with the ACK of a packet in the other direction. */
const PACKET = (1082 * 8) / 100;
const SLOT = PACKET + (86 * 8) / 100;
const PACKETS = 2000;

/** Completions of the permutation, over those at full bisection. */
async function permutation(...set: string[]): Promise<number[]> {
  const { fct_ns, ideal_fct_ns } = runSync(await read(...set)).tables.flows.columns;
  return Array.from(fct_ns, (ns, k) => (ns - ideal_fct_ns[k] + PACKETS * PACKET) / (PACKETS * SLOT));
}
const mean = (times: number[]): number => times.reduce((sum, one) => sum + one, 0) / times.length;

test("a permutation has the full bisection", async () => {
  const times = await permutation();
  expect(Math.min(...times)).toBeGreaterThan(0.99);
  expect(Math.max(...times)).toBeLessThan(1.04);
});

test("with one path for each flow it has about half of the bisection", async () => {
  expect(mean(await permutation(transport("entropies: 1")))).toBeGreaterThan(1.7);
});

test("after the failure of one of four uplinks, flows have three quarters, and packets avoid the dead link", async () => {
  const flow = (k: number): string => `{ from: h${k}, to: h${4 + k}, size: 3MB }`;
  const failure = [
    "until=2ms",
    "topology={ kind: leaf-spine, leaves: 2, spines: 4, hostsPerLeaf: 4 }",
    `traffic=[{ kind: flows, list: [${[0, 1, 2, 3].map(flow).join(",")}] }]`,
    "faults=[{ kind: link-down, target: leaf0-spine0, converge: 1s, at: 100us }]",
  ];
  const recycled = runSync(await read(...failure));
  const last = Math.max(...recycled.tables.flows.columns.fct_ns);
  const rest = 12_000 - (4 * 100_000) / PACKET; // packets after the failure, before which four links are full
  expect((rest * PACKET) / 3 / (last - 100_000)).toBeGreaterThan(0.85);
  const drawn = runSync(await read(...failure, transport("cached: 0")));
  const lost = (of: typeof drawn): number => of.summary.counters.dropped_link_down;
  expect(lost(recycled)).toBeLessThan(lost(drawn) / 10);
});

test("the digest is the same with three threads", async () => {
  const flow = (k: number): string => `{ from: h${k}, to: h${(k + 2) % 6}, size: 100KB }`;
  const flows = `traffic=[{ kind: flows, list: [${[0, 1, 2, 3].map(flow).join(",")}] }]`;
  const scenario = await read("topology={ kind: leaf-spine, leaves: 3, spines: 2, hostsPerLeaf: 2 }", flows);
  const { summary, threads } = await run(scenario, { threads: 3 });
  expect(threads.count).toBe(3);
  expect(summary.digest).toBe(runSync(scenario).summary.digest);
});
