/** What tells the lines or bars of a chart apart, and the legend that says so. */
import { SOFT } from "./theme.ts";

/** An encoding channel by which names are told apart: each has the value of its place in `range`. */
export const byName = (names: readonly string[], range: readonly unknown[], legend: object | null): object => ({
  field: "name",
  type: "nominal",
  scale: { domain: names, range },
  legend,
});

/** As many columns as fit side by side in `width` px: a name's width is guessed, since nothing here can measure text. */
export function legendColumns(names: readonly string[], width: number): number {
  const longest = Math.max(...names.map((name) => name.length));
  return Math.max(1, Math.min(names.length, Math.floor(width / (longest * 7 + 60))));
}

/** A channel that draws nothing: it puts `name` into the legend, behind a hollow marker. */
export const legendOf = (name: string): object => ({
  datum: name,
  type: "nominal",
  scale: { domain: [name], range: [1, 1] },
  legend: {
    symbolType: "circle",
    symbolSize: 70,
    // vega-lite draws no stroke of a channel that is none of colour, whatever `symbolStrokeColor` says.
    encoding: { symbols: { stroke: { value: SOFT }, strokeWidth: { value: 1.6 } } },
  },
});
