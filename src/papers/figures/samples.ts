/** What was measured of one scheme, seed by seed: claims compare schemes within a seed, where both had the same traffic. */
import { estimate, estimateRatio, type Estimate } from "../../base/confidence.ts";
import type { Done, Key, Mark, Point } from "./contract.ts";
import { differenceBetween, type Side } from "./statistics/difference.ts";

/** What was measured of one scheme, in whatever unit, seed by seed. */
export interface Sample {
  /** As tables and sentences name it: "SPFC". */
  readonly name: string;
  /** What was measured under each seed; a seed whose run failed or in which there was nothing to measure is absent. */
  readonly bySeed: ReadonlyMap<number, number>;
}

/**
 * `pick` of each run that `which` lets pass, at most one a seed; what is null or NaN was not measured. What has not come to pass when a run
 * ends counts at its age then, as flows do; a time that is infinite has no mean, so it is refused.
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

/** By seed, in the order of the runs. */
export const valuesOf = ({ bySeed }: Sample): number[] => [...bySeed.values()];

/** Over seeds; NaN of nothing. */
export const meanOf = (one: Sample): number => {
  const values = valuesOf(one);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
};

/** Mean and interval over seeds. */
export const estimateOf = (one: Sample): Estimate => estimate(valuesOf(one));

function paired(a: Sample, b: Sample): { readonly a: number[]; readonly b: number[] } {
  const seeds = [...a.bySeed.keys()].filter((seed) => b.bySeed.has(seed));
  return { a: seeds.map((seed) => a.bySeed.get(seed) as number), b: seeds.map((seed) => b.bySeed.get(seed) as number) };
}

/**
 * As a side of a comparison: schemes of one figure have the same traffic under the same seed. A scheme that the seed does not move counts as any
 * other: its claims are judged by the pairs of seeds (docs/decisions/0027-verdicts-from-intervals.md).
 */
export const sideOf = ({ bySeed }: Sample): Side => ({ bySeed, moves: true, fixed: [], traffic: "" });

/** a - b, seed by seed. */
export function difference(a: Sample, b: Sample): Estimate {
  const { mean, half, count } = differenceBetween(sideOf(a), sideOf(b));
  return { mean, half, count };
}

/** Mean of a against mean of b, over the seeds that both have. */
export function quotient(a: Sample, b: Sample): Estimate {
  const pairs = paired(a, b);
  return estimateRatio(pairs.a, pairs.b);
}

/** A sample made of two, seed by seed, where both were measured. */
export function combine(name: string, a: Sample, b: Sample, by: (a: number, b: number) => number): Sample {
  const both = [...a.bySeed.keys()].filter((seed) => b.bySeed.has(seed));
  const of = ({ bySeed }: Sample, seed: number): number => bySeed.get(seed) as number;
  return { name, bySeed: new Map(both.map((seed) => [seed, by(of(a, seed), of(b, seed))])) };
}

/** A point of a line with its interval: x, mean, low, high. Without an interval low and high are the mean. */
export const pointAt = (x: number, { mean, half }: Estimate): readonly [number, number, number, number] =>
  Number.isNaN(half) ? [x, mean, mean, mean] : [x, mean, mean - half, mean + half];

/** The same of a sample, over seeds. */
export const pointOf = (x: number, one: Sample): readonly [number, number, number, number] =>
  pointAt(x, estimateOf(one));

/** Points of what was measured; a place where nothing was has none. */
export const pointsOf = (places: readonly (readonly [x: number, one: Sample])[]): Point[] =>
  places.flatMap(([x, one]) => (one.bySeed.size === 0 ? [] : [pointOf(x, one)]));

/** Where `name` lies if it is `factor` times ours, as the paper has it. */
export const markOf = (name: string, x: number, ours: Sample, factor: number): Mark => ({
  name,
  x,
  y: factor * meanOf(ours),
});
