import { expect, test } from "vitest";
import { wilson } from "../confidence.ts";
import { interval, stepsOf } from "./share.ts";

test("Wilson: 10 of 100 lie within 5.5% and 17.4%; 0 of 10 below 27.8%", () => {
  const { low, high } = wilson(10, 100);
  expect(low).toBeCloseTo(0.0552, 4);
  expect(high).toBeCloseTo(0.1744, 4);
  expect(wilson(0, 10).low).toBe(0);
  expect(wilson(0, 10).high).toBeCloseTo(0.2775, 4);
});

test("24 of 100 in words", () => {
  expect(interval(24, 100)).toBe("24 of 100 (24.0%, 16.7 to 33.2%)");
});

test("2 of 4 runs, at 3 and 5 ms of 10: up by 25% at each, and level in between", () => {
  expect(stepsOf([3, 5], 4, 0, 10)).toEqual([
    [0, 0],
    ...[
      [3, 0],
      [3, 25],
      [5, 25],
      [5, 50],
    ],
    [10, 50],
  ]);
  expect(stepsOf([], 0, 0, 10)).toEqual([
    [0, 0],
    [10, 0],
  ]);
});
