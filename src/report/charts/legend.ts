/** Legends of charts, and the colours and patterns by which the lines or bars of a chart differ. */
import { SOFT } from "./theme.ts";

/** An encoding channel of Vega-Lite: each name gets the value at the same index of `range`, such as a colour. */
export const byName = (names: readonly string[], range: readonly unknown[], legend: object | null): object => ({
  field: "name",
  type: "nominal",
  scale: { domain: names, range },
  legend,
});

/**
 * The number of legend columns that fit into `width` px. The width of a name is estimated from its number of
 * characters, because no browser is present to measure it.
 */
export function legendColumns(names: readonly string[], width: number): number {
  const longest = Math.max(...names.map((name) => name.length));
  return Math.max(1, Math.min(names.length, Math.floor(width / (longest * 7 + 60))));
}

/** An encoding channel of Vega-Lite that only adds a legend entry: `name` with a hollow marker. */
export const legendOf = (name: string): object => ({
  datum: name,
  type: "nominal",
  scale: { domain: [name], range: [1, 1] },
  legend: {
    symbolType: "circle",
    symbolSize: 70,
    // vega-lite ignores `symbolStrokeColor` for a channel that is not a colour, so the stroke is set by an encoding.
    encoding: { symbols: { stroke: { value: SOFT }, strokeWidth: { value: 1.6 } } },
  },
});
