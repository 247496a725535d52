/** Samples: measurements of one scheme by seed. Claims compare two schemes within each seed, where both have the same traffic. */
import { estimate, estimateRatio, type Estimate } from "../../base/confidence.ts";
import type { Done, Key, Mark, Point } from "./contract.ts";
import { differenceBetween, type Side } from "../../base/statistics/difference.ts";

/** The measurements of one scheme by seed. They may have any unit. */
export interface Sample {
  /** The scheme's name in tables and sentences: "SPFC". */
  readonly name: string;
  /** The value of each seed. A seed is absent if its run failed or has no value. */
  readonly bySeed: ReadonlyMap<number, number>;
}

/**
 * Makes a sample from the value that `pick` returns for each run that `which` selects. `which` must select at most one
 * run of each seed. Null or NaN means that the run has no value. An infinite value is an error, because it has no mean.
 * For an event that did not happen within the run, `pick` returns the length of the run.
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

/** The values of a sample, in the order of its runs. */
export const valuesOf = ({ bySeed }: Sample): number[] => [...bySeed.values()];

/** The mean over seeds. It is NaN if the sample is empty. */
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
 * The sample as one side of a comparison. All sides have the same `traffic`, because schemes of one figure have the same
 * traffic under the same seed.
 *
 * `moves` (true if the seed changes the run) is true even for a scheme whose value is the same under all seeds. So such a
 * scheme is compared like any other (docs/decisions/0027-verdicts-from-intervals.md).
 */
export const sideOf = ({ bySeed }: Sample): Side => ({ bySeed, moves: true, fixed: [], traffic: "" });

/** The difference a - b, paired by seed. */
export function difference(a: Sample, b: Sample): Estimate {
  const { mean, half, count } = differenceBetween(sideOf(a), sideOf(b));
  return { mean, half, count };
}

/** The mean of a divided by the mean of b, over the seeds that both have. */
export function quotient(a: Sample, b: Sample): Estimate {
  const pairs = paired(a, b);
  return estimateRatio(pairs.a, pairs.b);
}

/** Applies `by` to the values of two samples, for each seed that both have. */
export function combine(name: string, a: Sample, b: Sample, by: (a: number, b: number) => number): Sample {
  const both = [...a.bySeed.keys()].filter((seed) => b.bySeed.has(seed));
  const of = ({ bySeed }: Sample, seed: number): number => bySeed.get(seed) as number;
  return { name, bySeed: new Map(both.map((seed) => [seed, by(of(a, seed), of(b, seed))])) };
}

/** A point with x, mean, low end and high end. Without an interval both ends equal the mean. */
export const pointAt = (x: number, { mean, half }: Estimate): readonly [number, number, number, number] =>
  Number.isNaN(half) ? [x, mean, mean, mean] : [x, mean, mean - half, mean + half];

/** A point at x with the sample's mean over seeds and its interval. */
export const pointOf = (x: number, one: Sample): readonly [number, number, number, number] =>
  pointAt(x, estimateOf(one));

/** The points of a line. Empty samples have no point. */
export const pointsOf = (places: readonly (readonly [x: number, one: Sample])[]): Point[] =>
  places.flatMap(([x, one]) => (one.bySeed.size === 0 ? [] : [pointOf(x, one)]));

/** A mark for a value that the paper prints as `factor` times another value. `ours` is that other value in our runs. */
export const markOf = (name: string, x: number, ours: Sample, factor: number): Mark => ({
  name,
  x,
  y: factor * meanOf(ours),
});
