import { expect, test } from "vitest";
import type { Plot } from "../papers/figures/contract.ts";
import { drawPlot } from "./figure-plot.ts";

const plot = (points: readonly (readonly [number, number])[], log?: Plot["log"]): Plot => ({
  title: "PAUSEs",
  x: "N",
  y: "PAUSEs per second",
  ...(log === undefined ? {} : { log }),
  lines: [
    { name: "ST", points },
    { name: "DT", points: [] },
  ],
});

test("axes with their titles, and every line by its name, one of which there was nothing, too", async () => {
  const { svg = "", notes } = (await drawPlot(plot([[1, 10], [2, 20]]))) ?? {}; // prettier-ignore
  expect(notes).toEqual(["No values exist for DT."]);
  for (const text of ["N", "PAUSEs per second", "ST", "DT"]) expect(svg).toContain(`>${text}<`);
});

test("what failed runs leave behind, and what has no place on a logarithmic axis, is left out", async () => {
  const svg = await drawPlot(plot([[1, 10], [2, NaN], [0, 5], [10, Infinity], [10, 1000]], "both")); // prettier-ignore
  expect(svg).toEqual(await drawPlot(plot([[1, 10], [10, 1000]], "both"))); // prettier-ignore
});

test("nothing measured, no drawing", async () => {
  expect(await drawPlot(plot([]))).toBeUndefined();
  expect(await drawPlot(plot([[0, 5]], "x"))).toBeUndefined();
});

const drawing = async (some: Partial<Plot>): Promise<{ readonly svg: string; readonly notes: readonly string[] }> => {
  const found = await drawPlot({ ...plot([]), ...some });
  if (found === undefined) throw new Error("nothing drawn");
  return found;
};
const [ST, DT] = ["#1b3f8b", "#d9602b"];
/** The elements of all layers of the drawing that have this `role`. */
const elements = (svg: string, role: string): string[] =>
  [...svg.matchAll(new RegExp(`<g class="mark-\\w+ role-mark[^"]*"[^>]*>(?:<(?:path|line) [^>]*/>)*`, "g"))]
    .map(([text]) => text)
    .filter((text) => text.includes(`class="mark-${role} `))
    .flatMap((text) => text.match(/<(?:path|line) [^>]*>/g) ?? []);

test.each([undefined, "y", "both"] as const)("intervals are a band behind the line, axis %s", async (log) => {
  const lines = [
    { name: "ST", points: [[1, 10, 8, 12], [2, 20, 19, 21]] }, // prettier-ignore
    { name: "DT", points: [[1, 11, 11, 11], [2, 30, 30, 30]] }, // prettier-ignore
  ] as Plot["lines"];
  const { svg, notes } = await drawing({ lines, ...(log === undefined ? {} : { log }) });
  const bands = elements(svg, "area").filter((band) => band.includes("fill-opacity"));
  expect(bands).toHaveLength(1); // under DT all seeds agree, so there is no band
  expect(bands[0]).toContain(`fill="${ST}"`);
  expect(svg.indexOf(bands[0])).toBeLessThan(svg.indexOf(elements(svg, "line")[0]));
  expect(svg).not.toMatch(/NaN|Infinity/);
  expect(notes).toEqual(["Bands: 95% interval over seeds."]);
});

test("one x alone is a place of bars", async () => {
  const lines = [{ name: "ST", points: [[0.8, 10, 8, 12]] }, { name: "DT", points: [[0.8, 11, 9, 12]] }] as Plot["lines"]; // prettier-ignore
  const { svg, notes } = await drawing({ lines });
  expect(svg).toContain(">0.8<");
  expect(elements(svg, "rect")).toHaveLength(2);
  expect(notes).toEqual(["Whiskers: 95% interval over seeds."]);
});

