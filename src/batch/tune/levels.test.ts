import { expect, test } from "vitest";
import { levels } from "./levels.ts";

test("steps of the square root of 2 with two digits; the present value replaces its neighbour", () => {
  const range = { low: 100_000, high: 1_600_000, unit: "bytes" } as const;
  expect(levels(range, 5)).toEqual([100, 140, 200, 280, 400, 570, 800, 1100, 1600].map((kb) => kb * 1000));
  expect(levels(range, 500_000)).toEqual([100, 140, 200, 280, 400, 500, 800, 1100, 1600].map((kb) => kb * 1000));
});

test("powers of two for alpha, whole percents for pmax, equal steps from 0", () => {
  expect(levels({ low: 1 / 16, high: 4, unit: "ratio", step: 2, grain: 1 / 1024 }, 1)).toEqual([
    ...[1 / 16, 1 / 8, 1 / 4, 1 / 2],
    ...[1, 2, 4],
  ]);
  expect(levels({ low: 0.01, high: 0.08, unit: "ratio", grain: 0.01 }, 1)).toEqual([
    0.01, 0.02, 0.03, 0.04, 0.06, 0.08,
  ]);
  expect(levels({ low: 0, high: 8, unit: "count" }, 1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});
