import { expect, test } from "vitest";
import { sizeBins } from "./slowdown-by-size.ts";

test("100 flows of different sizes: 20 bins of 5, each named by its largest", () => {
  const sizes = Float64Array.from({ length: 100 }, (_, k) => 1000 * (100 - k));
  const bins = sizeBins(
    sizes,
    sizes.map((bytes) => bytes / 1000),
  );
  expect(bins.map(({ upTo }) => upTo)).toEqual(Array.from({ length: 20 }, (_, k) => 5000 * (k + 1)));
  expect(bins[0].slowdown).toMatchObject({ count: 5, mean: 3, p50: 3, p99: 5 });
});

test("flows of one size stay together: 60 of 64 KB among 100 are one bin", () => {
  const sizes = Float64Array.from({ length: 100 }, (_, k) => (k < 60 ? 64_000 : 64_000 + k));
  const bins = sizeBins(
    sizes,
    sizes.map(() => 1),
  );
  expect(bins[0]).toMatchObject({ upTo: 64_000, slowdown: { count: 60 } });
  expect(bins.slice(1).map(({ slowdown }) => slowdown.count)).toEqual(Array.from({ length: 8 }, () => 5));
});

test("fewer flows than bins: a bin each; flows that were not done are in none", () => {
  const bins = sizeBins(Float64Array.of(3, 1, 2, NaN), Float64Array.of(30, 10, NaN, NaN));
  expect(bins.map(({ upTo, slowdown }) => [upTo, slowdown.mean])).toEqual([
    [1, 10],
    [3, 30],
  ]);
});
