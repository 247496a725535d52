/** The goal of a search: a column to minimise or maximise, and limits on others. */
import { estimate } from "../../base/confidence.ts";
import { log, log1p } from "../../base/math.ts";
import type { ColumnName, OwnFigures } from "../../report/columns.ts";

export type Measure = Exclude<ColumnName, `common_${string}`>;

export interface Limit {
  readonly column: Measure;
  readonly at: "most" | "least";
  readonly value: number;
}

export interface Goal {
  readonly column: Measure;
  readonly best: "least" | "most";
  readonly limits: readonly Limit[];
}

/** The values of one run, by result column. */
export type Measured = Readonly<Record<keyof OwnFigures, number>>;

/** Relative distance from a limit to the mean over the runs of one setting. 0 if the mean meets the limit. */
function excess({ column, at, value }: Limit, runs: readonly Measured[]): number {
  const over = (estimate(runs.map((figures) => figures[column])).mean - value) * (at === "most" ? 1 : -1);
  return Math.max(0, over) / (value === 0 ? 1 : Math.abs(value));
}

export const meetsLimits = (goal: Goal, runs: readonly Measured[]): boolean => missBy(goal, runs) === 0;

/** 1 if low values of the goal's column are better, and -1 if high values are better. */
export const signOf = ({ best }: Goal): 1 | -1 => (best === "least" ? 1 : -1);

/** True if all values of the goal's column are positive, so that two of them have a ratio. */
export const isRelative = ({ column }: Goal, runs: readonly (readonly Measured[])[]): boolean =>
  runs.every((some) => some.every((figures) => figures[column] > 0));

/**
 * The loss of each run, which is lower for better runs. If all values are positive, a loss is a logarithm, so that a difference of losses
 * is a ratio of values.
 */
export function losses(goal: Goal, runs: readonly (readonly Measured[])[]): number[][] {
  const { column } = goal;
  const isPositive = isRelative(goal, runs);
  const sign = signOf(goal);
  return runs.map((some) => some.map((figures) => sign * (isPositive ? log(figures[column]) : figures[column])));
}

/**
 * The total amount by which a setting misses the limits: the sum of log(1 + `excess`) over the limits. It is 0 if the
 * means over `runs` meet all limits.
 */
export const missBy = ({ limits }: Goal, runs: readonly Measured[]): number =>
  limits.reduce((sum, limit) => sum + log1p(excess(limit, runs)), 0);
