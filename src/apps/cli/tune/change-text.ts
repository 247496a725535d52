/** Formats the result column that a search optimises (its goal): the values of two settings, and the difference of these values. */
import { estimate } from "../../../base/confidence.ts";
import { isRelative, type Goal, type Measure, type Measured } from "../../../batch/tune/goal.ts";
import type { Verdict } from "../../../batch/tune/answer.ts";
import { columnUnit, withUnit } from "../../../report/column-text.ts";
import { columns } from "../../../report/columns.ts";

export const mean = (runs: readonly Measured[], name: Measure): number =>
  estimate(runs.map((figures) => figures[name])).mean;

export const quantity = (name: Measure, value: number): string => withUnit(columnUnit(columns[name], [value]), value);

/** The mean of the goal's column, "-" without a run. */
export const meanText = ({ column }: Goal, runs: readonly Measured[]): string =>
  runs.length === 0 ? "-" : quantity(column, mean(runs, column));

/**
 * The difference of the rival's value to the present setting's value, then ± half the width of its 95% interval. If all values are
 * positive, both numbers are percentages of the present setting's value.
 */
export function changeText(goal: Goal, { difference, ratio, present, rival }: Differs): string {
  if (rival.length === 0 || present.length === 0) return "-";
  const isRatio = isRelative(goal, [present, rival]) && Number.isFinite(ratio.mean);
  const half = isRatio ? 100 * ratio.half : difference.half;
  const change = isRatio ? `${signed(100 * (ratio.mean - 1), 1)}%` : signed(difference.mean, 4);
  return `${change}${half > 0 ? ` ±${digits(half, isRatio ? 1 : 4)}` : ""}`;
}

type Differs = Pick<Verdict, "difference" | "ratio" | "present" | "rival">;

/** Rounds a value: to one decimal if `places` is 1, otherwise to `places` significant digits. */
export const digits = (value: number, places: number): string =>
  String(Number(places === 1 ? value.toFixed(1) : value.toPrecision(places)));

/** As `digits`, with a plus sign if the rounded value is positive. */
export const signed = (value: number, places: number): string => {
  const text = digits(value, places);
  return Number(text) > 0 ? `+${text}` : text === "-0" ? "0" : text;
};
