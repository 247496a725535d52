import { expect, test } from "vitest";
import { SkippedPaths } from "./skipped-paths.ts";

const PATHS = 8;
/** Every draw is 0, so each cycle has the order 0 to 7. */
const first = (): number => 0;
const take = (paths: SkippedPaths, count: number, draw = first): number[] =>
  Array.from({ length: count }, () => paths.next(0, draw));
const all = Array.from({ length: PATHS }, (_, k) => k);

test("each cycle has every entropy once, in an order of its own", () => {
  let last = 0;
  const draw = (): number => (last = (last + 0.37) % 1);
  const paths = new SkippedPaths(1, PATHS, 1);
  const cycles = [take(paths, PATHS, draw), take(paths, PATHS, draw)].map((cycle) => cycle.map((one) => one % PATHS));
  for (const cycle of cycles) expect(cycle.toSorted((a, b) => a - b)).toEqual(all);
  expect(cycles[0]).not.toEqual(cycles[1]);
});

test("a flow has upper bits of its own, drawn once", () => {
  const draws = [0.5, 0.9, 0.1];
  const paths = new SkippedPaths(1, PATHS, 1);
  const taken = take(paths, 3 * PATHS, () => draws.shift() ?? 0.3);
  expect(new Set(taken.map((one) => one - (one % PATHS)))).toEqual(new Set([32_768]));
});

test.each([
  [1, 1],
  [4, 4],
  [4, 1],
])("skipped %i times of at most %i", (times, most) => {
  const paths = new SkippedPaths(2, PATHS, most);
  paths.skip(0, 3, times);
  const skips = Math.min(times, most);
  const taken = take(paths, (skips + 1) * PATHS - skips);
  expect(taken.filter((value) => value === 3)).toHaveLength(1);
  expect(taken.indexOf(3)).toBe(skips * (PATHS - 1) + 3);
  expect(paths.next(1, first)).toBe(0); // another flow has its own cycle
});

test("if every entropy is to be skipped, one is used all the same", () => {
  const paths = new SkippedPaths(1, PATHS, 15);
  for (const value of all) paths.skip(0, value, 15);
  for (const value of take(paths, 100)) expect(all).toContain(value);
});

test("with a maximum of 0 no entropy is skipped", () => {
  const paths = new SkippedPaths(1, PATHS, 0);
  paths.skip(0, 0, 4);
  expect(take(paths, PATHS)).toEqual(all);
});
