import { expect, test } from "vitest";
import { interval, wilson } from "./share.ts";

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
