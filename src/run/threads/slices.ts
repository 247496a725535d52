/**
 * Runs a network in slices of simulated time. Between slices, the thread handles signals and reports progress.
 *
 * A slice takes about a quarter of a second of real time: its length follows from the real time of the previous slice.
 * While the network is quiet, this time does not predict the load after the next flow begins. So a slice of a quiet
 * network ends soon after the next flow begins. Even if all ports then send at line rate, the slice takes at most about a
 * second.
 *
 * Slices do not change the order of events, so the results equal those of a run without slices.
 */
import type { Ending, Network } from "../lab/lab.ts";
import { nextTurn } from "./host.ts";

const TARGET_MS = 250;
/** The packet-hops that take about a second of real time. */
const BURST_HOPS = 2e6;
/** The size of a typical packet in bits. */
const PACKET_BITS = 8000;
const PS_PER_S = 1e12;

/**
 * A network that can run in slices. `run` runs the network up to a time in ps. It must do no other slow work, because
 * its real time determines the length of the next slice.
 */
export interface Running {
  readonly network: Network;
  readonly run: (until: number) => Ending;
}

/**
 * Runs up to the time `until`, and calls `between` after each slice. If `cut` returns true between two slices, the run
 * ends early and the result is undefined.
 *
 * After a slice with little work, the network is quiet. That slice does not predict the work after the next flow starts.
 * So the next slice has at most `burstHops` packet-hops after that start, even if all ports send at line rate.
 */
export async function runInSlices(
  { network, run }: Running,
  until: number,
  between: () => void,
  cut: () => boolean,
  burstHops = BURST_HOPS,
): Promise<Ending | undefined> {
  const bitsPerSecond = network.fabric.rate.reduce((sum, rate) => sum + rate, 0);
  const burst = (burstHops * PACKET_BITS * PS_PER_S) / bitsPerSecond;
  let length = burst / 8;
  let quiet = true;
  for (;;) {
    const from = network.queue.now;
    const start = quiet ? nextStart(network, from) : Infinity;
    const end = Math.min(Math.floor(from + length), Math.floor(start + burst), until);

    const began = performance.now();
    const ending = run(end);
    const took = performance.now() - began;
    between();
    if (ending !== "time is up" || end === until) return ending;

    await nextTurn();
    if (cut()) return undefined;
    if (start <= end) length = Math.min(length, burst);
    if (took < TARGET_MS / 2) length *= 2;
    else if (took > TARGET_MS * 2) length /= 2;
    quiet = took < TARGET_MS / 8;
  }
}

/** The start of the first flow after `now`, or Infinity. A binary search, because flows are sorted by their starts. */
function nextStart({ flows }: Network, now: number): number {
  const { start, count } = flows;
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (start[middle] > now) high = middle;
    else low = middle + 1;
  }
  return low < count ? start[low] : Infinity;
}
