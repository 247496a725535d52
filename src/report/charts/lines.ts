/**
 * Line charts with a line for each scheme or measured quantity. Lines differ in colour, and in dash pattern for grey
 * prints.
 */
import type { Point } from "../decimate.ts";
import type { Axis } from "./axes.ts";
import type { Plot, Spec } from "./draw.ts";
import { byName, legendColumns, legendOf } from "./legend.ts";
import type { Spell } from "./spells.ts";
import { COLOURS, DASHES, HALF, MARGIN, MARKERS, SOFT } from "./theme.ts";

/** An interval of y values, from `low` to `high`, at one x value. */
export interface Interval {
  readonly x: number;
  readonly low: number;
  readonly high: number;
}

export interface Line {
  /** Name of the line in the legend. The name determines the line's colour, dash pattern and marker. */
  readonly name: string;
  readonly points: readonly Point[];
  /** Confidence intervals, drawn as a band behind the line. The interval of a single point is a vertical line instead. */
  readonly intervals?: readonly Interval[];
  /** Values that the paper prints: hollow markers in the line's colour, with the entry "paper" in the legend. */
  readonly printed?: readonly Point[];
  /**
   * True for an auxiliary line, such as a threshold next to an occupancy. It is thin and grey, behind the main line of
   * the same name. Points above the range of the y axis are omitted.
   */
  readonly thin?: boolean;
}

export interface Panel {
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Line[];
  /** Intervals of x whose background is shaded, such as the times of a fault. */
  readonly spells?: readonly Spell[];
}

export interface LineLook {
  /** The way in which consecutive points are joined. With "none", each point needs a marker. */
  readonly join?: "linear" | "step-after" | "step-before" | "none";
  /** True if every point has a marker. */
  readonly markers?: boolean;
  /** The width of the whole drawing, px. */
  readonly width?: number;
  /** The height of the whole drawing, px. */
  readonly height?: number;
}

/** A panel without a legend: all panels of a figure share one. `names` are the names of all lines in any panel. */
export const linePanel = (panel: Panel, names: readonly string[], look: LineLook = {}): Spec =>
  plotOf(panel, names, look, null) as Spec;

/** A chart with its own legend. A single line has no legend. */
export function lineChart(panel: Panel, names: readonly string[], look: LineLook = {}): Spec {
  const { markers = false, width = HALF } = look;
  const columns = legendColumns(names, width);
  const symbol = markers
    ? { symbolSize: 90, symbolStrokeWidth: 0 }
    : { symbolType: "stroke", symbolSize: 500, symbolStrokeWidth: 2 };
  const legend = names.length > 1 ? { columns, ...symbol } : null;
  return {
    concat: [plotOf(panel, names, look, legend)],
    columns: 1,
    bounds: "flush",
    resolve: { scale: { color: "shared", strokeDash: "shared", shape: "shared" } },
  };
}

function plotOf(
  { x, y, lines, spells = [] }: Panel,
  names: readonly string[],
  look: LineLook,
  legend: object | null,
): Plot {
  const { join: joined = "linear", markers = false, width = HALF, height = 230 } = look;
  const join = joined === "none" ? "linear" : joined;
  const color = byName(names, COLOURS, legend);
  const strokeDash = byName(names, DASHES, legend);
  const shape = byName(names, MARKERS, legend);
  // The values of this field are colours. A scale would map them to other colours and add a legend.
  const colour = { field: "colour", type: "nominal", scale: null };
  const values = (thin: boolean): object[] =>
    lines
      .filter((line) => (line.thin ?? false) === thin)
      .flatMap(({ name, points }) =>
        points.map((point) => ({ name, x: point.x, y: point.y > y.scale.domain[1] ? null : point.y })),
      );
  const position = {
    x: { field: "x", type: "quantitative", ...x },
    y: { field: "y", type: "quantitative", ...y },
  } as const;
  const main = {
    data: { values: values(false) },
    mark: { type: "line", order: false, interpolate: join, strokeWidth: width < HALF ? 1.5 : 1.8 },
    encoding: { ...position, color, strokeDash },
  } as const;
  const thin = {
    data: { values: values(true) },
    mark: {
      type: "line",
      order: false,
      invalid: "break-paths-show-domains",
      interpolate: join,
      strokeWidth: 1,
      color: SOFT,
    },
    encoding: { ...position, detail: { field: "name" } },
  } as const;
  const points = {
    data: { values: values(false) },
    mark: { type: "point", filled: true, size: 34, opacity: 1 },
    encoding: { ...position, color, shape },
  } as const;
  const intervals = (some: (line: Line) => boolean): object[] =>
    lines
      .filter(some)
      .flatMap(({ name, intervals = [] }) =>
        intervals.map((interval) => ({ colour: COLOURS[names.indexOf(name)], ...interval })),
      );
  const isBand = ({ points, intervals: own = [] }: Line): boolean => points.length > 1 && own.length > 0;
  const bands = intervals(isBand);
  // Overlapping bands are fainter the more there are, so that their edges remain visible.
  const many = lines.filter(isBand).length;
  const fillOpacity = Math.min(0.14, 0.35 / many);
  const edges = legend === null && many > 2 ? { strokeOpacity: 0.22 } : {};
  const whiskers = intervals(({ points }) => points.length === 1);
  const printed = lines.flatMap(({ name, printed = [] }) => printed.map((point) => ({ name, ...point })));
  return {
    width: width - MARGIN,
    height,
    layer: [
      ...(spells.length > 0 ? [shade(spells, x)] : []),
      ...(bands.length > 0
        ? [band(bands, { ...position, fill: colour, stroke: colour }, { interpolate: join, fillOpacity, ...edges })]
        : []),
      ...(whiskers.length > 0 ? [whisker(whiskers, { ...position, stroke: colour }, { strokeWidth: 1.3 })] : []),
      ...(lines.some((line) => line.thin) ? [thin] : []),
      ...(joined === "none" ? [] : [main]),
      ...(markers ? [points] : []),
      ...(printed.length > 0 ? [hollow(printed, { ...position, color, ...(markers && { shape }) })] : []),
    ],
  };
}

type Layer = Extract<Plot, { layer: unknown }>["layer"][number];
type Encoding = Readonly<Record<string, object>>;

/** A confidence band. Its edges are drawn too, because only they are visible where bands overlap. */
function band(values: object[], { y, ...encoding }: Encoding, look: object): Layer {
  return {
    data: { values },
    mark: { type: "area", order: false, strokeWidth: 0.6, strokeOpacity: 0.5, ...look },
    encoding: { ...encoding, y: { ...y, field: "low" }, y2: { field: "high" } },
  };
}

/** An interval as a vertical line. */
export function whisker(values: object[], { y, ...encoding }: Encoding, look: object): Layer {
  return {
    data: { values },
    mark: { type: "rule", ...look },
    encoding: { ...encoding, y: { ...y, field: "low" }, y2: { field: "high" } },
  };
}

/** Hollow markers. A white fill hides the line or bar behind the marker. */
export function hollow(values: object[], encoding: Encoding): Layer {
  return {
    data: { values },
    mark: { type: "point", filled: false, fill: "#fff", size: 62, strokeWidth: 1.6 },
    encoding: { ...encoding, opacity: legendOf("paper") },
  };
}

/** Shaded intervals of x, over the full height of the plot. */
const shade = (spells: readonly Spell[], x: Axis) => ({
  data: { values: spells.map(({ from, to }) => ({ from, to })) },
  mark: { type: "rect", color: SOFT, opacity: 0.13 } as const,
  encoding: { x: { field: "from", type: "quantitative", ...x }, x2: { field: "to" } } as const,
});
