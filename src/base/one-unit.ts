/**
 * Shows all quantities of a table column in one unit, so that they compare at a glance. If one row has "944.2 us", another row has
 * "1,204 us" and not "1.204 ms". Bytes are in powers of 1000 or of 1024, never both.
 */
import { formatCount } from "./format.ts";

export type Quantity = "time" | "bytes" | "rate";

export interface Unit {
  readonly name: string;
  /**
   * Formats a quantity in this unit, without the unit's name. The text has up to four digits, and more only if its whole part needs more. A
   * value that is not finite is "-".
   */
  readonly number: (value: number) => string;
}

type Scale = readonly (readonly [name: string, size: number])[];

/**
 * The units of times, sizes and rates, the smallest first. The number is the size of the unit in ps, bytes or bit/s.
 */
const SCALES: Readonly<Record<Quantity, Scale>> = {
  time: [["ps", 1], ["ns", 1e3], ["us", 1e6], ["ms", 1e9], ["s", 1e12]], // prettier-ignore
  bytes: [["B", 1], ["KB", 1e3], ["MB", 1e6], ["GB", 1e9], ["TB", 1e12]], // prettier-ignore
  rate: [["bps", 1], ["Kbps", 1e3], ["Mbps", 1e6], ["Gbps", 1e9], ["Tbps", 1e12]], // prettier-ignore
};
const BINARY: Scale = [["B", 1], ["KiB", 2 ** 10], ["MiB", 2 ** 20], ["GiB", 2 ** 30], ["TiB", 2 ** 40]]; // prettier-ignore

/**
 * Selects the unit of a column: the largest one in which more than half of the non-zero values are at least 1. If this unit
 * would show a value as a million or more, a larger unit is selected.
 */
export function unitOf(quantity: Quantity, values: readonly number[]): Unit {
  const sizes = values
    .filter((value) => Number.isFinite(value) && value !== 0)
    .map(Math.abs)
    .sort((a, b) => a - b);
  const middle = sizes[Math.floor((sizes.length - 1) / 2)] ?? 0;
  const largest = sizes.at(-1) ?? 0;
  const scale = quantity === "bytes" && areBinary(sizes) ? BINARY : SCALES[quantity];
  // The rounded number selects the unit: 999.96 ns is shown as 1 us.
  const [name, size] = scale.findLast(([, one]) => fourDigits(middle / one) >= 1 || largest / one >= 1000) ?? scale[0];
  return { name, number: (value) => (Number.isFinite(value) ? shown(value / size) : "-") };
}

/** Formats each of `values` in one common unit. */
export function inOneUnit(quantity: Quantity, values: readonly number[]): string[] {
  const { name, number } = unitOf(quantity, values);
  return values.map((value) => (Number.isFinite(value) ? `${number(value)} ${name}` : number(value)));
}

/** True if all sizes are whole KiB and at least one is no whole KB. Sizes chosen by people often have this form, measured sizes seldom. */
const areBinary = (sizes: readonly number[]): boolean =>
  sizes.length > 0 && sizes.every((size) => size % 1024 === 0) && sizes.some((size) => size % 1000 !== 0);

function shown(value: number): string {
  return Math.abs(value) < 1000 ? String(fourDigits(value)) : formatCount(Math.round(value));
}

const fourDigits = (value: number): number => Number(value.toPrecision(4));
