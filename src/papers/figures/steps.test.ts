import { expect, test } from "vitest";
import { stepsOf } from "./steps.ts";

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
