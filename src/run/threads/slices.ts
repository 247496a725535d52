/**
 * Runs a network in slices of simulated time, so that signals take effect and progress is shown while it runs.
 *
 * A slice takes about a quarter of a second of real time: its length is derived from the previous one. In a quiet network that does not
 * predict the load of the next flow. So a slice ends soon after that flow's start. Even if all ports are busy, that slice then takes about
 * a second. Events keep their order, so the results are those of one run.
 */
import type { Ending, Network } from "../lab/lab.ts";
import { nextTurn } from "./host.ts";

const TARGET_MS = 250;
/** The packet-hops of about a second, and the bits of a usual packet. */
const BURST_HOPS = 2e6;
const PACKET_BITS = 8000;
const PS_PER_S = 1e12;

/** A network that can run in slices. `run` runs it up to a time in ps, and does no other slow work. */
export interface Running {
  readonly network: Network;
  readonly run: (until: number) => Ending;
}

/**
 * Runs to `until`, or until `cut` returns true between two slices. `between` is called after each slice. Undefined: ended early.
 * `burstHops` is the maximum number of packet-hops of the first slice after a quiet time.
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

/** The start of the first flow after `now`, or Infinity. Flows are in order of their starts. */
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
