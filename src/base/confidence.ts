/**
 * The mean over seeds with its 95% confidence interval. With few runs the spread itself is uncertain. Student's t distribution takes this
 * into account.
 */
import { quantile } from "./student.ts";

export interface Estimate {
  readonly mean: number;
  /** Half the width of the interval, which is mean - half to mean + half. NaN for fewer than two values. */
  readonly half: number;
  readonly count: number;
}

/** The probability that the true mean is outside the interval. */
const LEVEL = 0.05;

/** Quantiles that were computed before. Charts need the same few degrees of freedom thousands of times. */
const quantiles = new Map<number, number>();

function quantileFor(freedom: number): number {
  const known = quantiles.get(freedom) ?? quantile(LEVEL, freedom);
  quantiles.set(freedom, known);
  return known;
}

/** The mean of `values` and its interval. Values that are not finite are ignored. */
export function estimate(values: readonly number[]): Estimate {
  const known = values.filter(Number.isFinite);
  const count = known.length;
  // Equal values must have an interval of exactly 0. The formula below may miss it, because the sum is rounded.
  if (count > 1 && known.every((value) => value === known[0])) return { mean: known[0], half: 0, count };
  const mean = known.reduce((sum, value) => sum + value, 0) / count;
  const squares = known.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  const half = count < 2 ? NaN : quantileFor(count - 1) * Math.sqrt(squares / (count - 1) / count);
  return { mean, half, count };
}

/**
 * Estimates mean(over) / mean(under) for values that are paired by seed, with the classical ratio estimator. The
 * interval comes from the residuals: `over` minus `ratio` times `under`. Single values may be 0, such as counts. The
 * ratio is NaN if `under` has mean 0.
 */
export function estimateRatio(over: readonly number[], under: readonly number[]): Estimate {
  const [above, below] = [estimate(over).mean, estimate(under).mean];
  if (below === 0) return { mean: NaN, half: NaN, count: over.length };
  const ratio = above / below;
  const residuals = over.map((one, k) => (one - ratio * under[k]) / below);
  return { mean: ratio, half: estimate(residuals).half, count: over.length };
}

/** 95% of a standard normal distribution are within this many standard deviations. */
export const Z95 = 1.959964;

/** Wilson's 95% confidence interval of the share `hits` / `runs`. */
export function wilson(hits: number, runs: number): { readonly low: number; readonly high: number } {
  const share = hits / runs;
  const spread =
    (Z95 * Math.sqrt((share * (1 - share)) / runs + (Z95 * Z95) / (4 * runs * runs))) / (1 + (Z95 * Z95) / runs);
  const middle = (share + (Z95 * Z95) / (2 * runs)) / (1 + (Z95 * Z95) / runs);
  // Without a hit the low end is exactly 0. If every run is a hit, the high end is exactly 1. The formula may miss these
  // values by a rounding error.
  return { low: hits === 0 ? 0 : middle - spread, high: hits === runs ? 1 : middle + spread };
}
