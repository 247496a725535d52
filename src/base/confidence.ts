/**
 * What a few runs that differ by their seed say, and how sure it is: 95% confidence intervals by Student's t, since five runs say little of
 * their own spread.
 */

export interface Estimate {
  readonly mean: number;
  /** The interval is mean - half to mean + half; NaN for fewer than two values. */
  readonly half: number;
  readonly count: number;
}

/** The 97.5% quantile of Student's t for 1 to 30 degrees of freedom. */
const T = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** Beyond the table, two terms of Cornish and Fisher's expansion round the normal distribution: right to three decimals. */
function quantile(freedom: number): number {
  return T[freedom - 1] ?? 1.96 + 2.372 / freedom + 2.823 / (freedom * freedom);
}

/** Values that are not finite are left out. */
export function estimate(values: readonly number[]): Estimate {
  const known = values.filter(Number.isFinite);
  const count = known.length;
  const mean = known.reduce((sum, value) => sum + value, 0) / count;
  const squares = known.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  const half = count < 2 ? NaN : quantile(count - 1) * Math.sqrt(squares / (count - 1) / count);
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
