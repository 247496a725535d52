/** Turns the packet-hops of an estimate (src/run/check/estimate.ts) into seconds on this machine. */
import type { Estimate } from "../../../run/lab/lab.ts";
import { slowness } from "./machine-speed.ts";

/** Beyond it a run is announced with its time. */
const LONG_S = 60;

/**
 * Nanoseconds of a packet-hop by the number of hosts, on the reference machine (bench/results.md): with more hosts a cache holds less of what a
 * hop touches.
 */
const HOP_NS: readonly (readonly [hosts: number, ns: number])[] = [
  [1, 190],
  [128, 210],
  [1024, 380],
  [8192, 850],
];
/** Start of the program and compilation of its code, s. */
const START_S = 0.6;
/** Code of further threads is compiled while the run is under way already, s. */
const THREADS_S = 2;
/** A flow read, added and written, and a port built, us. */
const FLOW_US = 40;
const PORT_US = 30;
/** Of each further thread: it waits for the others now and then. Two threads are 1.7 to 1.85 times as fast as one, eight some 4 times. */
const THREAD_LOSS = 0.12;

/** Seconds on this machine, of so many on the reference machine. */
export const onThisMachine = (seconds: number): number => seconds * slowness();

/** The same, or undefined if it is at most `LONG_S`. The machine is measured only if the run may be longer. */
export function longOnThisMachine(seconds: number): number | undefined {
  if (seconds < LONG_S / 10) return undefined;
  const here = onThisMachine(seconds);
  return here > LONG_S ? here : undefined;
}

/** Seconds of a run in so many threads on the reference machine. */
export function secondsOf({ packetHops, hosts, flows, ports }: Estimate, threads = 1): number {
  const building = (flows * FLOW_US + ports * PORT_US) * 1e-6;
  const simulating = (packetHops * hopNs(hosts) * 1e-9 * (1 + THREAD_LOSS * (threads - 1))) / threads;
  return START_S + (threads > 1 ? THREADS_S : 0) + building + simulating;
}

/** Between two rows of the table, evenly over the logarithm of the hosts. */
function hopNs(hosts: number): number {
  const next = HOP_NS.findIndex(([of]) => of >= hosts);
  if (next < 0) return HOP_NS[HOP_NS.length - 1][1];
  const [[fewer, low], [more, high]] = [HOP_NS[Math.max(0, next - 1)], HOP_NS[next]];
  return fewer === more ? high : low + ((high - low) * Math.log(hosts / fewer)) / Math.log(more / fewer);
}
