/** The plots that figures draw: lines over a numeric x axis, bars by name, and lines over time. */
import type { Line, Plot } from "../contract.ts";
import { pointsOf, type Sample } from "../samples.ts";

/** A plot of lines. `more` may contain marks, a note or a logarithmic axis. */
export const plotOf = (
  title: string,
  x: string,
  y: string,
  lines: readonly Line[],
  more: Partial<Plot> = {},
): Plot => ({
  ...{ title, x, y, lines },
  ...more,
});

/** One line for each name, over the x values `places`. An x value without a sample has no point. */
export const linesOver = <Name extends string>(
  names: readonly Name[],
  places: readonly number[],
  at: (name: Name, place: number) => Sample,
  x: (place: number) => number = (place) => place,
): Line[] => names.map((name) => ({ name, points: pointsOf(places.map((place) => [x(place), at(name, place)])) }));

/** Bars for each name, side by side at each of `bins`. `labelOf` is the text of a bin on the axis. */
export const barsOver = <Name extends string, Bin>(
  names: readonly Name[],
  bins: readonly Bin[],
  at: (name: Name, bin: Bin) => Sample,
  labelOf: (bin: Bin) => string = String,
): Pick<Plot, "bins" | "lines"> => ({
  bins: bins.map(labelOf),
  lines: names.map((name) => ({ name, points: pointsOf(bins.map((bin, k) => [k, at(name, bin)])) })),
});

/** A plot of bars: at each of `bins`, one bar for each of `names`. */
export const barPlot = <Name extends string, Bin extends string>(
  title: string,
  x: string,
  y: string,
  names: readonly Name[],
  bins: readonly Bin[],
  at: (name: Name, bin: Bin) => Sample,
  more: Partial<Plot> = {},
): Plot => ({ ...{ title, x, y }, ...barsOver(names, bins, at), ...more });

/** A plot over time in milliseconds. */
export const coursePlot = (title: string, y: string, lines: readonly Line[], more: Partial<Plot> = {}): Plot =>
  plotOf(title, "time, ms", y, lines, more);
