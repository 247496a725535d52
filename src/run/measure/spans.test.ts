import { expect, test } from "vitest";
import { Spans } from "./spans.ts";

test("spans that meet or overlap count once", () => {
  const spans = new Spans();
  const totals = [
    [0, 10],
    [5, 12], // 2 more
    [20, 30],
    [25, 30], // none
    [8, 40], // extends the span over the gap: 0 to 40
    [40, 41],
  ].map(([from, to]) => {
    spans.add(from, to);
    return spans.total;
  });
  expect(totals).toEqual([10, 12, 22, 22, 40, 41]);
});

test("of thousands of spans the first are added up for good", () => {
  const spans = new Spans();
  for (let k = 0; k < 50_000; k++) spans.add(k * 10, k * 10 + 3);
  expect(spans.total).toBe(150_000);
  // A span that overlaps earlier spans adds only the new part of its time.
  spans.add(0, 500_000);
  expect(spans.total).toBeGreaterThan(150_000);
  expect(spans.total).toBeLessThanOrEqual(500_000);
});

test("a long span over hundreds of short ones counts as it is", () => {
  const spans = new Spans();
  for (let k = 0; k < 1000; k++) spans.add(k * 10, k * 10 + 3);
  spans.add(0, 10_000);
  expect(spans.total).toBe(10_000);
});
