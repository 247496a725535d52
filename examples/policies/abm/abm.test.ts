/** ABM keeps the contract of buffer policies, and full queues settle at its threshold. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run, runSync } from "xoff";
import { readScenarioFile } from "xoff/node";
import { contractChecks } from "xoff/policy";
import * as abm from "./abm.ts";

const file = fileURLToPath(new URL("scenario.yaml", import.meta.url));
const scenario = async (...set: string[]) => (await readScenarioFile(file, { set })).scenario;

/** `switch.memory`, and the bytes of a full packet in a buffer. */
const MEMORY = 1_000_000;
const PACKET = 1062;

for (const { name, run } of await contractChecks("buffer", abm)) test(name, run);

/** Mean bytes of each egress queue with packets, in the second half of the run. */
async function backlogs(...set: string[]): Promise<number[]> {
  const { columns } = runSync(await scenario(...set)).tables.queues!;
  const sums = new Map<string, number>();
  let samples = 0;
  for (let row = 0; row < columns.time_ns.length; row++) {
    if (columns.time_ns[row] <= 500_000) continue;
    if (columns.time_ns[row] !== columns.time_ns[row - 1]) samples++;
    const queue = `${columns.peer[row]}, class ${columns.class[row]}`;
    if (columns.egress_bytes[row] > 0) sums.set(queue, (sums.get(queue) ?? 0) + columns.egress_bytes[row]);
  }
  return [...sums.values()].map((sum) => sum / samples);
}

/** Two senders for each of `receivers` links. */
const overload = (receivers: number): string[] => {
  const entry = (k: number): string => `{kind: long-lived, from: h${2 * k}..h${2 * k + 1}, to: h${2 * receivers + k}}`;
  const entries = Array.from({ length: receivers }, (_, k) => entry(k));
  return [`topology.hosts=${3 * receivers}`, `traffic=[${entries.join(", ")}]`];
};

/** The n queues fill Q = alpha (B - Q). So each has alpha B / (1 + alpha) / n. */
for (const receivers of [1, 2, 4])
  test(`${receivers} full queues of a class share alpha B / (1 + alpha), to a packet each`, async () => {
    const queues = await backlogs(...overload(receivers));
    expect(queues).toHaveLength(receivers);
    for (const bytes of queues) expect(Math.abs(bytes - (0.5 * MEMORY) / 1.5 / receivers)).toBeLessThan(PACKET);
  });

test("two classes at one link each drain at half of its rate, and share alpha B / (1 + alpha) too", async () => {
  const senders = (from: string, cls: number): string => `{kind: long-lived, from: ${from}, to: h6, class: ${cls}}`;
  const traffic = `traffic=[${senders("h0..h2", 1)}, ${senders("h3..h5", 2)}]`;
  const queues = await backlogs(traffic, "scheduling=dwrr");
  expect(queues).toHaveLength(2);
  for (const bytes of queues) expect(Math.abs(bytes - (0.5 * MEMORY) / 1.5 / 2)).toBeLessThan(PACKET);
});

test("two threads compute the same run", async () => {
  const set = [
    "topology={kind: dumbbell, pairs: 4}",
    "traffic=[{kind: long-lived, from: h0..h3, to: r0}]",
    "until=200us",
  ];
  const one = runSync(await scenario(...set));
  const two = await run(await scenario(...set), { threads: 2 });
  expect(two.threads.count).toBe(2);
  expect(two.summary.digest).toBe(one.summary.digest);
});
