/**
 * Numbers with units: text in, base units out.
 *
 *   time   ps ns us ms s                    -> picoseconds
 *   delay  a time, or a cable in m or km    -> picoseconds, at 5 ns a metre
 *   size   B KB MB GB TB, KiB MiB GiB TiB   -> bytes; KB is 1000, KiB is 1024
 *   rate   bps Kbps Mbps Gbps Tbps          -> bits per second
 *   ratio  0.25, "25%", "1/4"               -> the number
 *   count, quanta                           -> the number
 *
 * A time, size or rate other than 0 needs its unit, because a bare 100 is easily read in the wrong unit. Case counts, because MB and Mb
 * differ by a factor of eight. A near miss gets a suggestion.
 *
 * A value between two base units is rounded if rounding changes it by less than 0.1%. Otherwise it is rejected. All code that runs
 * after the scenario is read uses base units only.
 */
import { complaint, type NumberUnit } from "../base/params.ts";
import { nearest } from "../base/suggest.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** A text that is no quantity of the expected kind. The code that reads the scenario adds the place of the text. */
export class QuantityError extends Error {
  override name = "QuantityError";
  readonly expected: string;
  readonly got: unknown;
  readonly hint: string | undefined;

  constructor(expected: string, got: unknown, hint?: string) {
    super(complaint(expected, got, hint));
    this.expected = expected;
    this.got = got;
    this.hint = hint;
  }
}

/**
 * Base units in one unit: 10^shift times factor. The shift moves the decimal point of the text, so it causes no
 * rounding error.
 */
type UnitSize = readonly [shift: number, factor?: number];

interface Dimension {
  readonly expected: string;
  readonly base: string;
  readonly units: Readonly<Record<string, UnitSize>>;
  /** Units to suggest if a number has none. */
  readonly likely: readonly string[];
}

const TIME: Dimension = {
  expected: "a time such as 2us",
  base: "picoseconds",
  units: { ps: [0], ns: [3], us: [6], ms: [9], s: [12] },
  likely: ["ns", "us", "ms"],
};

const DELAY: Dimension = {
  expected: "a delay such as 1us or 200m",
  base: "picoseconds",
  units: { ...TIME.units, m: [3, 5], km: [6, 5] },
  likely: ["ns", "us", "m"],
};

const SIZE: Dimension = {
  expected: "a size such as 64KB",
  base: "bytes",
  units: {
    ...{ B: [0], KB: [3], MB: [6], GB: [9], TB: [12] },
    ...{ KiB: [0, 1024], MiB: [0, 1024 * 1024], GiB: [0, 1024 * 1024 * 1024], TiB: [0, 1024 * 1024 * 1024 * 1024] },
  },
  likely: ["B", "KB", "MB"],
};

const RATE: Dimension = {
  expected: "a rate such as 100Gbps",
  base: "bits per second",
  units: { bps: [0], Kbps: [3], Mbps: [6], Gbps: [9], Tbps: [12] },
  likely: ["Mbps", "Gbps"],
};

/** Alternative spellings of units: both characters for micro, and the SI spelling of kilo. */
const SPELLINGS = new Map([
  ["µs", "us"],
  ["μs", "us"],
  ["kB", "KB"],
  ["kbps", "Kbps"],
]);

/** Picoseconds in a time such as "2us". Every parser takes `unknown`, because a scenario may hold any value, and throws `QuantityError`. */
export const parseTime = (given: unknown): Ps => parse(TIME, given);

/** Picoseconds in a delay: "1us", or "200m" of cable. 200 m take 1 us at 5 ns a metre, the speed of light in fibre. */
export const parseDelay = (given: unknown): Ps => parse(DELAY, given);

/** Bytes in "64KB" (64,000) or "64KiB" (65,536). */
export const parseSize = (given: unknown): Bytes => parse(SIZE, given);

/** Bits per second in "100Gbps". */
export const parseRate = (given: unknown): Bps => parse(RATE, given);

