/**
 * What is drawn of many values: no more than the eye can tell apart, and never without the largest.
 *
 * A page of a run with a million PAUSEs must open as fast as that of a small one.
 */

/** Points of a distribution function at most. */
const CDF_POINTS = 300;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The share of `values` that are at most x, as steps: each point is a value and the share up to it, the first at share 0, the last at 1.
 * With many values these are ranks at equal distances, closer within the last 2%, where the tail is. NaN is left out.
 */
export function cdfPoints(values: Float64Array): Point[] {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const n = sorted.length;
  if (n === 0) return [];
  const points: Point[] = [{ x: sorted[0], y: 0 }];
  const add = (rank: number): void => {
    const x = sorted[rank];
    if (points[points.length - 1].x === x && points.length > 1) points.pop();
    points.push({ x, y: (rank + 1) / n });
  };
  const shown = Math.min(n, CDF_POINTS);
  const tail = n > CDF_POINTS ? Math.floor(shown / 3) : 0;
  const bulk = shown - tail;
  const bulkEnds = tail === 0 ? n : Math.floor(n * 0.98);
  for (let k = 1; k <= bulk; k++) add(Math.floor((k * bulkEnds) / bulk) - 1);
  for (let k = 1; k <= tail; k++) add(bulkEnds + Math.floor((k * (n - bulkEnds)) / tail) - 1);
  return points;
}

/**
 * The series of `x`, which rises, and `y` in some rows as at most `2 * buckets + 2` points: of each bucket of equal length in x the lowest
 * and the highest, and both ends. Rows whose y is NaN are left out.
 */
export function keepExtremes(rows: Int32Array, x: Float64Array, y: Float64Array, buckets: number): Point[] {
  const known = rows.filter((row) => !Number.isNaN(y[row]));
  const last = known.length - 1;
  const point = (row: number): Point => ({ x: x[row], y: y[row] });
  if (known.length <= 2 * buckets + 2) return Array.from(known, point);
  const from = x[known[0]];
  const width = (x[known[last]] - from) / buckets;
  const kept = [known[0]];
  for (let k = 1; k < last;) {
    const bucket = Math.floor((x[known[k]] - from) / width);
    let low = known[k];
    let high = low;
    for (; k < last && Math.floor((x[known[k]] - from) / width) === bucket; k++) {
      if (y[known[k]] < y[low]) low = known[k];
      if (y[known[k]] > y[high]) high = known[k];
    }
    kept.push(Math.min(low, high));
    if (low !== high) kept.push(Math.max(low, high));
  }
  kept.push(known[last]);
  return kept.map(point);
}
