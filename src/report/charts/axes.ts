/** Chart axes whose tick labels are round quantities with units: "10 KB", "2 us", "50%". */
import { formatBytes, formatRate, formatTime } from "../../base/format.ts";

/** The properties of an axis that vega-lite needs. */
export interface Axis {
  readonly title: string;
  readonly scale: {
    readonly type: "log" | "linear";
    readonly domain: readonly [number, number] & number[];
    readonly nice: false;
  };
  readonly axis: { readonly values: number[]; readonly labelExpr: string };
}

/** Formats a quantity as a tick label. */
export type Format = (value: number) => string;

export const bytes: Format = (value) => (value === 0 ? "0" : formatBytes(value));
export const rate: Format = (value) => (value === 0 ? "0" : formatRate(value));
/** Of nanoseconds. */
export const time: Format = (value) => (value === 0 ? "0" : formatTime(value * 1000));
export const percent: Format = (value) => `${Number((value * 100).toPrecision(4))}%`;
export const plain: Format = (value) => String(Number(value.toPrecision(4)));

/** Maximum labels on an axis: half a page has no room for more. */
const MAX_TICKS = 8;

export interface Extent {
  readonly low: number;
  readonly high: number;
}

export function extent(values: Iterable<number>): Extent {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}

/** A linear axis from `low` to `high`, which may be equal. With `round` the axis ends at ticks. */
export function linearAxis(
  title: string,
  { low, high }: Extent,
  format: Format,
  { round = true, ticks = 6 }: { readonly round?: boolean; readonly ticks?: number } = {},
): Axis {
  const span = high > low ? high - low : Math.max(high, 1);
  const step = roundStep(span / ticks);
  const first = round ? Math.floor(low / step) : Math.ceil(low / step);
  const last = round ? Math.ceil((low + span) / step) : Math.floor((low + span) / step);
  const values = Array.from({ length: last - first + 1 }, (_, k) => (first + k) * step);
  const domain: [number, number] = round ? [first * step, last * step] : [low, low + span];
  return axis(title, "linear", domain, values, format);
}

/**
 * A logarithmic axis for values above 0. It is linear if the largest value is less than four times the smallest.
 *
 * Ticks are at 1, 2 and 5 times powers of ten, or only at powers of ten if there would be too many. With `round` the
 * axis ends at ticks. Otherwise it ends just beyond the values, so that no marker is cut.
 */
export function logAxis(title: string, { low, high }: Extent, format: Format, { round = false } = {}): Axis {
  if (high < low * 4) return linearAxis(title, { low, high }, format);
  const bottom = round ? (steps([1, 2, 5], low / 5, low * 1.001).at(-1) ?? low) : low / 1.03;
  const top = round ? steps([1, 2, 5], high * 0.999, high * 5)[0] : high * 1.03;
  const fine = steps([1, 2, 5], bottom * 0.999, top * 1.001);
  const values = fine.length <= MAX_TICKS ? fine : steps([1], bottom * 0.999, top * 1.001);
  return axis(title, "log", [bottom, top], values, format);
}

/** All products of a digit and a power of ten between `low` and `high`, in increasing order. */
function steps(digits: readonly number[], low: number, high: number): number[] {
  const found: number[] = [];
  for (let power = powerBelow(low); power <= high; power *= 10) {
    for (const digit of digits) {
      const step = Number((digit * power).toPrecision(1));
      if (step >= low && step <= high) found.push(step);
    }
  }
  return found;
}

function axis(title: string, type: "log" | "linear", domain: [number, number], values: number[], format: Format): Axis {
  const labels = Object.fromEntries(values.map((value, k) => [k, format(value)]));
  // Tick labels are looked up by index. A lookup by value would depend on how numbers are printed.
  const labelExpr = `${JSON.stringify(labels)}[indexof(${JSON.stringify(values)}, datum.value)]`;
  return { title, scale: { type, domain, nice: false }, axis: { values, labelExpr } };
}

/** The largest power of ten that does not exceed `value`, which is above 0. */
function powerBelow(value: number): number {
  let power = 1;
  while (power > value) power /= 10;
  while (power * 10 <= value) power *= 10;
  return power;
}

/** The smallest of 1, 2 or 5 times a power of ten that is at least `step`. */
function roundStep(step: number): number {
  const power = powerBelow(step);
  return [1, 2, 5, 10].map((digit) => digit * power).find((round) => round >= step * 0.999) ?? 10 * power;
}
