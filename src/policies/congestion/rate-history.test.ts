import { expect, test } from "vitest";
import { ENTRIES, RateHistory } from "./rate-history.ts";

const noted = (...entries: [when: number, rate: number][]): RateHistory => {
  const history = new RateHistory(2);
  for (const [when, rate] of entries) history.note(1, when, rate, 10);
  return history;
};

test("the rate before a moment is the last one kept before it", () => {
  const history = noted([0, 100], [10, 50], [30, 25]);
  expect([5, 10, 11, 30, 31, 900].map((when) => history.before(1, when))).toEqual([100, 100, 50, 50, 25, 25]);
});

test("a change less than a step after the last one kept is not kept; one at the same moment takes its place", () => {
  const history = noted([0, 100], [9, 1], [20, 50], [20, 40]);
  expect([15, 25].map((when) => history.before(1, when))).toEqual([100, 40]);
});

test("bytes sent again: what was noted of them is void", () => {
  const history = noted([0, 100], [10, 50], [20, 25], [5, 10]);
  expect([4, 6, 21].map((when) => history.before(1, when))).toEqual([10, 10, 10]);
});

test(`of more than ${ENTRIES} changes the oldest are forgotten, and flows do not meet`, () => {
  const history = noted(...Array.from({ length: ENTRIES + 2 }, (_, k): [number, number] => [k * 10, k]));
  history.note(0, 0, 7, 10);
  expect([1, 21, 31].map((when) => history.before(1, when))).toEqual([2, 2, 3]);
  expect(history.before(0, 1000)).toBe(7);
});
