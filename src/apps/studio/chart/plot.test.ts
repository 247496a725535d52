import { expect, test } from "vitest";
import { inkOf } from "./colours.ts";
import { aboveText, hasLogLabel, highest, type Plot } from "./plot.ts";
import { svgOf } from "./svg.ts";

/** The occupancy of a queue, with a threshold that swings far above it. */
const PLOT: Plot = {
  ...{ title: "Ingress of sw0 from h0", unit: "bytes", x: [0, 1, 2, 3], main: "stored", yText: String },
  lines: [
    { name: "stored", values: [0, 10, 10, 0], colour: "#000000", dash: [] },
    { name: "X_OFF", values: [900, 20, 900, 20], colour: "#ff0000", dash: [] },
  ],
};

test("a threshold far above the occupancy leaves it half of the chart, and is named at the upper edge", () => {
  expect(highest([PLOT], 0, 3, new Set())).toBe(20);
  expect(aboveText(PLOT, [0, 3], 20, new Set())).toBe("↑ highest X_OFF 900");
  expect(highest([PLOT], 0, 3, new Set(["X_OFF"]))).toBe(10);
  expect(aboveText(PLOT, [0, 3], 10, new Set(["X_OFF"]))).toBe("");
});

test("without the line of the occupancy the chart shows the whole threshold", () => {
  expect(highest([PLOT], 0, 3, new Set(["stored"]))).toBe(900);
  expect(aboveText(PLOT, [0, 3], 900, new Set(["stored"]))).toBe("");
});

test("a logarithmic axis of at most 1.5 decades has labels at 1, 2 and 5 times a power of ten, a longer one at powers", () => {
  const labels = (from: number, to: number): number[] =>
    [70, 80, 90, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000].filter((value) => hasLogLabel(value, from, to));
  expect(labels(70, 1000)).toEqual([100, 200, 500, 1000]);
  expect(labels(1, 1000)).toEqual([100, 1000]);
});

test("a saved chart cuts a line off at its frame: the lines are in an inner svg of the frame's size", () => {
  const svg = svgOf(PLOT, { x: [0, 3], y: [0, 20], hidden: new Set() }, inkOf(false), String);
  const [, top, height, drawn] = /<svg x="90" y="(\d+)" width="608" height="(\d+)"[^>]*>(.*?)<\/svg>/.exec(svg) ?? [];
  expect(svg).toContain("↑ highest X_OFF 900");
  expect(drawn).toContain('stroke="#ff0000"');
  const tops = [...drawn.matchAll(/[ML ]([\d.-]+)[ ,]([\d.-]+)/g)].map(([, , y]) => Number(y));
  expect(Math.min(...tops)).toBeLessThan(Number(top));
  expect(Math.max(...tops)).toBeLessThanOrEqual(Number(top) + Number(height));
});
