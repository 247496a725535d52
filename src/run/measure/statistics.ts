/**
 * Percentiles and means of completion times and slowdowns. Percentile q of n values is the value at index floor(q n) of
 * the sorted list, as in HPCC's analysis. If q n is not a whole number, this is the nearest-rank percentile.
 *
 * Source: alibaba-edu/High-Precision-Congestion-Control analysis/fct_analysis.py.
 */

export interface Distribution {
  readonly count: number;
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** The distribution of the finite values. If there are none, all fields except `count` are NaN. */
export function distribution(values: ArrayLike<number>): Distribution {
  const sorted = Float64Array.from(values).filter(Number.isFinite).sort();
  const last = sorted.length - 1;
  const rank = (share: number): number => sorted[Math.min(last, Math.floor(share * sorted.length))] ?? NaN;
  return { count: sorted.length, mean: mean(sorted), p50: rank(0.5), p95: rank(0.95), p99: rank(0.99), max: rank(1) };
}

/** The mean. NaN if there are no values. */
export function mean(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}