test("an interval many times as long as the axis is cut, so that the lines can be seen", async () => {
  const lines = [{ name: "ST", points: [[1, 10, -90, 110], [2, 20, 19, 21]] }] as Plot["lines"]; // prettier-ignore
  const { svg, notes } = await drawing({ lines });
  expect(svg).toContain(">30<");
  expect(svg).not.toMatch(/>(40|-10)</);
  expect(notes).toEqual(["Bands: 95% interval over seeds, clipped at the end of the axis."]);
});

test("the paper's numbers are hollow markers in the line's colour, named in the legend, and within the axes", async () => {
  const { svg } = await drawing({
    lines: [{ name: "ST", points: [[1, 10], [2, 20]] }, { name: "DT", points: [[1, 5]] }], // prettier-ignore
    marks: [
      { name: "DT", x: 4, y: 90 },
      { name: "SPFC", x: 1, y: NaN },
    ],
  });
  const hollow = elements(svg, "symbol").filter((symbol) => symbol.includes('fill="#fff"'));
  expect(hollow).toHaveLength(1);
  expect(hollow[0]).toContain(`stroke="${DT}"`);
  expect(svg).toMatch(/role-legend-symbol"[^>]*><path[^>]* fill="#fff" stroke="#55585e"/);
  for (const text of ["paper", "4", "100"]) expect(svg).toContain(`>${text}<`);
});

test("beside long lines, which have no markers of their own, the legend keeps its strokes", async () => {
  const long = Array.from({ length: 200 }, (_, x) => [x, x + 1] as const);
  const lines = [{ name: "ST", points: long }, { name: "DT", points: long }]; // prettier-ignore
  const { svg } = await drawing({ lines, marks: [{ name: "DT", x: 4, y: 90 }] });
  expect(svg.match(/role-legend-symbol"[^>]*><path[^>]* d="M-[\d.]+,0L[\d.]+,0"/g)).toHaveLength(2);
});

test("bins are bars side by side, by name, with whiskers, and from zero", async () => {
  const lines = [
    { name: "ST", points: [[0, 10, 8, 12], [1, 20, 19, 21]] }, // prettier-ignore
    { name: "DT", points: [[1, 15]] },
  ] as Plot["lines"];
  const { svg, notes } = await drawing({ lines, bins: ["to 10 KB", "above"], marks: [{ name: "ST", x: 1, y: 18 }] });
  for (const text of ["to 10 KB", "above", "ST", "DT", "paper", "0"]) expect(svg).toContain(`>${text}<`);
  const bars = elements(svg, "rect");
  expect(bars.map((bar) => / stroke="([^"]*)"/.exec(bar)?.[1])).toEqual([ST, ST, DT]);
  expect(elements(svg, "rule")).toHaveLength(4); // each line is also drawn once in white
  expect(notes).toEqual(["Whiskers: 95% interval over seeds."]);
  await expect(drawing({ lines, bins: ["all"] })).rejects.toThrow(
    "PAUSEs: expected x to be the place of one of 1 bins, from 0, got 1",
  );
});

test("bars on a logarithmic axis have a length, the least too", async () => {
  const lines = [{ name: "ST", points: [[0, 1], [1, 1000]] }] as Plot["lines"]; // prettier-ignore
  const { svg } = await drawing({ lines, bins: ["a", "b"], log: "y" });
  const heights = elements(svg, "rect").map((bar) => Number(/v(-?[\d.]+)h/.exec(bar)?.[1]));
  expect(Math.min(...heights)).toBeGreaterThan(5);
});

test("of more lines than can be told apart the first eight are drawn, and the others named", async () => {
  const lines = Array.from({ length: 10 }, (_, k) => ({ name: `line ${k}`, points: [[1, k]] })) as Plot["lines"];
  const { svg, notes } = await drawing({ lines });
  expect(svg).toContain(">line 7<");
  expect(svg).not.toContain(">line 8<");
  expect(notes).toEqual(["Not drawn, because a chart has at most 8 lines: line 8, line 9."]);
});
