import { expect, test } from "vitest";
import type { ServedComparison, ServedDifference, ServedRow } from "../../../report/served.ts";
import { seedDifferences } from "./seed-differences.ts";

const row = (name: string): ServedRow =>
  ({ runs: [1, 2, 3].map((seed) => ({ label: name, path: `${name}-${seed}` })) }) as unknown as ServedRow;

const to = (best: number, ...texts: string[]): ServedDifference[] => texts.map((text) => ({ text, to: best }));
const best: ServedDifference = { text: "least*", to: null };

/** Three rows: b has the fewest PAUSEs, and a the least slowdown. */
const comparison = {
  seeds: 3,
  columns: ["PAUSEs", "paused", "slowdown p99"].map((head) => ({ head, about: "" })),
  rows: [row("a"), row("b"), row("c")],
  differences: [
    [...to(1, "+6.3 ±0.8", "+269.7 us ±15.68"), best],
    [best, best, ...to(0, "+0.5 ±0.1")],
    [...to(1, "+7.0 ±1.0", "unknown"), ...to(0, "+0.9 ±0.2*")],
  ],
} as unknown as ServedComparison;

test("the difference of the better row to the other has the opposite sign of the comparison's", () => {
  const found = seedDifferences([comparison], "a-1", "b-1");
  expect(found?.seeds).toBe(3);
  expect([...(found?.byMeasure ?? [])]).toEqual([
    ["PAUSEs", "−6.3 ±0.8"],
    ["p99 slowdown", "+0.5 ±0.1"],
    ["Time paused", "−269.7 us ±15.68"],
  ]);
  expect(seedDifferences([comparison], "b-2", "a-2")?.byMeasure.get("PAUSEs")).toBe("+6.3 ±0.8");
});

test("two rows of which neither is the best have no difference in that column", () => {
  expect([...(seedDifferences([comparison], "a-1", "c-1")?.byMeasure ?? [])]).toEqual([["p99 slowdown", "+0.9 ±0.2"]]);
});

test("two seeds of one row, and runs of no comparison, have none", () => {
  expect(seedDifferences([comparison], "a-1", "a-2")).toBeUndefined();
  expect(seedDifferences([comparison], "a-1", "elsewhere")).toBeUndefined();
});

test("a row has no difference to the best row of other traffic", () => {
  const loads = {
    ...comparison,
    rows: [...comparison.rows, row("d")],
    differences: [[best, best, best], to(0, "+1.0 ±0.1", "-", "-"), [best, best, best], to(2, "+2.0 ±0.1", "-", "-")],
  };
  expect(seedDifferences([loads], "a-1", "d-1")?.byMeasure.size).toBe(0);
  expect([...(seedDifferences([loads], "c-1", "d-1")?.byMeasure ?? [])]).toEqual([["PAUSEs", "+2.0 ±0.1"]]);
});
