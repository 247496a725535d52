/** Into how many threads one run is cut, or why it is not. */
import type { Experiment } from "../lab/lab.ts";
import { cutInto, whyWhole, type Cut } from "../lab/in-parts.ts";
import { cores as coresHere, whyOneThread } from "./host.ts";

/** Threads of one run: so many at most, or as many as pay. */
export type Threads = number | "auto";

/** Below so many packets over links, a second or so, a run is over before the code of its threads is fast (bench/results.md). */
const FEWEST_PACKETS = 3e6;
/** Packets over the links of a part between two looks at its neighbours: below, it waits more than it works. */
const FEWEST_A_LOOK = 100;
/** More parts than that seldom pay; the rest of a large machine is for other runs. */
const MOST = 16;
const PS_PER_MS = 1e9;

/** A cut, or a sentence on why the run is in one thread. */
export function threadsFor(experiment: Experiment, asked: Threads, cores = coresHere()): Cut | string {
  if (asked === 1) return "--threads 1";
  const whole = whyOneThread() ?? whyWhole(experiment);
  if (whole !== undefined) return whole;
  const most = asked === "auto" ? Math.min(cores, MOST) : asked;
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

/** Times that a part looks at its neighbours while flows begin and end. */
function looks({ scenario, plan }: Experiment, { lookahead }: Cut): number {
  const starts = plan.flows.at(-1)?.start ?? 0;
  const last = plan.trains.reduce((latest, { stop }) => Math.max(latest, stop), starts);
  return Math.min(scenario.until, last + PS_PER_MS) / lookahead;
}
