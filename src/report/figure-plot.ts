/**
 * Draws a plot of a reproduced figure with the paper's axes: a line for each series, or bars if the x axis has named
 * bins.
 *
 * Confidence intervals over seeds are bands and whiskers. Values that the paper prints are hollow markers.
 */
import type { Plot } from "../papers/figures/contract.ts";
import { extent, linearAxis, logAxis, plain, type Axis, type Extent } from "./charts/axes.ts";
import { barChart } from "./charts/bars.ts";
import { draw, type Spec } from "./charts/draw.ts";
import { lineChart, type Interval } from "./charts/lines.ts";
import { MAX_LINES } from "./charts/theme.ts";

export interface Drawing {
  readonly svg: string;
  /** Sentences below the plot: how to read it, which series are not drawn, and whether intervals are clipped. */
  readonly notes: readonly string[];
}

/** Maximum number of points of a line with markers. */
const MARKED = 32;

/**
 * The limits to which intervals may extend the y axis beyond the plotted values. A linear axis: by this share of the
 * range that the values and 0 span. A logarithmic axis: up to this factor times the largest value, and down to the
 * smallest value divided by this factor.
 */
const STRETCH = { linear: 0.5, log: 3 };

interface Series {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly intervals: readonly Interval[];
  readonly printed: readonly { readonly x: number; readonly y: number }[];
}

/**
 * Draws a plot. Undefined if nothing was measured. Missing points, and values at or below 0 on a logarithmic axis, are
 * omitted.
 */
export async function drawPlot(plot: Plot): Promise<Drawing | undefined> {
  const { lines, marks = [], bins } = plot;
  const named = [...new Set([...lines, ...marks].map(({ name }) => name))].map((name) => seriesOf(name, plot));
  const empty = named.filter((series) => drawnAt(series).length === 0);
  if (empty.length === named.length) return undefined;
  const whole = named.slice(0, MAX_LINES); // with empty series, so that a name has one colour in all plots of a figure
  const reach = reachOf(extent(whole.flatMap(drawnAt).map(({ y }) => y)), isLog(plot, "y"));
  const cut = (series: Series): Series => ({ ...series, intervals: series.intervals.map((one) => within(one, reach)) });
  const drawn = whole.map(cut);
  const [only, ...others] = new Set(whole.flatMap(drawnAt).map(({ x }) => x));
  const places = bins ?? (others.length === 0 ? [plain(only)] : undefined);
  const spec =
    places === undefined
      ? linesOf(plot, drawn, reach)
      : barsOf(plot, bins === undefined ? drawn.map(atFirst) : drawn, places, reach);
  const all = (series: readonly Series[]): Interval[] => series.flatMap(({ intervals }) => intervals);
  const isCut = all(drawn).some(({ low, high }, k) => low > all(whole)[k].low || high < all(whole)[k].high);
  const left = named.slice(MAX_LINES);
  return {
    svg: await draw(spec),
    notes: [
      ...(all(drawn).length === 0
        ? []
        : [
            `${places === undefined ? "Bands" : "Whiskers"}: 95% interval over seeds${isCut ? ", clipped at the end of the axis" : ""}.`,
          ]),
      ...(left.length === 0 ? [] : [`Not drawn, because a chart has at most ${MAX_LINES} lines: ${namesOf(left)}.`]),
      ...(empty.length === 0 ? [] : [`No values exist for ${namesOf(empty)}.`]),
    ],
  };
}

const drawnAt = ({ points, printed }: Series): Series["points"] => [...points, ...printed];
const namesOf = (some: readonly Series[]): string => some.map(({ name }) => name).join(", ");

/**
 * Moves a series to x = 0. A plot with only one value of x is drawn as a group of bars. The x of a bar is the index of its
 * group, and the only group has index 0.
 */
const atFirst = ({ name, points, intervals, printed }: Series): Series => ({
  name,
  points: points.map((one) => ({ ...one, x: 0 })),
  intervals: intervals.map((one) => ({ ...one, x: 0 })),
  printed: printed.map((one) => ({ ...one, x: 0 })),
});

const isLog = ({ log }: Plot, which: "x" | "y"): boolean => log === which || log === "both";

