/** Converts the packet-hops of an estimate (src/run/check/estimate.ts) to seconds on this machine. */
import type { Estimate } from "../../../run/lab/lab.ts";
import { slowness } from "./machine-speed.ts";

/** Duration in seconds above which a run's estimated time is announced. */
const LONG_S = 60;

/**
 * Time of a packet-hop in ns by the number of hosts, on the reference machine (bench/results.md). With more hosts, caches hold a smaller
 * share of the data that a hop uses.
 */
const HOP_NS: readonly (readonly [hosts: number, ns: number])[] = [
  [1, 190],
  [128, 210],
  [1024, 380],
  [8192, 850],
];
/** Time to start the program and compile its code, s. */
const START_S = 0.6;
/** Time to compile the code of further threads while the run is in progress, s. */
const THREADS_S = 2;
/** Time to read one flow, to add it to the network and to write its results, us. */
const FLOW_US = 40;
/** Time to build one port, us. */
const PORT_US = 30;
/**
 * Threads wait for each other. So the times of n threads add up to 1 + `THREAD_LOSS` (n - 1) times the time of a run with
 * one thread. Two threads are 1.7 to 1.85 times as fast as one, and eight about 4 times.
 */
const THREAD_LOSS = 0.12;

/** Converts seconds on the reference machine to seconds on this machine. */
export const onThisMachine = (seconds: number): number => seconds * slowness();

/**
 * Converts seconds on the reference machine to seconds on this machine. Undefined if the result is at most `LONG_S`. The
 * machine's speed is measured only for a run that may take longer.
 */
export function longOnThisMachine(seconds: number): number | undefined {
  if (seconds < LONG_S / 10) return undefined;
  const here = onThisMachine(seconds);
  return here > LONG_S ? here : undefined;
}

/** Time of a run in seconds on the reference machine, by the number of threads. */
export function secondsOf({ packetHops, hosts, flows, ports }: Estimate, threads = 1): number {
  const building = (flows * FLOW_US + ports * PORT_US) * 1e-6;
  const simulating = (packetHops * hopNs(hosts) * 1e-9 * (1 + THREAD_LOSS * (threads - 1))) / threads;
  return START_S + (threads > 1 ? THREADS_S : 0) + building + simulating;
}

/** Time of a packet-hop, interpolated between rows of the table over the logarithm of the number of hosts. */
function hopNs(hosts: number): number {
  const next = HOP_NS.findIndex(([of]) => of >= hosts);
  if (next < 0) return HOP_NS[HOP_NS.length - 1][1];
  const [[fewer, low], [more, high]] = [HOP_NS[Math.max(0, next - 1)], HOP_NS[next]];
  return fewer === more ? high : low + ((high - low) * Math.log(hosts / fewer)) / Math.log(more / fewer);
}
