/**
 * Quantities as text for people: "12.34 us", "64 KiB", "100 Gbps".
 *
 * Such a text has at most four significant digits, and the largest unit in which the number is at least 1. The functions use no Intl and no
 * locale, so stored tables are the same on every machine. `scenario/quantity.ts` reads such text.
 */
import type { Bps, Bytes, Ps } from "./units.ts";

const TIMES = ["ps", "ns", "us", "ms", "s"];
const RATES = ["bps", "Kbps", "Mbps", "Gbps", "Tbps"];
const DECIMAL_SIZES = ["B", "KB", "MB", "GB", "TB"];
const BINARY_SIZES = ["B", "KiB", "MiB", "GiB", "TiB"];

/** Picoseconds as "12.34 us". */
export const formatTime = (time: Ps): string => text(scale(time, 1000), TIMES);

/** Bits per second as "100 Gbps". */
export const formatRate = (rate: Bps): string => text(scale(rate, 1000), RATES);

/**
 * Formats bytes with at most four digits, in powers of 1000 or of 1024. If only one of the two texts is exact, it is used: "1.5 MiB". If
 * both are exact, the one with fewer digits is used: "64 KB", "64 KiB". If neither is exact, or both have equally many digits, the text is
 * in powers of 1000: "12.35 KB".
 */
export function formatBytes(bytes: Bytes): string {
  const decimal = scale(bytes, 1000);
  const binary = scale(bytes, 1024);
  const shorter = !decimal.exact || digits(binary.shown) < digits(decimal.shown);
  return binary.exact && shorter ? text(binary, BINARY_SIZES) : text(decimal, DECIMAL_SIZES);
}

interface Scaled {
  /** The number to show, with at most four digits. */
  readonly shown: number;
  /** Index of the unit, which is also how often the quantity was divided by 1000 or 1024. */
  readonly steps: number;
  /** True if the shown number is exact. */
  readonly exact: boolean;
}

function scale(value: number, step: number): Scaled {
  let scaled = value;
  let unit = 1;
  let steps = 0;
  // The rounded number selects the unit: 999.96 ns is shown as 1 us, not as 1000 ns.
  while (steps < 4 && Math.abs(fourDigits(scaled)) >= step) {
    unit *= step;
    steps++;
    scaled = value / unit;
  }
  const shown = fourDigits(scaled);
  const lost = Math.abs(shown * unit - value);
  // `shown` is still exact if `lost` is only a rounding error of the division. It is not exact if a byte is lost: for
  // example, 2^53 - 1 bytes must not become 8192 TiB.
  return { shown, steps, exact: lost < 1 && lost <= Math.abs(value) * Number.EPSILON };
}

const text = ({ shown, steps }: Scaled, units: readonly string[]): string => `${shown} ${units[steps]}`;

const digits = (shown: number): number => String(shown).replace(/[^0-9]/g, "").length;

/** ECMAScript defines every digit of toPrecision, so the text is the same on every engine. */
const fourDigits = (value: number): number => Number(value.toPrecision(4));

/** 7723120 as "7,723,120". */
export const formatCount = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

/** "1 flow", "2 flows". */
export const formatCounted = (n: number, what: string): string => `${formatCount(n)} ${what}${n === 1 ? "" : "s"}`;

/** A share as a percentage with two digits, or rounded to a whole number from 10% on: "0.033%", "9.2%", "20%", "150%". */
export const formatPercent = (share: number): string =>
  `${share >= 0.1 ? Math.round(share * 100) : (share * 100).toPrecision(2)}%`;

/** A number rounded to three significant digits: "8,300", "3.21 million", "1.2 billion". */
export function formatLarge(n: number): string {
  const shown = Number(n.toPrecision(3));
  if (shown >= 1e9) return `${formatCount(Number((n / 1e9).toPrecision(3)))} billion`;
  if (shown >= 1e6) return `${Number((n / 1e6).toPrecision(3))} million`;
  return shown >= 1000 ? formatCount(shown) : String(shown);
}

/** Wall-clock or processor time with at most two significant digits: "830 ms", "1.2 s", "12 s", "3 min", "1.5 h". */
export function formatDuration(seconds: number): string {
  if (seconds < 9.95) return formatTime(Number((seconds * 1e12).toPrecision(2)));
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  if (seconds < 6000) return `${Math.round(seconds / 60)} min`;
  return `${Number((seconds / 3600).toPrecision(2))} h`;
}

/** Cuts a `text` of more than `length` characters and adds "...". Control characters become escapes, so a terminal does not interpret them. */
export const printable = (text: string, length: number): string => cut(text, length, spelled);

/** `printable` in quotes. */
export const quoted = (text: string, length: number): string =>
  `"${cut(text, length, (char) => (char === '"' || char === "\\" ? `\\${char}` : spelled(char)))}"`;

function cut(text: string, length: number, spell: (char: string) => string): string {
  let shown = "";
  for (const char of text.slice(0, length + 1)) {
    const next = spell(char);
    if (shown.length + next.length > length) return `${shown}...`;
    shown += next;
  }
  return shown;
}

/** Replaces control characters and direction marks by JSON escapes, so strings in JSON text keep their value. Line breaks and tabs remain. */
export const spelledOut = (text: string): string => text.replaceAll(/[^\n\t\P{C}]/gu, spelled);

/** Converts control characters, direction marks and lone surrogates to JSON escapes. */
function spelled(char: string): string {
  if (!/\p{C}/u.test(char)) return char;
  const escaped = JSON.stringify(char).slice(1, -1);
  return escaped.startsWith("\\")
    ? escaped
    : char.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
