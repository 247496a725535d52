/** Values of a comparison's column as text, all in one unit. */
import { formatCount } from "../base/format.ts";
import type { Column } from "./columns.ts";
import { unitOf, type Unit } from "../base/one-unit.ts";

const COUNT: Unit = {
  name: "",
  // Of a mean beyond a thousand the fraction says nothing.
  number: (value) => (Number.isInteger(value) || value >= 1000 ? formatCount(Math.round(value)) : value.toFixed(1)),
};
const RATIO: Unit = { name: "", number: (value) => value.toFixed(2) };
const SHARE: Unit = { name: "%", number: (value) => (value * 100).toFixed(1) };
const FLAG: Unit = { name: "", number: (value) => (value === 0 ? "no" : value < 1 ? withUnit(SHARE, value) : "yes") };

/** What `values` of the column are said in. */
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

/** "101.1 us", "0.5%"; "-" for what does not exist. */
export function withUnit({ name, number }: Unit, value: number): string {
  if (!Number.isFinite(value)) return "-";
  return `${number(value)}${name === "" || name === "%" ? name : ` ${name}`}`;
}
