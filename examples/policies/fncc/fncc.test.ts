/** FNCC keeps the contract of its role, and a sender reacts to a queue near it within less than a round trip. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run, runSync, type Results } from "xoff";
import { readScenarioFile } from "xoff/node";
import { contractChecks } from "xoff/policy";
import * as fncc from "./fncc.ts";

const file = fileURLToPath(new URL("scenario.yaml", import.meta.url));
const scenario = async (...set: string[]) => (await readScenarioFile(file, { set })).scenario;

for (const { name, run } of await contractChecks("detection", fncc)) test(name, run);

/** Times in ns: when the second flow begins, of a full packet on the link, and from sw0 to the receiver and back. */
const START = 200_000;
const PACKET = ((1104 + 20) * 8) / 100;
const BEYOND = 2 * (10_000 + 1000);

/** Time from the start of the second flow until the first flow is 1% slower than it was in the 50 us before. */
function reaction({ probes }: Results): number {
  const { time_ns, flow, rate_bps } = probes!.window.columns;
  let least = Infinity;
  for (let row = 0; row < time_ns.length; row++) {
    const time = Number(time_ns[row]);
    if (flow[row] !== 0 || time < START - 50_000) continue;
    if (time <= START) least = Math.min(least, Number(rate_bps[row]));
    else if (Number(rate_bps[row]) < 0.99 * least) return time - START;
  }
  return Infinity;
}

const peakQueue = ({ tables }: Results): number => Math.max(...tables.queues!.columns.egress_bytes);

test("compared with HPCC, the way beyond the congested switch and back is saved, to five packets", async () => {
  const [of, hpcc] = [runSync(await scenario()), runSync(await scenario("policies.detection=int"))];
  expect(Math.abs(reaction(hpcc) - reaction(of) - BEYOND)).toBeLessThan(5 * PACKET);
  // FNCC reacts within a third of the base RTT of 24.2 us, so less is queued before.
  expect(reaction(of)).toBeLessThan(24_200 / 3);
  expect(peakQueue(of)).toBeLessThan(0.65 * peakQueue(hpcc));
});

test("the records of an ACK are those of the hops to the receiver, in their order", () => {
  const words = { at: new Int32Array(2 * 21), width: 21 };
  const sent = [128_000, 256_000, 0, 0];
  const view = {
    ports: 4,
    now: 5_000_000,
    words: () => words,
    sent: (port: number) => sent[port],
    queued: (port: number) => 320 * port,
    rate: () => 100e9,
  };
  const policy = fncc.create({ scale: 1 }, view as never);
  // Data leave the first switch by port 0 and the second by port 1. The ACK comes in by these ports, in the reverse order.
  policy.stamp?.(0, 1, 0);
  policy.stamp?.(1, 1, 1);
  policy.stampAck?.(2, 1, 1);
  policy.stampAck?.(3, 1, 0);
  const record = (hop: number) => [...words.at.subarray(21 + hop * 4, 21 + hop * 4 + 4)];
  expect(record(0)).toEqual([5000, 1000, 0, 100_000]);
  expect(record(1)).toEqual([5000, 2000, 4, 100_000]);
  // A switch beyond the counted hops writes nothing.
  const before = [...words.at];
  policy.stampAck?.(3, 1, 3);
  expect([...words.at]).toEqual(before);
});

test("two threads compute the same run", async () => {
  const one = runSync(await scenario("until=250us", "measure.probes=[]"));
  const two = await run(await scenario("until=250us", "measure.probes=[]"), { threads: 2 });
  expect(two.threads.count).toBe(2);
  expect(two.summary.digest).toBe(one.summary.digest);
});
