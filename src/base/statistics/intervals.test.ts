import { expect, test } from "vitest";
import { stream } from "../random.ts";
import { bootstrapOf, holm, meanOf, quantileOf } from "./intervals.ts";
import { normalBelow, quantile, twoSided } from "../student.ts";

test("Student's t as tables have it: 12.706, 2.776, 2.571, 2.042, 4.604 at 1%", () => {
  expect([1, 4, 5, 30].map((freedom) => quantile(0.05, freedom).toFixed(3))).toEqual([
    "12.706",
    "2.776",
    "2.571",
    "2.042",
  ]);
  expect([quantile(0.01, 4).toFixed(3), quantile(0.001, 10).toFixed(3)]).toEqual(["4.604", "4.587"]);
  expect([twoSided(2, 3).toFixed(5), twoSided(0, 7), twoSided(1, 1).toFixed(12)]).toEqual([
    "0.13933",
    1,
    "0.500000000000",
  ]);
});

test("the normal distribution: 0.975 below 1.959964, 1.3e-3 below -3", () => {
  expect([normalBelow(1.959963985).toFixed(9), normalBelow(0), normalBelow(-3).toExponential(4)]).toEqual([
    "0.975000000",
    0.5,
    "1.3499e-3",
  ]);
});

test("1 to 5: mean 3, standard error sqrt(2.5 / 5) = 0.7071, times 2.776 is 1.963", () => {
  const { mean, low, high, count } = meanOf([1, 2, 3, 4, 5, NaN]);
  expect([mean, count, low.toFixed(3), high.toFixed(3)]).toEqual([3, 5, "1.037", "4.963"]);
  expect(meanOf([7])).toEqual({ mean: 7, low: NaN, high: NaN, count: 1 });
});

test("quantiles: of 9 values ranks 2 and 8 enclose the median, of 6 the first and the last, of 5 none do", () => {
  const upTo = (n: number): number[] => Array.from({ length: n }, (_, k) => n - k);
  expect(quantileOf(upTo(9), 0.5)).toEqual({ value: 5, low: 2, high: 8 }); // the chance that the median is outside: 2 * (1 + 9) / 512 = 3.9%
  expect(quantileOf(upTo(6), 0.5)).toEqual({ value: 4, low: 1, high: 6 }); // outside with 2 / 64 = 3.1%
  expect(quantileOf(upTo(5), 0.5)).toEqual({ value: 3, low: NaN, high: NaN }); // outside with 2 / 32 = 6.3%, which is more than 5%
});

test("resampling encloses the mean, is the same each time, and covers what it should of skewed values", () => {
  const draws = stream(1, "values");
  let covered = 0;
  for (let k = 0; k < 40; k++) {
    const { low, high } = bootstrapOf(Array.from({ length: 20 }, () => draws.exponential(1)));
    if (low <= 1 && 1 <= high) covered++;
  }
  expect(covered).toBeGreaterThanOrEqual(34);
  expect(bootstrapOf([1, 2, 9])).toEqual(bootstrapOf([1, 2, 9]));
});

test("Holm: 0.01, 0.04, 0.03 of three are 0.03, 0.06, 0.06", () => {
  expect(holm([0.01, 0.04, 0.03]).map((one) => one.toFixed(2))).toEqual(["0.03", "0.06", "0.06"]);
  expect(holm([NaN, 0.9, 0.8])).toEqual([NaN, 1, 1]);
});
