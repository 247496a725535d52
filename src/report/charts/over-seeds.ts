/** One line of several runs that differ by their seed: the mean, and its 95% interval as a band. */
import { estimate } from "../../base/confidence.ts";
import { cdfPoints, type Point } from "../decimate.ts";
import type { Interval } from "./lines.ts";

export interface Course {
  readonly points: readonly Point[];
  /** Absent for a single run. */
  readonly intervals?: readonly Interval[];
}

/** What `ys`, a list a run, have at each of `xs`; NaN where a run has nothing there. Intervals are kept within `least` and `most`. */
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

/** A band hides what is finer: of the points of a distribution one in so many is drawn. */
const EVERY = 3;

/** Distribution functions of several runs as one: of each run the share at or below x, and the mean over the runs. */
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

/** How many of `sorted` are at most x. */
function below(sorted: Float64Array, x: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Of all that is drawn along y: points, and intervals as far as `reach` times beyond the points. */
export function heights(courses: readonly Course[], reach = 1.5): { low: number; high: number } {
  const ys = courses.flatMap(({ points }) => points.map(({ y }) => y));
  const top = ys.reduce((most, y) => Math.max(most, y), -Infinity);
  const ends = courses.flatMap(({ intervals = [] }) => intervals.map(({ high }) => Math.min(high, top * reach)));
  return {
    low: ys.reduce((least, y) => Math.min(least, y), Infinity),
    high: ends.reduce((most, y) => Math.max(most, y), top),
  };
}

/** Intervals cut at the ends of an axis, so that no band leaves its chart. */
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
