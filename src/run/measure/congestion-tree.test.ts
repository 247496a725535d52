import { expect, test } from "vitest";
import { congestionTree } from "./congestion-tree.ts";

/**
 * Row 0: leaf pauses spine. Row 1: spine pauses leaf0 because of row 0. Row 2: leaf0 pauses h0. Row 3 belongs to
 * another congestion tree, and row 4 to the same.
 */
const pauses = {
  causedBy: [-1, 0, 1, -1, 1],
  start: [10, 20, 30, 30, 40],
  end: [100, 50, NaN, 100, 100],
  origin: (row: number): string => (row === 3 ? "spine-leaf9" : "leaf-h8"),
};

test("while all hold, each hangs from the one that made it; another congestion is left out", () => {
  expect(congestionTree(pauses, 2, 45)).toEqual({
    root: 0,
    branches: [
      {
        ...{ pause: 0, isOrphan: false },
        causes: [
          {
            ...{ pause: 1, isOrphan: false },
            causes: [
              { pause: 2, isOrphan: false, causes: [] },
              { pause: 4, isOrphan: false, causes: [] },
            ],
          },
        ],
      },
    ],
  });
});

test("the root is that of the chain although the PAUSE in between has ended: what it made are orphans", () => {
  const { root, branches } = congestionTree(pauses, 2, 60);
  expect(root).toBe(0);
  expect(branches).toEqual([
    { pause: 0, isOrphan: false, causes: [] },
    { pause: 2, isOrphan: true, causes: [] },
    { pause: 4, isOrphan: true, causes: [] },
  ]);
});

test("at the end of the run only what has no end is left, and its root is still the first PAUSE of its chain", () => {
  expect(congestionTree(pauses, 2, 200)).toEqual({ root: 0, branches: [{ pause: 2, isOrphan: true, causes: [] }] });
});
