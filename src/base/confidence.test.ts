import { expect, test } from "vitest";
import { estimate, estimateRatio, wilson } from "./confidence.ts";

test("1, 2, 3: mean 2, and t(2) = 4.303 times the standard error 1 / sqrt(3) either side", () => {
  const { mean, half, count } = estimate([1, 2, 3]);
  expect([mean, count]).toEqual([2, 3]);
  expect(half).toBeCloseTo(4.302653 / Math.sqrt(3), 6);
});

test("Student's quantiles: 31 degrees of freedom are 2.0395, 101 are 1.9837", () => {
  // Half of the values are 1 above the mean and half are 1 below it. The standard error is then 1 / sqrt(n - 1).
  const halves = (n: number): number[] => Array.from({ length: n }, (_, k) => (k % 2 === 0 ? -1 : 1));
  expect(estimate(halves(32)).half * Math.sqrt(31)).toBeCloseTo(2.0395, 4);
  expect(estimate(halves(102)).half * Math.sqrt(101)).toBeCloseTo(1.9837, 4);
});

test("equal values have no spread, however their sum rounds", () => {
  expect(estimate([0.1, 0.1, 0.1])).toEqual({ mean: 0.1, half: 0, count: 3 });
});

test("one value is no interval, and none is no mean; what was not measured is left out", () => {
  expect(estimate([5])).toEqual({ mean: 5, half: NaN, count: 1 });
  expect(estimate([])).toEqual({ mean: NaN, half: NaN, count: 0 });
  expect(estimate([1, NaN, 3]).count).toBe(2);
});

test("a ratio of means: 90 of 100 each time is .9 without doubt; with a 0 among the values it still is one", () => {
  expect(estimateRatio([90, 99, 81], [100, 110, 90])).toEqual({ mean: 0.9, half: 0, count: 3 });
  const { mean, half } = estimateRatio([0, 2], [1, 3]);
  expect(mean).toBe(0.5);
  // Residuals of -.25 and .25 have a standard error of .25. t with 1 degree of freedom is 12.706.
  expect(half).toBeCloseTo(12.706205 * 0.25, 6);
  expect(estimateRatio([1, 1], [0, 0]).mean).toBeNaN();
});

test("Wilson: 10 of 100 lie within 5.5% and 17.4%; 0 of 10 below 27.8%", () => {
  const { low, high } = wilson(10, 100);
  expect(low).toBeCloseTo(0.0552, 4);
  expect(high).toBeCloseTo(0.1744, 4);
  expect(wilson(0, 10).low).toBe(0);
  expect(wilson(0, 10).high).toBeCloseTo(0.2775, 4);
});
