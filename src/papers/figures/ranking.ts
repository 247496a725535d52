/**
 * Ranks many schemes by a measure for which less is better. It also tests whether the gains of two schemes multiply
 * when both are in use.
 */
import { estimate, type Estimate } from "../../base/confidence.ts";
import { exp, log } from "../../base/math.ts";
import { meanOf, sideOf, type Sample } from "./samples.ts";
import { differenceBetween } from "../../base/statistics/difference.ts";
import { COMPARABLE } from "./verdicts.ts";

/** The maximum probability that `bestOf` leaves out the best scheme. */
const LEVEL = 0.05;

/** The result of `bestOf`. */
export interface Best {
  /** The scheme with the lowest mean. */
  readonly first: Sample;
  /**
   * All schemes that may be the best, sorted by their means. A scheme is listed if no other has a significantly lower
   * mean in the paired test.
   */
  readonly among: readonly Sample[];
}

/**
 * The samples that may have the lowest mean. With 95% probability the best one is `among` them.
 *
 * A sample is excluded if another one is below it in a paired one-sided t test at 5% / (samples - 1). The level is divided
 * because each of the other samples could exclude the best one by chance. One seed excludes no sample.
 *
 * Source: Gupta, On some multiple decision rules, Technometrics 7 (1965). Bonferroni's bound replaces Gupta's, which needs equal spreads.
 * @returns undefined if there are no measurements
 */
export function bestOf(samples: readonly Sample[]): Best | undefined {
  const known = samples.filter(({ bySeed }) => bySeed.size > 0).sort((a, b) => meanOf(a) - meanOf(b));
  if (known.length === 0) return undefined;
  const among = known.filter((one) => !known.some((other) => other !== one && isBelow(other, one, known.length - 1)));
  return { first: known[0], among };
}

function isBelow(one: Sample, other: Sample, comparisons: number): boolean {
  const { mean, p, why } = differenceBetween(sideOf(one), sideOf(other));
  return why === null && mean < 0 && p / 2 < LEVEL / comparisons;
}

/**
 * The measure of the base divided by that of a scheme: at 1.25 the scheme's measure is a fifth below the base's. The factor is a
 * geometric mean over the seeds that both have. `low` and `high` are the ends of its 95% interval.
 */
export interface Gain {
  readonly factor: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

const gainOf = ({ mean, half, count }: Estimate): Gain => ({
  factor: exp(mean),
  low: exp(mean - half),
  high: exp(mean + half),
  count,
});

/** The weighted sum of the samples' logarithms, estimated over seeds. Values must be above 0. A seed that one sample lacks is left out. */
function logs(weights: readonly (readonly [Sample, number])[]): Estimate {
  const seeds = [...weights[0][0].bySeed.keys()].filter((seed) => weights.every(([{ bySeed }]) => bySeed.has(seed)));
  return estimate(
    seeds.map((seed) =>
      weights.reduce((sum, [{ bySeed }, weight]) => sum + weight * log(bySeed.get(seed) as number), 0),
    ),
  );
}

/** The factor by which `scheme` is below `base`. */
export const gain = (base: Sample, scheme: Sample): Gain =>
  gainOf(
    logs([
      [base, 1],
      [scheme, -1],
    ]),
  );

/**
 * The result of the test whether two gains multiply. It compares the interval of their joint factor with the product of
 * the two factors.
 * - `yes`: the interval lies within 10% of the product.
 * - `less`: the interval lies below the product.
 * - `more`: the interval lies above the product.
 */
export type AddsUp = "yes" | "less" | "more" | "undecided";

/** The result of `together`. */
export interface Together {
  readonly one: Gain;
  readonly other: Gain;
  readonly both: Gain;
  /** The gain factor of both schemes together, divided by the product of their gain factors. 1: the two gains multiply. */
  readonly over: Gain;
  readonly addsUp: AddsUp;
}

/** Tests whether the gains of `one` and `other` against `base` multiply when both are in use (`both`). */
export function together(base: Sample, one: Sample, other: Sample, both: Sample): Together {
  const over = gainOf(
    logs([
      [one, 1],
      [other, 1],
      [base, -1],
      [both, -1],
    ]),
  );
  const { low, high } = over;
  const addsUp = low > 1 / COMPARABLE && high < COMPARABLE ? "yes" : high < 1 ? "less" : low > 1 ? "more" : "undecided";
  return { one: gain(base, one), other: gain(base, other), both: gain(base, both), over, addsUp };
}

/** A factor as text: "x1.25 (x1.20 to x1.31)". */
export function gainText({ factor, low, high, count }: Gain): string {
  const times = (value: number): string => `x${value.toFixed(2)}`;
  if (count === 0) return "not measured";
  return count === 1 ? `${times(factor)} (one seed)` : `${times(factor)} (${times(low)} to ${times(high)})`;
}

/**
 * Combines several samples of one scheme, such as those on several fabrics, into one sample. Its value for a seed is the
 * geometric mean of theirs. A seed that one of the samples lacks is left out.
 */
export function geometricMean(name: string, samples: readonly Sample[]): Sample {
  const [first] = samples;
  if (first === undefined) return { name, bySeed: new Map() };
  const seeds = [...first.bySeed.keys()].filter((seed) => samples.every(({ bySeed }) => bySeed.has(seed)));
  const of = (seed: number): number =>
    exp(samples.reduce((sum, { bySeed }) => sum + log(bySeed.get(seed) as number), 0) / samples.length);
  return { name, bySeed: new Map(seeds.map((seed) => [seed, of(seed)])) };
}
