import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cdfPoints, keepExtremes } from "./decimate.ts";

test("values 3, 1, 2, 2: a quarter is at most 1, three quarters at most 2, all at most 3", () => {
  expect(cdfPoints(Float64Array.of(3, 1, 2, 2, NaN))).toEqual([
    { x: 1, y: 0 },
    { x: 1, y: 0.25 },
    { x: 2, y: 0.75 },
    { x: 3, y: 1 },
  ]);
});

test("a distribution of many values has at most 301 points, rises, and keeps the least and the largest value", () =>
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 3000 }),
      (values) => {
        const points = cdfPoints(Float64Array.from(values));
        const sorted = Float64Array.from(values).sort();
        expect(points.length).toBeLessThanOrEqual(301);
        expect(points[0]).toEqual({ x: sorted[0], y: 0 });
        expect(points.at(-1)).toEqual({ x: sorted.at(-1), y: 1 });
        for (const { x, y } of points.slice(1)) {
          // The share of values up to x, for an x that does not divide a group of equal values.
          const below = sorted.filter((value) => value < x).length;
          const upTo = sorted.filter((value) => value <= x).length;
          expect(y * sorted.length).toBeGreaterThan(below - 1e-6);
          expect(y * sorted.length).toBeLessThan(upTo + 1e-6);
        }
      },
    ),
  ));

test("a series cut down keeps its lowest and highest sample, both ends and its order", () =>
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true, min: 0, max: 1e9 }), { minLength: 1, maxLength: 2000 }),
      (samples) => {
        const y = Float64Array.from(samples);
        const x = y.map((_, k) => k * 10);
        const points = keepExtremes(
          Int32Array.from(y, (_, k) => k),
          x,
          y,
          20,
        );
        expect(points.length).toBeLessThanOrEqual(42);
        const ys = points.map((point) => point.y);
        expect(Math.max(...ys)).toBe(Math.max(...samples));
        expect(Math.min(...ys)).toBe(Math.min(...samples));
        expect([points[0].x, points.at(-1)?.x]).toEqual([x[0], x.at(-1)]);
        expect(points.every((point, k) => k === 0 || point.x > points[k - 1].x)).toBe(true);
      },
    ),
  ));

test("only the rows asked for, and of them only those with a value", () => {
  const points = keepExtremes(Int32Array.of(1, 2, 3), Float64Array.of(0, 1, 2, 3), Float64Array.of(9, 5, NaN, 7), 10);
  expect(points).toEqual([
    { x: 1, y: 5 },
    { x: 3, y: 7 },
  ]);
});
