/** Tests how many runs are necessary to decide on a share. */
import { expect, test } from "vitest";
import { wilson } from "../../base/confidence.ts";
import { RUNS } from "./tab2.ts";

const width = (hits: number, runs: number): number => {
  const { low, high } = wilson(hits, runs);
  return high - low;
};

test("the paper's own 37 of 50 would be undecided: an interval of .24; of 100 runs no share has one wider than .2", () => {
  // Wilson by hand: 2 z / (n + z^2) sqrt(n p (1 - p) + z^2 / 4), z = 1.96.
  const byHand = (p: number, n: number): number =>
    ((2 * 1.96) / (n + 1.96 ** 2)) * Math.sqrt(n * p * (1 - p) + 1.96 ** 2 / 4);
  expect(width(37, 50)).toBeCloseTo(byHand(0.74, 50), 3);
  expect(width(37, 50)).toBeGreaterThan(0.2);
  expect(Math.max(...Array.from({ length: RUNS + 1 }, (_, hits) => width(hits, RUNS)))).toBeLessThan(0.2);
});