/** A non-negative number, given as a number or as "0.25", "25%" or "1/4". */
export function parseRatio(given: unknown): number {
  const value = parseNumber(given);
  if (value < 0) throw new QuantityError("a number of 0 or more", given);
  return value;
}

/** A number of either sign, given as a number, a fraction or a percentage. The range of the parameter is checked elsewhere. */
function parseNumber(given: unknown): number {
  const value = typeof given === "string" ? ratioOf(given) : given;
  if (typeof value === "number" && Math.abs(value) < Infinity) return value;
  throw new QuantityError('a number, a fraction such as "1/16" or a percentage such as "25%"', given, markHint(given));
}

/** A non-negative whole number, given as a number or as text. `noun` may follow the number in the text. */
export function parseCount(given: unknown, noun = ""): number {
  const read = typeof given === "string" ? readNumber(given) : undefined;
  const value = read !== undefined && (read.unit === "" || read.unit === noun) ? shifted(read, 0) : given;
  if (typeof value === "number" && value >= 0 && Number.isSafeInteger(value)) return value;
  const tooMuch = typeof value === "number" && value > Number.MAX_SAFE_INTEGER && value < Infinity;
  const hint = tooMuch ? `The maximum is ${Number.MAX_SAFE_INTEGER}.` : markHint(given);
  throw new QuantityError(noun === "" ? "a whole number" : `a whole number of ${noun}`, given, hint);
}

const parsers: Readonly<Record<NumberUnit, (given: unknown) => number>> = {
  ps: parseTime,
  delay: parseDelay,
  bytes: parseSize,
  bps: parseRate,
  ratio: parseNumber,
  count: (given) => parseCount(given),
  quanta: (given) => parseCount(given, "quanta"),
};

/** The units in which a number may be given. Plain numbers have none. */
export function unitNames(unit: NumberUnit): string[] {
  const dimensions: Partial<Record<NumberUnit, Dimension>> = { ps: TIME, delay: DELAY, bytes: SIZE, bps: RATE };
  const { units = {} } = dimensions[unit] ?? {};
  return [
    ...Object.keys(units),
    ...Array.from(SPELLINGS).flatMap(([spelling, name]) => (name in units ? [spelling] : [])),
  ];
}

/** The value of a parameter in base units, from its text or number in a scenario. The parameter table checks the range. */
export const parseQuantity = (unit: NumberUnit, given: unknown): number => parsers[unit](given);

function parse(dimension: Dimension, given: unknown): number {
  const { expected, base, units } = dimension;
  const read = typeof given === "string" || typeof given === "number" ? readNumber(String(given)) : undefined;
  if (read === undefined) throw new QuantityError(expected, given);
  if (read.minus) throw new QuantityError(expected, given, "It cannot be negative.");
  const name = SPELLINGS.get(read.unit) ?? read.unit;
  if (name === "" && shifted(read, 0) === 0) return 0;
  if (!Object.hasOwn(units, name)) throw new QuantityError(expected, given, unitHint(dimension, read));

  const [shift, factor = 1] = units[name];
  const exact = shifted(read, shift) * factor;
  const value = Math.round(exact);
  if (value > Number.MAX_SAFE_INTEGER) {
    const most = base === "picoseconds" ? "9007 s, which is 2.5 hours" : `2^53 - 1 ${base}`;
    throw new QuantityError(expected, given, `The maximum is ${most}.`);
  }
  if (Math.abs(value - exact) > exact / 1000) {
    throw new QuantityError(expected, given, `It must be a whole number of ${base}.`);
  }
  return value;
}

interface Read {
  readonly minus: boolean;
  readonly digits: string;
  readonly power: number;
  /** The text after the number, or "" if there is none. */
  readonly unit: string;
}

const QUANTITY = /^\s*(-?)(\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d+))?\s*(\D.*?)?\s*$/;

/** Maximum length of a quantity in characters. Longer text is rejected before the regular expression searches it. */
const MAX_LENGTH = 100;

function readNumber(text: string): Read | undefined {
  const match = text.length > MAX_LENGTH ? null : QUANTITY.exec(text);
  if (match === null) return undefined;
  return { minus: match[1] === "-", digits: match[2], power: Number(match[3] ?? 0), unit: match[4] ?? "" };
}

