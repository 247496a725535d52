import { expect, test } from "vitest";
import { fitting, type Label } from "./labels.ts";

const label = (x: number, isMain = false): Label => ({ x, width: 20, isMain });

test("names do not overlap, and every main name is drawn", () => {
  const labels = Array.from({ length: 60 }, (_, k) => label(10 * k, k === 30 || k === 31));
  const placed = fitting(labels, 10);
  expect(placed).toContainEqual({ label: 30, line: 0 });
  expect(placed).toContainEqual({ label: 31, line: 1 });
  for (const a of placed)
    for (const b of placed)
      if (a.label !== b.label && a.line === b.line)
        expect(Math.abs(labels[a.label].x - labels[b.label].x)).toBeGreaterThanOrEqual(20);
});

test("with room for all, every name is drawn", () => {
  const labels = Array.from({ length: 5 }, (_, k) => label(100 * k));
  expect(fitting(labels, 100).map((one) => one.label)).toEqual([0, 1, 2, 3, 4]);
});
