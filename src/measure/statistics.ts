/** Order statistics of completion times and slowdowns. */

export interface Distribution {
  readonly count: number;
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Nearest-rank percentiles; NaN throughout for no values. Values that are not finite are left out. */
export function distribution(values: ArrayLike<number>): Distribution {
  const sorted = Float64Array.from(values).filter(Number.isFinite).sort();
  const rank = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
  return { count: sorted.length, mean: mean(sorted), p50: rank(0.5), p95: rank(0.95), p99: rank(0.99), max: rank(1) };
}

/** NaN for no values. */
export function mean(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}
