/**
 * Reduces many values to as many points as a chart can show, and always keeps the largest value. The report page of a
 * run with a million PAUSEs then opens as fast as the page of a small run.
 */

/** Maximum points of a distribution function. */
const CDF_POINTS = 300;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The distribution function of `values` as steps. Each point is a value and the share of values at or below it, from
 * share 0 to share 1.
 *
 * If there are many values, only some of them become points, at equal distances in rank. In the tail, the last 2%, the
 * points are denser. NaN is ignored.
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
 * Reduces a series to its two ends and at most two points for each bucket. The series has the points (`x`, `y`) at the
 * indices in `rows`. `x` must increase.
 *
 * The range of x is divided into buckets of equal width. Each bucket keeps its lowest and its highest point, and both
 * ends of the series are kept. Rows whose y is NaN are ignored.
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
