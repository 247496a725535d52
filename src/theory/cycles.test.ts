import { expect, test } from "vitest";
import { cycles, knots } from "./cycles.ts";

const graph = (edges: readonly (readonly [number, number])[]): Map<number, number[]> => {
  const next = new Map<number, number[]>();
  for (const [from, to] of edges) next.set(from, [...(next.get(from) ?? []), to]);
  return next;
};

test("a tree, a diamond and a chain have none", () => {
  expect(
    cycles(
      graph([
        [1, 2],
        [1, 3],
        [2, 4],
        [3, 4],
        [4, 5],
      ]),
    ),
  ).toEqual([]);
});

test("1 -> 2 -> 3 -> 1 is one, and what hangs on it is no part of it", () => {
  expect(
    cycles(
      graph([
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 1],
        [3, 9],
      ]),
    ),
  ).toEqual([[1, 2, 3]]);
});

test("of a knot with cycles of 4 and of 2 the one of 2 is shown", () => {
  expect(
    cycles(
      graph([
        [1, 2],
        [2, 3],
        [3, 4],
        [4, 1],
        [3, 2],
      ]),
    )[0],
  ).toHaveLength(2);
});

test("two knots, two cycles; a node that waits for itself is a cycle of one", () => {
  expect(
    knots(
      graph([
        [1, 2],
        [2, 1],
        [2, 5],
        [5, 6],
        [6, 5],
        [7, 7],
      ]),
    ).map((knot) => knot.length),
  ).toEqual([2, 2, 1]);
  expect(cycles(graph([[7, 7]]))).toEqual([[7]]);
});

test("a chain of 100,000 does not overflow the stack", () => {
  const edges = Array.from({ length: 100_000 }, (_, k) => [k, k + 1] as const);
  expect(cycles(graph(edges))).toEqual([]);
});
