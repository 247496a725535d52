/**
 * Computes the rows of `xoff watchdog` from the tables of its runs. A cut is a detection of a storm: the watchdog then
 * drops the packets of the paused queue.
 */
import { estimateRatio, wilson, type Estimate } from "../../../base/confidence.ts";
import type { Ps } from "../../../base/units.ts";
import type { Results, Tables } from "../../../run/lab/lab.ts";
import { countdownSpan, type Span } from "../../../theory/watchdog.ts";

/** The settings of a watchdog. A row of the table has the results with one set of these settings. */
export interface Times {
  readonly detection: Ps;
  readonly restoration: Ps;
  readonly poll: Ps;
  /**
   * True if the watchdog polls more often than a storm sends PAUSE frames. A poll without a new frame counts as the end
   * of the storm, so the watchdog misses storms.
   */
  readonly isBlind: boolean;
}

/** The PAUSEs of one run without a watchdog, at switch ports. */
export interface Legitimate {
  readonly seed: number;
  /** Durations of the PAUSEs that ended, in ps. */
  readonly lasted: readonly Ps[];
  /** Ages of the PAUSEs that had not ended at the end of the run, in ps. */
  readonly open: readonly Ps[];
  /**
   * Number of PAUSEs that have no row in the table `pauses`, because the table was full. They are at ports of switches
   * and hosts, and their durations are unknown.
   */
  readonly unrecorded: number;
}

/** The false detections of a watchdog in one run without a PAUSE storm. Such a detection is called a cut. */
export interface Cuts {
  readonly seed: number;
  readonly cuts: number;
  /** Packets that the watchdog discarded. */
  readonly lost: number;
}

/** The effect of the watchdog in a run in which a NIC sends a PAUSE storm. */
export interface StormRun {
  /** Time from the beginning of the storm to the detection at the port of the NIC. Undefined: not detected. */
  readonly detected: Ps | undefined;
  /** The number of ports that were paused. */
  readonly ports: number;
  /** The number of packets that the watchdog discarded. */
  readonly lost: number;
}

export interface WatchdogRow extends Times {
  /** Share of the legitimate PAUSEs that are cut, that is, detected as a storm. */
  readonly share: Estimate;
  /** The number of runs with a cut (a detection of a storm). */
  readonly runsCut: number;
  /** The 95% interval of the share of runs with a cut (a detection of a storm). */
  readonly runsCutShare: { readonly low: number; readonly high: number };
  /** Upper limit of `share`, by the rule of three. It is valid only if no PAUSE was detected as a storm. */
  readonly shareAtMost: number;
  readonly cuts: number;
  /** Packets lost by one cut (a detection after which the watchdog drops the queue's packets), on average. NaN: no cut. */
  readonly lostByCut: number;
  /** The time from the beginning of a storm to its detection. */
  readonly storm: Span;
  /** The time from the last PAUSE frame of a storm until the watchdog restores the queue. */
  readonly back: Span;
  readonly storms: readonly StormRun[];
}

/** If an event did not occur in n independent trials, 3 / n is the 95% upper limit of its probability. */
const RULE_OF_THREE = 3;

/**
 * The row of one detection time. `cuts` has the runs that were repeated with the watchdog. All other runs have no PAUSE that
 * lasts for the detection time, so the watchdog changes nothing there.
 */
export function watchdogRow(
  times: Times,
  legitimate: readonly Legitimate[],
  cuts: readonly Cuts[],
  storms: readonly StormRun[],
): WatchdogRow {
  const of = new Map(cuts.map((one) => [one.seed, one]));
  const each = legitimate.map(({ seed }) => of.get(seed)?.cuts ?? 0);
  const pauses = legitimate.map(({ lasted, open }) => lasted.length + open.length);
  const total = sum(each);
  const runsCut = each.filter((count) => count > 0).length;
  const runs = legitimate.length;
  const { low, high } = wilson(runsCut, runs);
  return {
    ...times,
    share: estimateRatio(each, pauses),
    runsCut,
    runsCutShare: { low, high: runsCut === 0 ? Math.min(1, RULE_OF_THREE / runs) : high },
    shareAtMost: Math.min(1, RULE_OF_THREE / sum(pauses)),
    cuts: total,
    lostByCut: total === 0 ? NaN : sum(cuts.map(({ lost }) => lost)) / total,
    storm: countdownSpan(times.detection, times.poll),
    back: countdownSpan(times.restoration, times.poll),
    storms,
  };
}

/**
 * The duration of a PAUSE is recorded from the decision to pause to the decision to resume. The peer's port may be paused
 * longer: the RESUME frame may wait longer for a packet on the wire than the PAUSE frame did. This share of the duration
 * allows for the difference.
 */
const LATE_SHARE = 0.1;

/** True if the watchdog could detect a PAUSE of this run as a storm. */
export const couldCut = ({ detection, poll }: Times, { lasted, open, unrecorded }: Legitimate): boolean =>
  unrecorded > 0 ||
  [...lasted, ...open].some((time) => time * (1 + LATE_SHARE) >= countdownSpan(detection, poll).least);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Collects the durations of all PAUSEs that paused a switch port in a run, except PAUSEs of single queues. The run has
 * neither a PAUSE storm nor a watchdog, so all these PAUSEs are legitimate.
 */
export function legitimateOf(
  seed: number,
  { tables: { pauses }, summary }: Measured,
  isSwitch: (node: string) => boolean,
): Legitimate {
  const lasted: Ps[] = [];
  const open: Ps[] = [];
  for (let row = 0; row < pauses.rows; row++) {
    // Only PAUSEs of switch ports count, because only switches have a watchdog. It acts on whole classes, so a PAUSE of
    // a single queue does not count.
    if (!isSwitch(pauses.columns.peer[row]) || pauses.columns.queue[row] >= 0) continue;
    const duration = pauses.columns.duration_ns[row];
    if (Number.isNaN(duration)) open.push((summary.simulated_ns - pauses.columns.start_ns[row]) * 1000);
    else lasted.push(duration * 1000);
  }
  return { seed, lasted, open, unrecorded: summary.counters.pauses_unrecorded };
}

interface Measured {
  readonly tables: Pick<Tables, "pauses">;
  readonly summary: Pick<Results["summary"], "simulated_ns" | "counters">;
}

/** From the tables of a run with the watchdog: the number of its detections (cuts), and of the packets that it discarded. */
export function cutsOf(seed: number, { faults, losses }: Pick<Tables, "faults" | "losses">): Cuts {
  const cuts = faults?.columns.event.filter((event) => event.startsWith("storm")).length ?? 0;
  return { seed, cuts, lost: watchdogLoss(losses) };
}

function watchdogLoss(losses: Tables["losses"]): number {
  let packets = 0;
  if (losses !== undefined)
    for (let row = 0; row < losses.rows; row++)
      if (losses.columns.cause[row] === "watchdog") packets += losses.columns.packets[row];
  return packets;
}

/** The effect of the watchdog in a run in which `host` sends a PAUSE storm from the start. */
export function stormOf(
  { faults, losses, ports }: Pick<Tables, "faults" | "losses" | "ports">,
  host: string,
): StormRun {
  let detected: Ps | undefined;
  if (faults !== undefined)
    for (let row = 0; row < faults.rows; row++)
      if (faults.columns.event[row].startsWith("storm") && faults.columns.peer[row] === host)
        detected ??= faults.columns.time_ns[row] * 1000;
  return { detected, ports: ports.columns.paused_ns.filter((ns) => ns > 0).length, lost: watchdogLoss(losses) };
}
