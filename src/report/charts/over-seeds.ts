/**
 * Merges the lines of runs with different seeds into one line: the mean, with its 95% confidence interval as a band.
 */
import { estimate } from "../../base/confidence.ts";
import { cdfPoints, type Point } from "../decimate.ts";
import type { Interval } from "./lines.ts";

export interface Course {
  readonly points: readonly Point[];
  /** Confidence intervals. Absent if fewer than two points have an interval, as for a single run. */
  readonly intervals?: readonly Interval[];
}

/**
 * The mean of the runs' values at each x of `xs`, with its interval. `ys` has a list of values for each run, with NaN
 * where the run has none. Intervals are clipped to `least` and `most`.
 */
export function meanCourse(
  xs: readonly number[],
  ys: readonly (readonly number[])[],
  { least = -Infinity, most = Infinity } = {},
): Course {
  const estimates = xs.map((x, k) => ({ x, ...estimate(ys.map((values) => values[k])) }));
  const known = estimates.filter(({ count }) => count > 0);
  const points = known.map(({ x, mean }) => ({ x, y: mean }));
  const sure = known.filter(({ half }) => !Number.isNaN(half));
  if (sure.length < 2) return { points };
  return {
    points,
    intervals: sure.map(({ x, mean, half }) => ({
      x,
      low: Math.max(least, mean - half),
      high: Math.min(most, mean + half),
    })),
  };
}

/** Only every third point of a mean distribution is drawn, because its confidence band hides finer detail. */
const EVERY = 3;

/** The mean of the distribution functions of several runs: at each x the mean share of values at or below x. */
export function meanCdf(runs: readonly Float64Array[]): Course {
  const known = runs
    .map((values) => values.filter((value) => !Number.isNaN(value)).sort())
    .filter(({ length }) => length > 0);
  if (known.length < 2) return { points: cdfPoints(known[0] ?? new Float64Array()) };
  const pooled = new Float64Array(known.reduce((sum, { length }) => sum + length, 0));
  known.reduce((at, values) => (pooled.set(values, at), at + values.length), 0);
  const all = [...new Set(cdfPoints(pooled).map(({ x }) => x))];
  const xs = all.filter((_, k) => k % EVERY === 0 || k === all.length - 1);
  return meanCourse(
    xs,
    known.map((sorted) => xs.map((x) => below(sorted, x) / sorted.length)),
    { least: 0, most: 1 },
  );
}

/** The number of elements of `sorted` that are at most x. */
function below(sorted: Float64Array, x: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The range of the y axis. It begins at the lowest point. It ends at the highest point, or at the upper end of a
 * confidence interval above it. But it never ends above `reach` times the highest point. Parts of confidence intervals
 * beyond the range are cut.
 */
export function heights(courses: readonly Course[], reach = 1.5): { low: number; high: number } {
  const ys = courses.flatMap(({ points }) => points.map(({ y }) => y));
  const top = ys.reduce((most, y) => Math.max(most, y), -Infinity);
  const ends = courses.flatMap(({ intervals = [] }) => intervals.map(({ high }) => Math.min(high, top * reach)));
  return {
    low: ys.reduce((least, y) => Math.min(least, y), Infinity),
    high: ends.reduce((most, y) => Math.max(most, y), top),
  };
}

/** Clips intervals to the ends of an axis, so that their band stays within the chart. */
export const within = ({ points, intervals }: Course, [least, most]: readonly number[]): Course =>
  intervals === undefined
    ? { points }
    : {
        points,
        intervals: intervals.map(({ x, low, high }) => ({
          x,
          low: Math.max(least, low),
          high: Math.min(most, Math.max(least, high)),
        })),
      };
