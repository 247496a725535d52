/**
 * Chooses the values of a parameter that a search may try. The ratio of neighbouring values is about the same everywhere, so that all steps
 * have a similar size.
 */
import { log, pow } from "../../base/math.ts";
import type { NumberUnit } from "../../base/params.ts";

export interface Range {
  readonly low: number;
  readonly high: number;
  readonly unit: NumberUnit;
  /** The ratio of neighbouring values. Default: the square root of 2. */
  readonly step?: number;
  /**
   * All values except `low`, `high` and the parameter's present value are multiples of this number. Without `grain`,
   * these values are rounded to two significant digits.
   */
  readonly grain?: number;
}

/**
 * Number of values in a range that begins at 0. No fixed ratio leads from 0 to another value, so the values have equal
 * distances.
 */
const LINEAR = 9;

/**
 * The values from `low` to `high` in ascending order. A `present` value within the range replaces its nearest
 * neighbour, but never an end of the range.
 */
export function levels({ low, high, unit, step = Math.SQRT2, grain }: Range, present: number): number[] {
  const steps = low > 0 ? Math.max(1, Math.round(log(high / low) / log(step))) : LINEAR - 1;
  const between = Array.from({ length: steps - 1 }, (_, k) => {
    const share = (k + 1) / steps;
    const value = low > 0 ? low * pow(high / low, share) : share * high;
    return grain === undefined ? rounded(value, unit) : Number((Math.round(value / grain) * grain).toPrecision(12)); // 57 * 0.01 is not 0.57
  });
  const values = [...new Set([low, ...between, high])].filter((value) => value >= low && value <= high);
  if (present < low || present > high || values.includes(present)) return values;
  const distance = (value: number): number => Math.abs(value - present);
  const nearest = values.slice(1, -1).reduce((best, value) => (distance(value) < distance(best) ? value : best), high);
  return [...values.filter((value) => value !== nearest || value === high), present].sort((a, b) => a - b);
}

/** Rounds a value to two significant digits. In all units but ratios, the result is a whole number. */
function rounded(value: number, unit: NumberUnit): number {
  const short = Number(value.toPrecision(2));
  return unit === "ratio" ? short : Math.round(short);
}
