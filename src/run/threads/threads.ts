/** Decides how many threads a run gets, and the partition of each. For a single thread it gives the reason. */
import type { Experiment } from "../lab/lab.ts";
import { cutInto, whyWhole, type Cut } from "../lab/in-partitions.ts";
import { cores as coresHere, whyOneThread } from "./host.ts";

/** The maximum number of threads of a run, or "auto" for as many as are worthwhile. */
export type Threads = number | "auto";

/**
 * The minimum number of packet-hops of a run with several threads, about a second of work. A shorter run ends before V8
 * has optimised the code in its threads (bench/results.md).
 */
const FEWEST_PACKETS = 3e6;
/**
 * The minimum number of packet-hops that a partition simulates between two checks of its neighbours' clocks. With
 * fewer, a thread waits longer than it works.
 */
const FEWEST_A_LOOK = 100;
/**
 * The maximum number of partitions with "auto". More are seldom worthwhile, and other runs can use the remaining cores
 * of a large machine.
 */
const MAX_THREADS = 16;
const PS_PER_MS = 1e9;

/** The division into partitions, one for each thread. A string: the reason for a single thread. */
export function threadsFor(experiment: Experiment, asked: Threads, cores = coresHere()): Cut | string {
  if (asked === 1) return "--threads 1";
  const whole = whyOneThread() ?? whyWhole(experiment);
  if (whole !== undefined) return whole;
  const most = asked === "auto" ? Math.min(cores, MAX_THREADS) : asked;
  if (most === 1) return "there is one core";
  const cut = cutInto(experiment, most);
  if (cut.parts === 1) return "the network cannot be divided: all of it is attached to one switch";
  if (asked !== "auto") return cut;
  if (cut.packets < FEWEST_PACKETS) return "the run is too short for threads";
  if (cut.packets / cut.parts / looks(experiment, cut) < FEWEST_A_LOOK)
    return "the partitions would wait for each other most of the time, because links are short or traffic is small";
  if (cut.imbalance > Math.sqrt(cut.parts)) return "most traffic is in one partition";
  return cut;
}

/**
 * Estimates how often a partition checks its neighbours' clocks. The estimate covers the run up to 1 ms after the later
 * of two times:
 * - the start of the last planned flow
 * - the stop of the last train (a series of flows one after the other)
 */
function looks({ scenario, plan }: Experiment, { lookahead }: Cut): number {
  const starts = plan.flows.at(-1)?.start ?? 0;
  const last = plan.trains.reduce((latest, { stop }) => Math.max(latest, stop), starts);
  return Math.min(scenario.until, last + PS_PER_MS) / lookahead;
}
