/** The mean over seeds with its 95% confidence interval by Student's t. Five runs say little of their own spread, and t takes that into account. */
import { quantile } from "./student.ts";

export interface Estimate {
  readonly mean: number;
  /** The interval is mean - half to mean + half; NaN for fewer than two values. */
  readonly half: number;
  readonly count: number;
}

/** A chance of 5% to lie outside of the interval. */
const LEVEL = 0.05;

/** Charts ask for the same few degrees of freedom thousands of times. */
const quantiles = new Map<number, number>();

function quantileFor(freedom: number): number {
  const known = quantiles.get(freedom) ?? quantile(LEVEL, freedom);
  quantiles.set(freedom, known);
  return known;
}

/** Values that are not finite are left out. */
export function estimate(values: readonly number[]): Estimate {
  const known = values.filter(Number.isFinite);
  const count = known.length;
  // A sum of equal values rounds, and would give them a spread.
  if (count > 1 && known.every((value) => value === known[0])) return { mean: known[0], half: 0, count };
  const mean = known.reduce((sum, value) => sum + value, 0) / count;
  const squares = known.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  const half = count < 2 ? NaN : quantileFor(count - 1) * Math.sqrt(squares / (count - 1) / count);
  return { mean, half, count };
}

/**
 * Mean of `over` against mean of `under`, which belong together value by value (the same seed): the classical ratio estimator, whose
 * residuals `over - ratio * under` give the interval. Single values may be 0, as counts are; NaN where `under` has mean 0.
 */
export function estimateRatio(over: readonly number[], under: readonly number[]): Estimate {
  const [above, below] = [estimate(over).mean, estimate(under).mean];
  if (below === 0) return { mean: NaN, half: NaN, count: over.length };
  const ratio = above / below;
  const residuals = over.map((one, k) => (one - ratio * under[k]) / below);
  return { mean: ratio, half: estimate(residuals).half, count: over.length };
}

/** Of a standard normal distribution: 95% lie within so many deviations. */
const Z = 1.959964;

/** Wilson's 95% interval of a share of which `hits` of `runs` were seen. */
export function wilson(hits: number, runs: number): { readonly low: number; readonly high: number } {
  const share = hits / runs;
  const spread = (Z * Math.sqrt((share * (1 - share)) / runs + (Z * Z) / (4 * runs * runs))) / (1 + (Z * Z) / runs);
  const middle = (share + (Z * Z) / (2 * runs)) / (1 + (Z * Z) / runs);
  // Where all or none were hits, an end is 0 or 1, which rounding need not give.
  return { low: hits === 0 ? 0 : middle - spread, high: hits === runs ? 1 : middle + spread };
}
