/** Translates a chart of the studio into options of uPlot. */
import uPlot from "uplot";
import { timeText } from "../format.ts";
import { shown } from "../state/clock.ts";
import type { Ink } from "./colours.ts";
import { aboveText, hasLogLabel, highest, type Plot } from "./plot.ts";

interface Size {
  readonly width: number;
  readonly height: number;
  readonly ink: Ink;
}

interface Handlers {
  readonly onZoom: (from: number, to: number) => void;
  readonly onPoint: (place: { readonly x: number; readonly index: number } | undefined) => void;
  /** Called when the user clicks. `row` is the raster's row under the pointer. */
  readonly onClick: (x: number, row: number | undefined) => void;
}

const FONT = ["11px system-ui", "-apple-system", "'Segoe UI'", "Roboto", "sans-serif"].join(", ");
/** uPlot's codes for a linear and a logarithmic axis. Its enum exists only in the types. */
const [LINEAR, LOGARITHMIC] = [1, 3];
/** Minimum distance of two labels of an x axis, in px. */
const SPACE = 64;
/** Width of every y axis in px. It is constant, so that one moment has the same horizontal position in all charts. */
const AXIS = 96;
/** Space in px for the names of lines that leave the chart at its upper edge. */
const ABOVE = 18;

/** Options for one chart. `beside` lists the charts with the same y range, including this chart. */
export function optionsOf(
  plot: Plot,
  beside: readonly Plot[],
  { width, height, ink }: Size,
  { onZoom, onPoint, onClick }: Handlers,
): uPlot.Options {
  const { rows, own } = plot;
  const xText = own?.xText ?? timeText;
  const axis = {
    stroke: ink.soft,
    font: FONT,
    ticks: { stroke: ink.rule, size: 4 },
    grid: { stroke: ink.rule, width: 1 },
  };
  const rowAt = (u: uPlot): number | undefined =>
    rows === undefined ? undefined : Math.floor(rows.length - u.posToVal(u.cursor.top ?? 0, "y"));
  return {
    ...{ width, height },
    legend: { show: false },
    padding: [beside.some(({ main }) => main !== undefined) ? ABOVE : 8, 26, 0, 0],
    scales: {
      x: own === undefined ? { time: false, auto: false } : { time: false, distr: own.isLog ? LOGARITHMIC : LINEAR },
      y:
        rows === undefined
          ? { range: (u, min, max) => (own === undefined ? spread(min, highestIn(u, beside)) : spread(min, max)) }
          : { range: [0, Math.max(1, rows.length)] },
    },
    cursor: {
      drag: { x: own === undefined, y: false, setScale: false },
      points: { show: rows === undefined, size: 6 },
      y: false,
      ...(own === undefined ? { sync: { key: "clock", setSeries: false } } : {}),
    },
    axes: [
      {
        ...axis,
        size: 30,
        values: (_, values) => values.map((value) => (value === null ? "" : xText(value))),
        space: SPACE,
        ...(own?.isLog === true ? { filter: labelledLog } : {}),
      },
      {
        ...axis,
        size: AXIS,
        ...(rows === undefined
          ? { values: (_: uPlot, values: number[]) => values.map(plot.yText), space: 32 }
          : {
              grid: { show: false },
              splits: () => rows.map((_, row) => rows.length - row - 0.5),
              values: () => rows.map((name) => (name.length > 13 ? `${name.slice(0, 12)}…` : name)),
              filter: (u: uPlot, splits: number[]) => thinned(splits, u.height - 40),
            }),
      },
    ],
    series: [
      {},
      ...plot.lines.map(({ name, colour, dash, width = 1.6, as }) => ({
        label: name,
        stroke: colour,
        width,
        dash: [...dash],
        spanGaps: as === "joined",
        ...(as === "dots"
          ? { paths: () => null, points: { show: true, size: 5, fill: colour } }
          : { points: { show: own !== undefined && plot.x.length <= 16, size: 6 } }),
      })),
    ],
    hooks: {
      draw: [(u) => drawBars(u, plot), (u) => drawAbove(u, plot, ink)],
      setSelect: [
        (u) => {
          if (u.select.width < 4) return;
          onZoom(u.posToVal(u.select.left, "x"), u.posToVal(u.select.left + u.select.width, "x"));
          u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
      setCursor: [
        (u) => {
          const { left, idx } = u.cursor;
          if (left === undefined || left < 0) onPoint(undefined);
          else onPoint({ x: u.posToVal(left, "x"), index: idx ?? -1 });
        },
      ],
      ready: [
        (u) => {
          let from = 0;
          u.over.addEventListener("mousedown", ({ clientX }) => void (from = clientX));
          u.over.addEventListener("click", ({ clientX }) => {
            if (Math.abs(clientX - from) < 4) onClick(u.posToVal(u.cursor.left ?? 0, "x"), rowAt(u));
          });
        },
      ],
    },
  };
}

/**
 * The highest value of the charts within the visible time. That time comes from the page (`shown`), not from uPlot.
 * The reason: after a zoom, uPlot asks for the y range while its own x scale still has the old range.
 */
const highestIn = (u: uPlot, plots: readonly Plot[]): number => highest(plots, ...shown.peek(), hiddenIn(u));

/** Names of the lines that the user has hidden. */
const hiddenIn = ({ series }: uPlot): ReadonlySet<string> =>
  new Set(series.flatMap(({ show, label }) => (show === false && typeof label === "string" ? [label] : [])));

/**
 * The y range for given lowest and highest values. It includes 0 and leaves 6% of free space above the highest value.
 */
const spread = (min: number | null, max: number | null): [number, number] => {
  const [low, high] = [Math.min(0, min ?? 0), max ?? 1];
  return [low, high <= low ? low + 1 : high + (high - low) * 0.06];
};

/** The positions with a label on a logarithmic x axis; null for the others. If decades are narrow, only each second or third has one. */
function labelledLog(u: uPlot, splits: number[]): (number | null)[] {
  const { min, max } = u.scales["x"] ?? {};
  const every = Math.ceil(SPACE / Math.abs(u.valToPos(10, "x") - u.valToPos(1, "x")));
  const labels = splits.filter((split) => hasLogLabel(split, min ?? 1, max ?? 1)).reverse();
  const kept = new Set(labels.filter((_, k) => k % every === 0));
  return splits.map((split) => (kept.has(split) ? split : null));
}

/** Removes axis labels that would overlap. */
const thinned = (splits: number[], height: number): (number | null)[] => {
  const every = Math.ceil((splits.length * 12) / Math.max(12, height));
  return splits.map((split, k) => (k % every === 0 ? split : null));
};

function drawBars(u: uPlot, { rows, bars = [] }: Plot): void {
  const { ctx, bbox } = u;
  const { min = 0, max = 1 } = u.scales["x"] ?? {};
  const count = rows?.length ?? 1;
  const height = bbox.height / Math.max(1, count);
  const scale = bbox.width / ((max ?? 1) - (min ?? 0));
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const { row, from, to, colour } of bars) {
    if (to < (min ?? 0) || from > (max ?? 1)) continue;
    ctx.fillStyle = colour;
    const left = bbox.left + (from - (min ?? 0)) * scale;
    const inset = rows === undefined ? 0 : Math.min(3, height * 0.15);
    ctx.fillRect(left, bbox.top + row * height + inset, Math.max(1, (to - from) * scale), height - 2 * inset);
  }
  ctx.restore();
}

/** Writes a text above the chart's upper edge: the name and the maximum of each line that exceeds this edge. */
function drawAbove(u: uPlot, plot: Plot, ink: Ink): void {
  if (plot.main === undefined) return;
  const { ctx, bbox } = u;
  const right = bbox.left + bbox.width;
  ctx.save();
  ctx.font = FONT.replace("11px", `${11 * uPlot.pxRatio}px`);
  ctx.fillStyle = ink.soft;
  ctx.textAlign = "right";
  ctx.textBaseline = "alphabetic";
  const text = aboveText(plot, shown.peek(), u.scales["y"]?.max ?? Infinity, hiddenIn(u));
  ctx.fillText(text, right, bbox.top - 4 * uPlot.pxRatio, right);
  ctx.restore();
}