/** The points, the intervals and the printed values of one series. A step has two points with the same x. */
function seriesOf(name: string, plot: Plot): Series {
  const fits = (value: number, which: "x" | "y"): boolean =>
    Number.isFinite(value) && (!isLog(plot, which) || value > 0);
  const known = ({ x, y }: { readonly x: number; readonly y: number }): boolean => fits(x, "x") && fits(y, "y");
  const points = plot.lines
    .filter((line) => line.name === name)
    .flatMap((line) => line.points.map(([x, y, low = y, high = y]) => ({ x, y, low, high })))
    .filter(known);
  const scatter = points.some(({ low, high }) => high > low);
  return {
    name,
    points: points.map(({ x, y }) => ({ x, y })),
    intervals: scatter ? points.map(({ x, low, high }) => ({ x, low, high })) : [],
    printed: (plot.marks ?? []).filter((mark) => mark.name === name && known(mark)).map(({ x, y }) => ({ x, y })),
  };
}

/**
 * The limits at which intervals are clipped. With two seeds an interval may be many times as wide as the measured
 * values.
 */
function reachOf({ low, high }: Extent, log: boolean): Extent {
  if (log) return { low: low / STRETCH.log, high: high * STRETCH.log };
  const bottom = Math.min(0, low);
  const stretch = (high - bottom) * STRETCH.linear;
  return { low: low < 0 ? bottom - stretch : 0, high: high + stretch };
}

/** Where `within` has cut an interval, this moves the cut end outward, to the end of the axis. The axis reaches a little beyond the cut. */
const toEnds = (drawn: readonly Series[], reach: Extent, { scale: { domain } }: Axis): Series[] =>
  drawn.map((series) => ({
    ...series,
    intervals: series.intervals.map(({ x, low, high }) => ({
      x,
      low: low <= reach.low ? domain[0] : low,
      high: high >= reach.high ? domain[1] : high,
    })),
  }));

const within = ({ x, low, high }: Interval, reach: Extent): Interval => ({
  x,
  low: Math.max(low, reach.low),
  high: Math.min(high, reach.high),
});

/** The y range of all points, printed values and intervals. */
const heights = (drawn: readonly Series[]): Extent =>
  extent(
    drawn.flatMap((series) => [
      ...drawnAt(series).map(({ y }) => y),
      ...series.intervals.flatMap(({ low, high }) => [low, high]),
    ]),
  );

function linesOf(plot: Plot, drawn: readonly Series[], reach: Extent): Spec {
  const widths = extent(drawn.flatMap(drawnAt).map(({ x }) => x));
  const span = heights(drawn);
  const x = isLog(plot, "x") ? logAxis(plot.x, widths, plain) : linearAxis(plot.x, widths, plain);
  const y = isLog(plot, "y") ? logAxis(plot.y, span, plain) : fromZero(plot.y, span);
  return lineChart(
    { x, y, lines: toEnds(drawn, reach, y) },
    drawn.map(({ name }) => name),
    { height: 250, markers: drawn.every(({ points }) => points.length <= MARKED) },
  );
}

function barsOf(plot: Plot, drawn: readonly Series[], places: readonly string[], reach: Extent): Spec {
  const span = heights(drawn);
  // The logarithmic axis begins below the smallest value, so that every bar has a visible length.
  const y =
    isLog(plot, "y") && span.high >= span.low * 4
      ? logAxis(plot.y, { ...span, low: span.low / 1.5 }, plain, { round: true })
      : fromZero(plot.y, span);
  const place = (x: number): string => {
    if (x in places) return places[x];
    throw new RangeError(`${plot.title}: expected x to be the place of one of ${places.length} bins, from 0, got ${x}`);
  };
  const bars = toEnds(drawn, reach, y).flatMap(({ name, points, intervals }) =>
    points.map(({ x, y }, k) => ({ name, place: place(x), y, low: intervals[k]?.low, high: intervals[k]?.high })),
  );
  const printed = drawn.flatMap(({ name, printed }) => printed.map(({ x, y }) => ({ name, place: place(x), y })));
  return barChart(
    { x: plot.x, places, y, bars, printed },
    drawn.map(({ name }) => name),
  );
}

const fromZero = (title: string, { low, high }: Extent): Axis =>
  linearAxis(title, { low: Math.min(0, low), high: Math.max(0, high) }, plain);
