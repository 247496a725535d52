/** Describes the estimated cost of runs in a sentence: packet-hops, time on this machine, memory. */
import { formatBytes, formatDuration } from "../../../base/format.ts";
import type { Estimate } from "../../../run/lab/lab.ts";
import { coresEach } from "../../../batch/sweep/pool.ts";
import { longOnThisMachine, onThisMachine, secondsOf } from "./run-time.ts";
import { count } from "./terminal.ts";

/** A number of packet-hops with two digits, such as "about 15 million packet-hops". */
const hopsText = (hops: number): string => {
  const shown = Number(hops.toPrecision(2));
  if (shown < 1e6) return `about ${count(shown)} packet-hops`;
  return `about ${shown < 1e9 ? `${shown / 1e6} million` : `${count(shown / 1e9)} billion`} packet-hops`;
};

const memoryText = (bytes: number): string => `${formatBytes(Number(bytes.toPrecision(2)))} of memory`;
const threadsText = (threads: number): string => (threads === 1 ? "one thread" : `${threads} threads`);

/** A sentence on the estimated cost of one run: time, packet-hops and memory. */
export const costText = (estimate: Estimate, threads: number): string =>
  sentence(onThisMachine(secondsOf(estimate, threads)), estimate, threads);

/** The sentence of `costText`, or undefined if the run takes at most a minute. */
export function longCostText(estimate: Estimate, threads: number): string | undefined {
  const seconds = longOnThisMachine(secondsOf(estimate, threads));
  return seconds === undefined ? undefined : sentence(seconds, estimate, threads);
}

/**
 * The beginning of a sentence about the cost. The cost of a run with fast-forward is estimated without it, and the
 * sentence says so.
 */
const beginning = (subject: string, skips: boolean): string =>
  skips ? `Without fast-forward, ${subject}` : `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`;

const sentence = (seconds: number, { packetHops, memory, skips }: Estimate, threads: number): string =>
  `${beginning("a run", skips)} takes about ${formatDuration(seconds)} in ${threadsText(threads)} on this machine: ${hopsText(packetHops)}, ${memoryText(memory * threads)}.`;

/** The estimated cost of many runs together: time, packet-hops and memory. */
interface Total {
  readonly runs: number;
  /** Time on the reference machine in seconds. */
  readonly seconds: number;
  readonly packetHops: number;
  /** True if a run has fast-forward. */
  readonly skips: boolean;
  /** Number of runs at once. */
  readonly atOnce: number;
  /** Memory of the `atOnce` runs together, bytes. */
  readonly memory: number;
}

/** The total cost of runs. Each estimate counts as many times as `times` states. */
export function totalOf(runs: readonly { readonly estimate: Estimate; readonly times: number }[], jobs: number): Total {
  const all = runs.reduce((sum, { times }) => sum + times, 0);
  const atOnce = Math.max(1, Math.min(jobs, Math.round(all)));
  const cores = coresEach(jobs, Math.max(1, Math.round(all)));
  const seconds = runs.map(({ estimate }) => secondsOf(estimate, estimate.packetHops > THREADED ? cores : 1));
  const work = runs.reduce((sum, { times }, k) => sum + times * seconds[k], 0);
  return {
    runs: Math.round(all),
    seconds: Math.max(work / atOnce, ...seconds),
    packetHops: runs.reduce((sum, { estimate, times }) => sum + times * estimate.packetHops, 0),
    skips: runs.some(({ estimate }) => estimate.skips),
    atOnce,
    memory: atOnce * runs.reduce((most, { estimate }) => Math.max(most, estimate.memory), 0),
  };
}

/**
 * A run with at least this many packet-hops is assumed to use all free cores. This limit is only approximate.
 * src/run/threads/threads.ts decides by the hops of planned data packets, without ACKs, and by further conditions.
 */
const THREADED = 1e7;

/** A sentence on the time, work and memory of all runs together. `what` is the noun for the runs, such as "rows" of a comparison. */
export const totalText = (total: Total, what: string): string =>
  totalSentence(onThisMachine(total.seconds), total, what);

/** As `totalText`. Undefined if all runs together take at most a minute. */
export function longTotalText(total: Total, what: string): string | undefined {
  const seconds = longOnThisMachine(total.seconds);
  return seconds === undefined ? undefined : totalSentence(seconds, total, what);
}

function totalSentence(seconds: number, { runs, packetHops, skips, atOnce, memory }: Total, what: string): string {
  const few = atOnce === 1 ? "one at a time" : `${count(atOnce)} at once`;
  return `${beginning(`${count(runs)} ${what}`, skips)} take about ${formatDuration(seconds)}, ${few}, on this machine: ${hopsText(packetHops)}, ${memoryText(memory)}.`;
}
