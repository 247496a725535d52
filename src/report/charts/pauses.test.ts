import { expect, test } from "vitest";
import { cells } from "./pauses.ts";

test("of 400 cells of 1 us: one covered whole, one by a third (2 quarters), neighbours of a shade joined", () => {
  const bars = cells([{ from: Float64Array.of(10, 100), to: Float64Array.of(11.3, 102) }], 400);
  expect(bars).toEqual([
    { from: 10, to: 11, quarters: 4 },
    { from: 11, to: 12, quarters: 2 },
    { from: 100, to: 102, quarters: 4 },
  ]);
});

test("however short and many: every PAUSE darkens its cell, and a PAUSE to the end stays within the raster", () => {
  const from = Float64Array.from({ length: 100_000 }, (_, k) => k);
  const bars = cells([{ from, to: from.map((start) => start + 0.01) }], 100_000);
  expect(bars).toEqual([{ from: 0, to: 100_000, quarters: 1 }]);
  expect(cells([{ from: Float64Array.of(399.5), to: Float64Array.of(400) }], 400)).toEqual([
    { from: 399, to: 400, quarters: 2 },
  ]);
});

test("over two seeds, of which one was stopped: half of the cell, so 2 quarters", () => {
  const stops = [{ from: Float64Array.of(10), to: Float64Array.of(11) }];
  expect(cells(stops, 400, 2)).toEqual([{ from: 10, to: 11, quarters: 2 }]);
});
