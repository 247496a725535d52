/** Bar charts: groups of bars at named places on the x axis, with confidence intervals as whiskers. */
import type { Axis } from "./axes.ts";
import type { Plot, Spec } from "./draw.ts";
import { byName, legendColumns } from "./legend.ts";
import { hollow, whisker } from "./lines.ts";
import { COLOURS, FILLS, HALF, MARGIN } from "./theme.ts";

export interface Bar {
  /** Distinguishes the bars within one group. */
  readonly name: string;
  /** The name of the group on the x axis. */
  readonly place: string;
  readonly y: number;
  /** The lower end of the bar's confidence interval, if it has one. */
  readonly low?: number;
  /** The upper end of the interval. */
  readonly high?: number;
}

export interface BarPanel {
  readonly x: string;
  readonly places: readonly string[];
  readonly y: Axis;
  readonly bars: readonly Bar[];
  /** Values that the paper prints. They are hollow markers, with the entry "paper" in the legend. */
  readonly printed: readonly Pick<Bar, "name" | "place" | "y">[];
}

const HEIGHT = 250;
/** A white edge under the dark line keeps a whisker visible in front of a dark bar. */
const WHISKER = [
  { color: "#fff", strokeWidth: 2.2 },
  { color: "#1d1d1f", strokeWidth: 1.3 },
];
/** Estimated width of one character of a label, px. */
const CHARACTER = 6.5;

/** `names` are the names of all bars that a group may have, from left to right. */
export function barChart({ x: title, places, y: axis, bars, printed }: BarPanel, names: readonly string[]): Spec {
  const width = HALF - MARGIN;
  const room = width / places.length;
  const slanted = places.some((place) => place.length * CHARACTER > room);
  const legend =
    names.length > 1 ? { columns: legendColumns(names, HALF), symbolType: "square", symbolSize: 110 } : null;
  const y = { field: "y", type: "quantitative", ...axis };
  const [bottom] = axis.scale.domain;
  const position = {
    x: {
      field: "place",
      type: "nominal",
      title,
      scale: { domain: places, paddingInner: 0.22, paddingOuter: 0.12 },
      axis: { labelOverlap: false, ...(slanted ? { labelAngle: -35, labelAlign: "right" } : { labelAngle: 0 }) },
    },
    xOffset: { field: "name", type: "nominal", scale: { domain: names, paddingInner: 0.06 } },
  };
  const whiskers = bars.filter(({ low, high }) => low !== undefined && high !== undefined && high > low);
  const stroke = byName(names, COLOURS, legend);
  return {
    width,
    height: HEIGHT,
    layer: [
      {
        data: { values: bars },
        mark: { type: "bar", strokeWidth: 1.2 },
        encoding: {
          ...position,
          y,
          y2: { datum: axis.scale.type === "log" ? bottom : Math.max(0, bottom) },
          stroke,
          fill: byName(names, FILLS, legend),
        },
      },
      ...(whiskers.length > 0 ? WHISKER.map((look) => whisker([...whiskers], { ...position, y }, look)) : []),
      ...(printed.length > 0 ? [hollow([...printed], { ...position, y, stroke })] : []),
    ],
  } as Plot as Spec;
}
