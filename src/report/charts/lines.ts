/** Line charts: one panel or several side by side, and in each a line for every run or measured thing, told apart in colour and in grey. */
import type { Point } from "../decimate.ts";
import type { Axis } from "./axes.ts";
import type { Plot, Spec } from "./draw.ts";
import { COLOURS, DASHES, FULL, HALF, MARKERS, SOFT } from "./theme.ts";

export interface Line {
  /** One of the chart's names, by which its style is chosen. */
  readonly name: string;
  readonly points: readonly Point[];
  /** Drawn thin and grey behind the main line of that name, where it lies within the axis: a threshold beside an occupancy. */
  readonly thin?: boolean;
}

export interface Panel {
  /** Needed only where there are several. */
  readonly title?: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Line[];
}

export interface LineLook {
  /** How two points are joined: straight, or in a step at the first or at the second. */
  readonly join?: "linear" | "step-after" | "step-before";
  /** A marker at each point. */
  readonly markers?: boolean;
  readonly width?: "full" | "half";
  readonly height?: number;
  /** Off where each panel's title says whose line it is. */
  readonly legend?: boolean;
}

/** Room for the y axis, its labels and title; between two charts side by side. */
const MARGIN = 70;
const GAP = 24;
/** Between two rows of charts: an x axis and a title. */
const ROW_GAP = 78;

/** `names` are all lines that may occur, in the order of the legend; a single one needs none. */
export function lineChart(panels: readonly Panel[], names: readonly string[], look: LineLook = {}): Spec {
  const { join = "linear", markers = false, width = "full", height = 230, legend: wanted = true } = look;
  const columns = panels.length > 1 && width === "full" ? 2 : 1;
  const outer = columns === 2 ? (FULL - GAP) / 2 : width === "half" ? HALF : FULL;
  const columnsOfLegend = legendColumns(names, width === "half" ? HALF : FULL);
  const legend = (symbol: object): object | null =>
    wanted && names.length > 1 ? { columns: columnsOfLegend, ...symbol } : null;
  const stroke = legend({ symbolType: "stroke", symbolSize: 500, symbolStrokeWidth: 2 });
  const marker = legend({ symbolSize: 90, symbolStrokeWidth: 0 });
  const named = (range: readonly unknown[], shown: object | null): object => ({
    field: "name",
    type: "nominal",
    scale: { domain: names, range },
    legend: shown,
  });
  const color = named(COLOURS, markers ? marker : stroke);
  const strokeDash = named(DASHES, markers ? marker : stroke);
  const shape = named(MARKERS, marker);
  const plots = panels.map(({ title, x, y, lines }): Plot => {
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
      mark: { type: "line", order: false, interpolate: join, strokeWidth: columns === 2 ? 1.4 : 1.8 },
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
    return {
      ...(title === undefined ? {} : { title }),
      width: outer - MARGIN,
      height,
      layer: [...(lines.some((line) => line.thin) ? [thin] : []), main, ...(markers ? [points] : [])],
    };
  });
  return {
    concat: plots,
    columns,
    // By the plots alone: how wide a title will be is a guess here, and a long one would push its neighbour away.
    bounds: "flush",
    spacing: { row: ROW_GAP, column: GAP + MARGIN },
    resolve: { scale: { color: "shared", strokeDash: "shared", shape: "shared" } },
  };
}

/** As many as fit side by side: a name's width is guessed, since nothing here can measure text. */
function legendColumns(names: readonly string[], width: number): number {
  const longest = Math.max(...names.map((name) => name.length));
  return Math.max(1, Math.min(names.length, Math.floor(width / (longest * 7 + 60))));
}
