/** Deadlocks in runs: the time of the first one, the share of runs with one, and a line of this share over time. */
import type { Line, Key } from "../contract.ts";
import { stepsOf } from "../steps.ts";
import type { Share } from "../verdicts.ts";
import type { Results } from "../../../run/lab/lab.ts";
import type { Runs, Where } from "./runs.ts";

/** The row of a run that looks for a deadlock. */
export interface DeadlockRow {
  /** The time at which the first deadlock begins, ms. Null: there is none. */
  readonly onset: number | null;
}

/**
 * The time for which a run continues after `lengthMs`, ms. Only deadlocks that begin within `lengthMs` count. If one begins at the very
 * end of `lengthMs`, the additional time suffices to detect it.
 */
const DETECTION_MS = 2;

/** The part of a scenario that ends a run at its first deadlock. Deadlocks count if they begin within `lengthMs`. */
export const untilDeadlock = (lengthMs: number) =>
  ({ until: `${lengthMs + DETECTION_MS}ms`, onDeadlock: "stop" }) as const;

/** The start of the deadlock, ms. Null if there is none, or if it began in the last `DETECTION_MS` of the run, which do not count. */
export const onsetOf = ({ summary: { deadlock_since_ns: since, until_ns } }: Results): DeadlockRow => ({
  onset: since === null || since > until_ns - DETECTION_MS * 1e6 ? null : since / 1e6,
});

/** The share of runs in a deadlock, among the runs that `where` selects. */
export const deadlockShare = <K extends Key>(runs: Runs<K, DeadlockRow>, where: Where<K>, name: string): Share => {
  const rows = runs.rows(where);
  return { name, hits: rows.filter(({ onset }) => onset !== null).length, runs: rows.length };
};

/** A line of the percentage of runs in a deadlock against time, in ms. */
export const deadlockLine = <K extends Key>(
  runs: Runs<K, DeadlockRow>,
  where: Where<K>,
  name: string,
  fromMs: number,
  toMs: number,
): Line => {
  const rows = runs.rows(where);
  const onsets = rows.flatMap(({ onset }) => (onset === null ? [] : [onset])).sort((a, b) => a - b);
  return { name, points: stepsOf(onsets, rows.length, fromMs, toMs) };
};
