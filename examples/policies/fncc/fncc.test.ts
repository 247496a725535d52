/**
 * FNCC keeps the contracts of its roles. A sender reacts to a queue near it within less than a round trip, and to a congested last hop with its
 * fair share.
 */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run, runSync, type Results } from "xoff";
import { readScenarioFile } from "xoff/node";
import { contractChecks } from "xoff/policy";
import * as fncc from "./fncc.ts";
import * as sender from "./fncc-sender.ts";

const read = async (file: string, set: string[]) =>
  (await readScenarioFile(fileURLToPath(new URL(file, import.meta.url)), { set })).scenario;
const scenario = (...set: string[]) => read("scenario.yaml", set);
const lastHop = (...set: string[]) => read("last-hop.yaml", set);

for (const { name, run } of await contractChecks("detection", fncc)) test(name, run);
for (const { name, run } of await contractChecks("congestion", sender)) test(name, run);

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

/** By flow: the times in ns at which its rate is set, with the rate in bit/s. */
function ratesOf({ probes }: Results): [time: number, rate: number][][] {
  const { time_ns, flow, rate_bps } = probes!.window.columns;
  const rates: [number, number][][] = [[], []];
  time_ns.forEach((time, row) => rates[Number(flow[row])].push([Number(time), Number(rate_bps[row])]));
  return rates;
}

test("two flows to one host have 45% of its link each, a round trip after the second one begins", async () => {
  const results = runSync(await lastHop("until=400us"));
  // The first packet of the second flow takes two links, and the ACK behind it takes them back: 2 * 10 us, and 2 packets.
  const trip = 2 * 10_000 + 2 * PACKET;
  for (const rates of ratesOf(results)) {
    const first = rates.find(([time, rate]) => time > START && Math.abs(rate / 45e9 - 1) < 1e-9);
    expect(first?.[0]).toBeGreaterThan(START + trip);
    expect(first?.[0]).toBeLessThan(START + trip + 4 * PACKET);
  }
  const at = (rates: [number, number][], end: number): number => rates.findLast(([time]) => time <= end)?.[1] ?? NaN;
  const ratio = (of: Results): number => at(ratesOf(of)[0], 300_000) / at(ratesOf(of)[1], 300_000);
  expect(Math.abs(ratio(results) - 1)).toBeLessThan(0.01);
  // HPCC's law alone leaves them apart.
  expect(ratio(runSync(await lastHop("until=400us", "policies.congestion=hpcc")))).toBeLessThan(0.85);
});

test("without the number of flows on ACKs, the law is that of HPCC", async () => {
  const int = (name: string[]) => lastHop("until=400us", "policies.detection=int", "measure.probes=[]", ...name);
  const [own, hpcc] = [runSync(await int([])), runSync(await int(["policies.congestion=hpcc"]))];
  expect(own.summary.digest).toBe(hpcc.summary.digest);
});

test("a receiver counts the flows that have begun and are not complete, for each host", () => {
  const words = { at: new Int32Array(fncc.COUNT + 1), width: fncc.COUNT + 1 };
  const column = (...values: number[]) => Float64Array.from(values);
  const view = {
    ...{ flows: 3, words, destination: [7, 7, 8], size: column(3000, 3000, 1000), sndNxt: column(0, 0, 0) },
    ...{ baseRtt: column(1, 1, 1), lineRate: column(1, 1, 1), window: column(1, 1, 1), stamps: {} },
  };
  const policy = sender.create({ target: 0.95, increase: 0, minRate: 1, above: 1.05, keep: 0.9 }, view as never);
  const after = (flow: number, ack: number): number => {
    policy.onAnswer?.(flow, 0, ack);
    return words.at[fncc.COUNT];
  };
  expect([after(0, 1000), after(1, 1000), after(0, 2000), after(2, 1000)]).toEqual([1, 2, 2, 0]);
  // A retransmission of a complete flow changes nothing.
  expect([after(0, 3000), after(0, 3000), after(1, 3000)]).toEqual([1, 1, 0]);
});

test("the records of an ACK are those of the hops to the receiver, in their order", () => {
  const width = fncc.COUNT + 1;
  const words = { at: new Int32Array(2 * width), width };
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
  const record = (hop: number) => [...words.at.subarray(width + hop * 4, width + hop * 4 + 4)];
  expect(record(0)).toEqual([5000, 1000, 0, 100_000]);
  expect(record(1)).toEqual([5000, 2000, 4, 100_000]);
  // A switch beyond the counted hops writes nothing.
  const before = [...words.at];
  policy.stampAck?.(3, 1, 3);
  expect([...words.at]).toEqual(before);
});

test("two threads compute the same run", async () => {
  const congestion = `congestion=${fileURLToPath(new URL("fncc-sender.ts", import.meta.url))}`;
  // Both flows go to one host, whose link is the slowest. So the number of flows crosses the partitions.
  const oneHost = ["topology.trunkRate=400Gbps", "traffic.0.list.1.to=r0"];
  const set = ["until=300us", "measure.probes=[]", congestion, ...oneHost];
  const one = runSync(await scenario(...set));
  const two = await run(await scenario(...set), { threads: 2 });
  expect(two.threads.count).toBe(2);
  expect(two.summary.digest).toBe(one.summary.digest);
});
