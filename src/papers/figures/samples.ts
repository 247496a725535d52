/** Samples: the measurements of one scheme by seed. Claims compare schemes within a seed, so both had the same traffic. */
import { estimate, estimateRatio, type Estimate } from "../../base/confidence.ts";
import type { Done, Key, Mark, Point } from "./contract.ts";
import { differenceBetween, type Side } from "./statistics/difference.ts";

/** The measurements of one scheme by seed, in any unit. */
export interface Sample {
  /** The name in tables and sentences: "SPFC". */
  readonly name: string;
  /** The value of each seed. A seed is absent if its run failed or had no value. */
  readonly bySeed: ReadonlyMap<number, number>;
}

/**
 * `pick` of each run that `which` selects, at most one run per seed. A value of null or NaN was not measured.
 *
 * An infinite value is an error, since it has no mean. An event that did not happen within a run counts with the time until the run's end.
 */
export function sample<K extends Key, Row>(
  name: string,
  done: readonly Done<K, Row>[],
  which: (key: K) => boolean,
  pick: (row: Row) => number | null,
): Sample {
  const bySeed = new Map<number, number>();
  for (const { key, seed, row } of done) {
    if (!which(key)) continue;
    const value = pick(row);
    if (value === null || Number.isNaN(value)) continue;
    if (!Number.isFinite(value)) throw new RangeError(`${name}, seed ${seed}: expected a finite number, got ${value}`);
    bySeed.set(seed, value);
  }
  return { name, bySeed };
}

/** The values in the order of the runs. */
export const valuesOf = ({ bySeed }: Sample): number[] => [...bySeed.values()];

/** The mean over seeds; NaN if there is none. */
export const meanOf = (one: Sample): number => {
  const values = valuesOf(one);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
};

/** The mean over seeds with its interval. */
export const estimateOf = (one: Sample): Estimate => estimate(valuesOf(one));

function paired(a: Sample, b: Sample): { readonly a: number[]; readonly b: number[] } {
  const seeds = [...a.bySeed.keys()].filter((seed) => b.bySeed.has(seed));
  return { a: seeds.map((seed) => a.bySeed.get(seed) as number), b: seeds.map((seed) => b.bySeed.get(seed) as number) };
}

/**
 * The sample as a side of a comparison. Schemes of one figure have the same traffic under the same seed.
 *
 * A scheme with equal values under all seeds is compared like any other (docs/decisions/0027-verdicts-from-intervals.md).
 */
export const sideOf = ({ bySeed }: Sample): Side => ({ bySeed, moves: true, fixed: [], traffic: "" });

/** The paired difference a - b. */
export function difference(a: Sample, b: Sample): Estimate {
  const { mean, half, count } = differenceBetween(sideOf(a), sideOf(b));
  return { mean, half, count };
}

/** The mean of a over the mean of b, from the seeds that both have. */
export function quotient(a: Sample, b: Sample): Estimate {
  const pairs = paired(a, b);
  return estimateRatio(pairs.a, pairs.b);
}

/** `by` of two samples for each seed that both have. */
export function combine(name: string, a: Sample, b: Sample, by: (a: number, b: number) => number): Sample {
  const both = [...a.bySeed.keys()].filter((seed) => b.bySeed.has(seed));
  const of = ({ bySeed }: Sample, seed: number): number => bySeed.get(seed) as number;
  return { name, bySeed: new Map(both.map((seed) => [seed, by(of(a, seed), of(b, seed))])) };
}

/** A point (x, mean, low end, high end). Without an interval both ends equal the mean. */
export const pointAt = (x: number, { mean, half }: Estimate): readonly [number, number, number, number] =>
  Number.isNaN(half) ? [x, mean, mean, mean] : [x, mean, mean - half, mean + half];

/** The mean of a sample over seeds as a point. */
export const pointOf = (x: number, one: Sample): readonly [number, number, number, number] =>
  pointAt(x, estimateOf(one));

/** The points of a line. An empty sample has no point. */
export const pointsOf = (places: readonly (readonly [x: number, one: Sample])[]): Point[] =>
  places.flatMap(([x, one]) => (one.bySeed.size === 0 ? [] : [pointOf(x, one)]));

/** The mark of `name` at `factor` times our value, where the factor is the paper's. */
export const markOf = (name: string, x: number, ours: Sample, factor: number): Mark => ({
  name,
  x,
  y: factor * meanOf(ours),
});
