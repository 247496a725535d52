import { expect, test } from "vitest";
import { Stream } from "../../base/random.ts";
import { PathCycle } from "./path-cycle.ts";

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
