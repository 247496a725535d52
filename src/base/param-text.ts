/**
 * Parameters as people read and write them: "from 1 ns to 1 s" in help and on pages, "1.5us" in a scenario.
 *
 * Help, lists, the schema, starter scenarios and docs/parameters.md say units, ranges and defaults in these words.
 */
import { formatBytes, formatRate, formatTime } from "./format.ts";
import type { NumberUnit, Param, Unit } from "./params.ts";

/** What a unit measures, in a word. */
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

/** What a parameter is when left out: "16.78 ms", "dt", "true", or how it is worked out from others. */
export function defaultText(param: Param): string {
  if ("derived" in param) return param.derived;
  return "min" in param ? quantityText(param.default, param.unit) : String(param.default);
}

/** "1 ns to 1 s", or the names to choose from; "" where every value will do. */
export function rangeText(param: Param): string {
  if (param.unit === "flag") return "";
  if (param.unit === "choice") return param.choices.join(", ");
  return `${quantityText(param.min, param.unit)} to ${quantityText(param.max, param.unit)}`;
}

/** A value to read. What four digits do not hold is shown in base units besides. */
export function quantityText(value: number, unit: NumberUnit): string {
  if (value === 0 || unit === "count" || unit === "quanta") return String(value);
  if (unit === "ratio") return ratioText(value);
  const text = FORMATS[unit](value);
  return isExact(text, value) ? text : `${text} (${value} ${BASES[unit]})`;
}

/** A value as a scenario spells it, to the last digit: "1.5us", "64KB", "16777.216us", "1/256". */
export function spell(value: number, unit: NumberUnit): string {
  if (value === 0 || unit === "count" || unit === "quanta") return String(value);
  if (unit === "ratio") return ratioText(value);
  if (unit === "bytes") {
    const text = formatBytes(value);
    return isExact(text, value) ? text.replace(" ", "") : `${value}B`;
  }
  // The largest unit that takes three decimals at most.
  const names = PREFIXED[unit];
  let steps = 0;
  let one = 1;
  while (steps < names.length - 1 && value >= one * 1000 && value % one === 0) {
    one *= 1000;
    steps++;
  }
  const rest = value % one; // told apart, since a quotient would round
  const decimals = String(rest)
    .padStart(3 * steps, "0")
    .replace(/0+$/, "");
  return `${(value - rest) / one}${rest === 0 ? "" : `.${decimals}`}${names[steps]}`;
}

/** The default as a scenario spells it; undefined where it is worked out from others. */
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

/** Does `text`, of four digits, hold all of `value`? Sizes in powers of 1024 are chosen where they do. */
const isExact = (text: string, value: number): boolean => text.endsWith("iB") || Number(value.toPrecision(4)) === value;

/** A long decimal that is one over a whole number is shown so. */
function ratioText(value: number): string {
  const text = String(value);
  const parts = 1 / value;
  return text.length > 6 && Number.isSafeInteger(parts) && 1 / parts === value ? `1/${parts}` : text;
}
