/**
 * Which rows are the best of a column.
 *
 * Only rows of the same traffic compete: it is no merit to be fast under another seed or half the load. Nor do completion times of rows that
 * left different numbers of flows undone, for they are not of the same flows. Over seeds a row is the best only where chance does not explain
 * it: its interval meets no other's.
 */
import { withUnit } from "./column-text.ts";
import type { Column } from "./columns.ts";
import type { Unit } from "../base/one-unit.ts";

export interface Rival {
  readonly value: number;
  /** Half its interval; NaN for a single run. */
  readonly half: number;
  /** Flows that count and are not done. */
  readonly unfinished: number;
}

/** `rivals` are the rows with the same traffic, `own` among them. Those that read the same are equally good; of all alike none is the best. */
export function isBest(column: Column, unit: Unit, own: Rival, rivals: readonly Rival[]): boolean {
  const { best } = column;
  if (best === undefined || !Number.isFinite(own.value)) return false;
  if (column.ages === true && new Set(rivals.map(({ unfinished }) => unfinished)).size > 1) return false;
  const reads = ({ value }: Rival): string => withUnit(unit, value);
  const isApart = (other: Rival): boolean => !(Math.abs(own.value - other.value) <= own.half + other.half);
  if (!rivals.every((other) => other === own || isApart(other))) return false;
  const others = rivals.filter((other) => Number.isFinite(other.value) && reads(other) !== reads(own));
  return others.length > 0 && others.every(({ value }) => (best === "least" ? own.value < value : own.value > value));
}

/** What was varied of who sends what to whom, and when: rows of equal text have the same traffic. */
export function trafficOf(settings: Readonly<Record<string, string>>): string {
  const deciding = /^(seed|until|limit|count|topology|traffic)\b/;
  return JSON.stringify(Object.entries(settings).filter(([path]) => deciding.test(path)));
}
