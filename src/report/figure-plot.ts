/** A plot of a reproduced figure, drawn as the paper draws it: its axes, a line a series. */
import type { Plot } from "../experiments/contract.ts";
import { extent, linearAxis, logAxis, plain, type Axis } from "./charts/axes.ts";
import { draw } from "./charts/draw.ts";
import { lineChart } from "./charts/lines.ts";

/** Points up to which lines carry markers. */
const MARKED = 32;

/** As SVG; undefined where nothing was measured. Points that do not exist, or not on a logarithmic axis, are left out. */
export async function plotSvg({ x, y, log, lines }: Plot): Promise<string | undefined> {
  const isLog = (which: "x" | "y"): boolean => log === which || log === "both";
  const fits = (value: number, which: "x" | "y"): boolean => Number.isFinite(value) && (!isLog(which) || value > 0);
  const drawn = lines.map(({ name, points }) => ({
    name,
    points: points.filter(([px, py]) => fits(px, "x") && fits(py, "y")).map(([px, py]) => ({ x: px, y: py })),
  }));
  const all = drawn.flatMap(({ points }) => points);
  if (all.length === 0) return undefined;
  const axis = (which: "x" | "y", title: string): Axis => {
    const span = extent(all.map((point) => point[which]));
    if (isLog(which)) return logAxis(title, span, plain);
    return linearAxis(title, which === "y" ? { low: Math.min(0, span.low), high: span.high } : span, plain);
  };
  return draw(
    lineChart(
      [{ x: axis("x", x), y: axis("y", y), lines: drawn }],
      lines.map(({ name }) => name),
      { width: "half", height: 250, markers: drawn.every(({ points }) => points.length <= MARKED) },
    ),
  );
}