/**
 * The number times 10^shift, rounded once. "1.1us" becomes exactly 1,100,000 ps, whereas the product of 1.1 and 1e6 is
 * slightly more.
 */
const shifted = ({ minus, digits, power }: Read, shift: number): number =>
  Number(`${minus ? "-" : ""}${digits}e${power + shift}`);

function ratioOf(text: string): number {
  if (text.length > MAX_LENGTH) return NaN;
  const [numerator, denominator, ...rest] = text.split("/").map(readNumber);
  if (numerator === undefined || rest.length > 0) return NaN;
  if (text.includes("/")) {
    const plain = numerator.unit === "" && denominator?.unit === "";
    return plain ? shifted(numerator, 0) / shifted(denominator, 0) : NaN;
  }
  if (numerator.unit === "%") return shifted(numerator, -2);
  return numerator.unit === "" ? shifted(numerator, 0) : NaN;
}

/** A hint for numbers such as "1,5" and "1_000". The comma may separate decimals or thousands, so no value is assumed. */
const markHint = (given: unknown): string | undefined =>
  typeof given === "string" && /\d[,_']\d/.test(given)
    ? "Write a point for decimals and no thousands separator: 1.5, 1500."
    : undefined;

/** A hint for a missing or unknown unit: the units that the author may have meant. */
function unitHint(dimension: Dimension, { digits, power, unit }: Read): string {
  const number = power === 0 ? digits : `${digits}e${power}`;
  if (unit === "") return `Add the unit: ${dimension.likely.map((name) => number + name).join(", ")}?`;
  const marks = markHint(`0${unit}`);
  if (marks !== undefined) return marks;
  const own = OWN_HINTS.get(dimension)?.(number, unit);
  if (own !== undefined) return own;
  const names = Object.keys(dimension.units);
  const meant = nearest(unit, names);
  return meant === undefined ? `Units are ${names.join(", ")}.` : `Did you mean "${number}${meant}"?`;
}

/** Hints for units in the spelling of other tools, such as Gbit/s, 100G or msec. */
const OWN_HINTS: ReadonlyMap<Dimension, (number: string, unit: string) => string | undefined> = new Map([
  [TIME, (number, unit) => secondsHint(number, unit) ?? lengthHint(unit)],
  [DELAY, secondsHint],
  [SIZE, sizeHint],
  [RATE, rateHint],
]);

function secondsHint(number: string, unit: string): string | undefined {
  const [, prefix] = /^([pnum]?)sec(?:ond)?s?$/.exec(unit) ?? [];
  return prefix === undefined ? undefined : `Did you mean "${number}${prefix}s"?`;
}

function lengthHint(unit: string): string | undefined {
  return Object.hasOwn(DELAY.units, unit) ? 'Only a delay may be a length; milliseconds are "ms".' : undefined;
}

function sizeHint(number: string, unit: string): string | undefined {
  if (/^[kmgt]?i?bits?$/i.test(unit)) return "Sizes are in bytes of 8 bits.";
  const [, prefix] = /^([kmgt]?)i?b?(?:ytes?)?$/i.exec(unit) ?? [];
  if (prefix === undefined) return undefined;
  if (prefix === "") return `Did you mean "${number}B"?`;
  const of = prefix.toUpperCase();
  return `Write "${number}${of}B" for powers of 1000, "${number}${of}iB" for powers of 1024.`;
}

function rateHint(number: string, unit: string): string | undefined {
  const [, prefix, bytes] = /^([kmgt]?)i?(?:(B)|b(?:its?)?|E)?(?:\/s(?:ec)?|ps)?$/i.exec(unit) ?? [];
  if (prefix === undefined || unit === "ps") return undefined;
  const meant = `"${number}${prefix.toUpperCase()}bps"`;
  const countsBytes = bytes === "B" && /s/.test(unit);
  return countsBytes
    ? `Rates are in bits per second: write ${meant}, or eight times that for bytes.`
    : `Did you mean ${meant}?`;
}
