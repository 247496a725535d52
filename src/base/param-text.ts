/**
 * Parameters as text for people: "from 1 ns to 1 s" in help and on pages, "1.5us" in a scenario.
 *
 * The schema, starter scenarios and docs/parameters.md show units, ranges and defaults with these functions.
 */
import { formatBytes, formatRate, formatTime } from "./format.ts";
import type { NumberUnit, Param, Unit } from "./params.ts";

/** By unit: a word for the quantity that has this unit. */
export const UNIT_WORDS: Readonly<Record<Unit, string>> = {
  ps: "time",
  delay: "delay",
  bytes: "size",
  bps: "rate",
  ratio: "ratio",
  count: "count",
  quanta: "quanta",
  choice: "choice",
  flag: "flag",
};

/** The default of a parameter: "16.78 ms", "dt", "true", or the rule by which it is derived from others. */
export function defaultText(param: Param): string {
  if ("derived" in param) return param.derived;
  return "min" in param ? quantityText(param.default, param.unit) : String(param.default);
}

/** "1 ns to 1 s", or the names to choose from. "" if every value is valid. */
export function rangeText(param: Param): string {
  if (param.unit === "flag") return "";
  if (param.unit === "choice") return param.choices.join(", ");
  return `${quantityText(param.min, param.unit)} to ${quantityText(param.max, param.unit)}`;
}

/** A value as text. If four digits do not show it exactly, the value in base units is added. */
export function quantityText(value: number, unit: NumberUnit): string {
  if (value === 0 || unit === "count" || unit === "quanta") return String(value);
  if (unit === "ratio") return ratioText(value);
  const text = FORMATS[unit](value);
  return isExact(text, value) ? text : `${text} (${value} ${BASES[unit]})`;
}

/** A value in the form of a scenario, exact to the last digit: "1.5us", "64KB", "16777.216us", "1/256". */
export function spell(value: number, unit: NumberUnit): string {
  if (value === 0 || unit === "count" || unit === "quanta") return String(value);
  if (unit === "ratio") return ratioText(value);
  if (unit === "bytes") {
    const text = formatBytes(value);
    return isExact(text, value) ? text.replace(" ", "") : `${value}B`;
  }
  // Finds the largest unit in which the value has at most three decimals.
  const names = PREFIXED[unit];
  let steps = 0;
  let one = 1;
  while (steps < names.length - 1 && value >= one * 1000 && value % one === 0) {
    one *= 1000;
    steps++;
  }
  // The remainder is computed apart, because the quotient of a large value is rounded.
  const rest = value % one;
  const decimals = String(rest)
    .padStart(3 * steps, "0")
    .replace(/0+$/, "");
  return `${(value - rest) / one}${rest === 0 ? "" : `.${decimals}`}${names[steps]}`;
}

/** The default in the form of a scenario. Undefined if it is derived from other parameters. */
export function spellDefault(param: Param): string | number | boolean | undefined {
  if ("derived" in param) return undefined;
  if (!("min" in param)) return param.default;
  const plain = param.unit === "count" || param.unit === "quanta" || param.unit === "ratio";
  const text = spell(param.default, param.unit);
  return plain && String(param.default) === text ? param.default : text;
}

const FORMATS = { ps: formatTime, delay: formatTime, bytes: formatBytes, bps: formatRate };
const BASES = { ps: "ps", delay: "ps", bytes: "B", bps: "bps" };

const TIMES = ["ps", "ns", "us", "ms", "s"];
const PREFIXED = { ps: TIMES, delay: TIMES, bps: ["bps", "Kbps", "Mbps", "Gbps", "Tbps"] };

/**
 * True if `text` shows `value` exactly. `formatBytes` uses powers of 1024 only for exact texts, so a text with such a
 * unit is exact.
 */
const isExact = (text: string, value: number): boolean => text.endsWith("iB") || Number(value.toPrecision(4)) === value;

/** Shows a long decimal as a fraction if it is 1 divided by a whole number. */
function ratioText(value: number): string {
  const text = String(value);
  const parts = 1 / value;
  return text.length > 6 && Number.isSafeInteger(parts) && 1 / parts === value ? `1/${parts}` : text;
}
