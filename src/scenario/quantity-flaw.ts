/**
 * The messages for numbers outside their range. The command line needs these messages for its options. This file imports
 * neither zod nor the schemas, because loading them takes longer than most commands.
 */
import { formatBytes, formatRate, formatTime } from "../base/format.ts";
import { spell } from "../base/param-text.ts";
import type { NumberUnit } from "../base/params.ts";
import { parseQuantity, QuantityError } from "./quantity.ts";

/** The message of an issue: the expected value, then a line break and the hint. */
export const say = (expected: string, hint?: string): string =>
  hint === undefined ? expected : `${expected}\n${hint}`;

/** The message for an invalid value, or undefined if `given` is valid. */
export function quantityFlaw(unit: NumberUnit, min: number, max: number, given: unknown): string | undefined {
  const range = rangePhrase(unit, min, max);
  try {
    const value = parseQuantity(unit, given);
    if (value >= min && value <= max) return undefined;
    const isPercent = unit === "ratio" && typeof given === "number" && value > max && value / 100 <= max;
    return say(range, isPercent ? `Did you mean "${given}%"?` : undefined);
  } catch (error) {
    if (!(error instanceof QuantityError)) throw error;
    const plain = unit === "count" || unit === "quanta";
    return say(plain ? range : error.expected, error.hint);
  }
}

const NOUNS: Readonly<Record<NumberUnit, string>> = {
  ps: "a time",
  delay: "a delay",
  bytes: "a size",
  bps: "a rate",
  ratio: "a number",
  count: "a whole number",
  quanta: "a number of quanta",
};

/** The range of a quantity as a phrase, such as "a size from 1 B to 1 TiB" or "a whole number of 0 or more". */
export function rangePhrase(unit: NumberUnit, min: number, max: number): string {
  const ratio = (value: number): string => spell(value, "ratio");
  const format = { ps: formatTime, delay: formatTime, bytes: formatBytes, bps: formatRate, ratio };
  const shown = unit === "count" || unit === "quanta" ? String : format[unit];
  const range = max === Number.MAX_SAFE_INTEGER ? `of ${shown(min)} or more` : `from ${shown(min)} to ${shown(max)}`;
  return `${NOUNS[unit]} ${range}`;
}
