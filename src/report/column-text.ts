/** Formats the values of a comparison's column in one common unit. */
import { formatCount } from "../base/format.ts";
import type { Column } from "./columns.ts";
import { unitOf, type Unit } from "../base/one-unit.ts";

const COUNT: Unit = {
  name: "",
  // A mean of 1000 or more is rounded, because its fraction carries no information.
  number: (value) => (Number.isInteger(value) || value >= 1000 ? formatCount(Math.round(value)) : value.toFixed(1)),
};
const RATIO: Unit = { name: "", number: (value) => value.toFixed(2) };
const SHARE: Unit = { name: "%", number: (value) => (value * 100).toFixed(1) };
const FLAG: Unit = { name: "", number: (value) => (value === 0 ? "no" : value < 1 ? withUnit(SHARE, value) : "yes") };

/** The unit in which all `values` of the column are printed. */
export function columnUnit({ unit }: Column, values: readonly number[]): Unit {
  if (unit === "bytes") return unitOf("bytes", values);
  if (unit === "bps") return unitOf("rate", values);
  if (unit === "ns") {
    const { name, number } = unitOf(
      "time",
      values.map((value) => value * 1000),
    );
    return { name, number: (value) => number(value * 1000) };
  }
  return { count: COUNT, ratio: RATIO, share: SHARE, flag: FLAG }[unit];
}

/** A value with its unit, such as "101.1 us" or "0.5%". The text of a missing value is "-". */
export function withUnit({ name, number }: Unit, value: number): string {
  if (!Number.isFinite(value)) return "-";
  return `${number(value)}${name === "" || name === "%" ? name : ` ${name}`}`;
}
