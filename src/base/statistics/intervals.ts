/** Means and quantiles over seeds, each with its 95% interval (docs/statistics.md). Values that are not finite are left out. */
import { estimate } from "../confidence.ts";
import { stream } from "../random.ts";
import { normalBelow, quantile } from "../student.ts";

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface Mean extends Interval {
  readonly mean: number;
  readonly count: number;
}

const LEVEL = 0.05;

/** The mean with Student's interval. For fewer than two values the interval is NaN. */
export function meanOf(values: readonly number[]): Mean {
  const { mean, half, count } = estimate(values);
  return { mean, low: mean - half, high: mean + half, count };
}

const RESAMPLES = 10_000;

/**
 * The 95% interval of the mean by resampling, for values that are far from normal. The seed of the resampling is the
 * number of values, so the same list of values always has the same interval.
 *
 * It is the expanded percentile interval. The plain percentile interval cuts off 2.5% of the resampled means at each
 * end. This one cuts off less at each end: the share of a normal distribution that lies beyond t. For n values, t is
 * Student's quantile times sqrt(n / (n - 1)).
 *
 * Source: Hesterberg, "What Teachers Should Know About the Bootstrap". The American Statistician 69(4), 2015, section 5.3.
 */
export function bootstrapOf(given: readonly number[]): Interval {
  const values = given.filter(Number.isFinite);
  const { length } = values;
  if (length < 2) return { low: NaN, high: NaN };
  const draws = stream(length, "bootstrap");
  const means = Float64Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let k = 0; k < length; k++) sum += values[draws.int(length)];
    return sum / length;
  }).sort();
  const tail = normalBelow(-quantile(LEVEL, length - 1) * Math.sqrt(length / (length - 1)));
  const cut = Math.floor(tail * RESAMPLES);
  return { low: means[cut], high: means[RESAMPLES - 1 - cut] };
}

export interface Quantile {
  readonly value: number;
  /** The low end of the interval. NaN if there are too few values for 95%. */
  readonly low: number;
  readonly high: number;
}

/**
 * A quantile of the values with its interval. The interval's ends are order statistics that enclose the distribution's quantile with at
 * least 95%. The distribution need not be normal.
 */
export function quantileOf(given: readonly number[], q: number): Quantile {
  const sorted = given.filter(Number.isFinite).sort((a, b) => a - b);
  const { length } = sorted;
  if (length === 0) return { value: NaN, low: NaN, high: NaN };
  const value = sorted[Math.min(length - 1, Math.floor(q * length))]; // the same rule for quantiles as everywhere in xoff
  const below = binomialBelow(length, q);
  // The ranks of the interval's ends. The quantile is below the low end with a probability of at most 2.5%, and above
  // the high end with at most 2.5%.
  const low = below.findLastIndex((chance) => chance <= LEVEL / 2);
  const high = below.findIndex((chance) => chance >= 1 - LEVEL / 2);
  return { value, low: low < 1 ? NaN : sorted[low - 1], high: high < 1 || high > length ? NaN : sorted[high - 1] };
}

/** For k = 0 to n: the probability that fewer than k of n values lie below the quantile q. */
function binomialBelow(n: number, q: number): number[] {
  const chances = [0];
  let single = Array.from({ length: n }).reduce<number>((product) => product * (1 - q), 1);
  let sum = 0;
  for (let k = 0; k < n; k++) {
    sum += single;
    chances.push(sum);
    single *= ((n - k) / (k + 1)) * (q / (1 - q));
  }
  return chances;
}

/**
 * Corrects the p values of several tests. If each corrected value below a level counts as positive, the probability of any false positive is
 * at most this level. Source: Holm, 1979.
 */
export function holm(chances: readonly number[]): number[] {
  const order = [...chances.keys()].filter((k) => !Number.isNaN(chances[k])).sort((a, b) => chances[a] - chances[b]);
  const raised = chances.map(() => NaN);
  let most = 0;
  for (const [rank, k] of order.entries()) {
    most = Math.max(most, Math.min(1, (order.length - rank) * chances[k]));
    raised[k] = most;
  }
  return raised;
}
