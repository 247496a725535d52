/**
 * Runs a network in slices of simulated time, so that signals are heard and progress is seen while it runs.
 *
 * A slice takes about a quarter of a second of ours, whatever it simulates: its length follows the last one's. In a quiet network that says
 * nothing of what the next flow brings, so a slice ends soon after that flow's start: so soon that even ports all busy would not
 * keep us for more than a second or so. Events keep their order, so results are those of one run.
 */
import type { Ending, Network } from "../lab/lab.ts";
import { nextTurn } from "./host.ts";

const TARGET_MS = 250;
/** Packet-hops of a second or so, and bits of a usual packet. */
const BURST_HOPS = 2e6;
const PACKET_BITS = 8000;
const PS_PER_S = 1e12;

/** What can be run bit by bit: a network, and what runs it to some time, ps, at most, and does nothing else that takes time. */
export interface Running {
  readonly network: Network;
  readonly run: (until: number) => Ending;
}

/**
 * Runs to `until`, or until `cut` says to stop between two slices; `between` is called after each. Undefined: cut short.
 * `burstHops` are the packet-hops that the first slice after a quiet time may take at most.
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

/** When the first flow after `now` starts, and Infinity when none does; flows are in the order of their starts. */
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
