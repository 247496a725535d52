import { expect, test } from "vitest";
import { Stream } from "../../base/random.ts";
import { PathCycle } from "./path-cycle.ts";
import { SkippedPaths } from "./skipped-paths.ts";

const draws = (): (() => number) => {
  const stream = new Stream(1, 2, 3);
  return () => stream.next();
};
const some = (next: () => number, count: number): number[] => Array.from({ length: count }, next);
const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

test("PathCycle uses each of 5 entropies once in 5 packets, and changes the order", () => {
  const paths = new PathCycle(1, 5);
  const draw = draws();
  const cycles = some(() => 0, 20).map(() => some(() => paths.next(0, draw), 5));
  for (const cycle of cycles) expect(sorted(cycle)).toEqual([0, 1, 2, 3, 4]);
  expect(new Set(cycles.map(String)).size).toBeGreaterThan(10);
});

test("SkippedPaths uses each of 8 entropies once in 8 packets, with upper bits of the flow's own", () => {
  const paths = new SkippedPaths(2, 8);
  const draw = draws();
  for (const flow of [0, 1]) {
    const cycles = some(() => 0, 20).map(() => some(() => paths.next(flow, draw), 8));
    for (const cycle of cycles) expect(sorted(cycle.map((entropy) => entropy & 7))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(new Set(cycles.flat().map((entropy) => entropy >> 3)).size).toBe(1);
  }
});

test("SkippedPaths skips an entropy once: it is missing from one cycle of 64", () => {
  const paths = new SkippedPaths(1, 64);
  const draw = draws();
  const bad = paths.next(0, draw);
  some(() => paths.next(0, draw), 63);
  paths.skip(0, bad);
  expect(some(() => paths.next(0, draw), 63)).not.toContain(bad);
  expect(some(() => paths.next(0, draw), 64)).toContain(bad);
});
