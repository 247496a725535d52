/** Swift keeps the contract, and its flows settle at the queue at which the round-trip time is the target. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run, runSync } from "xoff";
import { readScenarioFile } from "xoff/node";
import { contractChecks } from "xoff/policy";
import * as swift from "./swift.ts";

const file = fileURLToPath(new URL("scenario.yaml", import.meta.url));
const scenario = async (...set: string[]) => (await readScenarioFile(file, { set })).scenario;

/** Bytes of a full packet in a buffer. Its time on the link and the base RTT of the star, us. */
const PACKET = 1062;
const WIRE = 0.08656;
const BASE = 4.187;

for (const { name, run } of await contractChecks("congestion", swift)) test(name, run);

/** The scenario with `n` senders. */
const senders = (n: number): string[] => [
  `topology.hosts=${n + 1}`,
  `traffic=[{kind: long-lived, from: h0..h${n - 1}, to: h${n}}]`,
  `measure.queues=[sw0-h${n}]`,
];

/** Mean bytes of the queue in the last quarter of the run. */
async function backlog(until: number, ...set: string[]): Promise<number> {
  const {
    time_ns,
    class: classes,
    egress_bytes,
  } = runSync(await scenario(`until=${until}ms`, ...set)).tables.queues!.columns;
  let sum = 0;
  let samples = 0;
  for (let row = 0; row < time_ns.length; row++) {
    if (time_ns[row] <= until * 750_000 || classes[row] !== 3) continue;
    sum += egress_bytes[row];
    samples++;
  }
  return sum / samples;
}

/** The queue at which n w packets take the target of w: a fixed point, by iteration. */
function settled(n: number): number {
  const [queueing, range] = [5, 25];
  const a = range / (1 / Math.sqrt(0.1) - 1 / Math.sqrt(100));
  const target = (w: number): number => BASE + queueing + Math.max(0, Math.min(a / Math.sqrt(w) - a / 10, range));
  let w = 1;
  for (let k = 0; k < 200; k++) w = (w + target(w) / WIRE / n) / 2;
  return ((target(w) - BASE) / WIRE) * PACKET;
}

/** Each flow adds a packet in the round trip before it sees the queue that it caused. */
for (const n of [4, 16])
  test(`the queue of ${n} flows is that of the target, plus at most a packet a flow`, async () => {
    const bytes = await backlog(4, ...senders(n));
    expect(bytes).toBeGreaterThan(settled(n));
    expect(bytes).toBeLessThan(settled(n) + n * PACKET);
  });

test("400 flows have windows below a packet: less waits than with one packet each", async () => {
  const bytes = await backlog(16, "switch.memory=64MiB", ...senders(400));
  expect(bytes).toBeGreaterThan(settled(400));
  expect(bytes).toBeLessThan((400 - BASE / WIRE) * PACKET * 0.7);
});

test("a flow alone takes its ideal time", async () => {
  const traffic = "traffic=[{kind: flows, list: [{from: h0, to: h4, size: 10MB}]}]";
  const { fct_ns, ideal_fct_ns } = runSync(await scenario(traffic)).tables.flows.columns;
  expect(fct_ns[0]).toBe(ideal_fct_ns[0]);
});

test("two threads compute the same run", async () => {
  const set = [
    "topology={kind: dumbbell, pairs: 4}",
    "traffic=[{kind: long-lived, from: h0..h3, to: r0}]",
    "measure.queues=[]",
    "until=200us",
  ];
  const one = runSync(await scenario(...set));
  const two = await run(await scenario(...set), { threads: 2 });
  expect(two.threads.count).toBe(2);
  expect(two.summary.digest).toBe(one.summary.digest);
});
