/**
 * The rows of a comparison as text: cells with their units, and a star at the best of each column.
 *
 * Only rows of the same traffic compete: it is no merit to be fast under another seed or half the load.
 */
import { formatBytes, formatRate, formatTime } from "../format.ts";
import { columns, type Column, type ColumnName } from "../sweep/columns.ts";
import type { Estimate } from "../confidence.ts";
import { byColumn, isWhole, trafficOf, type ComparedRow, type SeedsRow } from "../sweep/comparison.ts";
import { count } from "./terminal.ts";

export interface Line {
  /** What was varied. */
  readonly settings: readonly string[];
  readonly cells: Readonly<Record<ColumnName, string>>;
  /** What is wrong with it: "failed", "cut short"; "": nothing. */
  readonly flaw: string;
}

/** A row that is not whole competes with none. */
export function rowLines(rows: readonly ComparedRow[]): Line[] {
  return rows.map((row) => {
    const rivals = rows.filter(isWhole).filter((other) => trafficOf(other) === trafficOf(row));
    return {
      settings: Object.values(row.settings),
      cells: byColumn((name) => {
        if (row.figures === null) return "";
        const own = row.figures[name];
        const all = rivals.map(({ figures }) => figures[name]);
        const fair = compete(
          name,
          rivals.map(({ figures }) => figures.unfinished),
        );
        return starred(cell(columns[name], own), isWhole(row) && fair && isBest(columns[name], own, all));
      }),
      flaw: { interrupted: "cut short", failed: "failed" }[row.ending as string] ?? "",
    };
  });
}

/** Means over the seeds `asked` for. One is the best only where chance does not explain it: its interval meets no other's. */
export function seedsLines(rows: readonly SeedsRow[], asked: number): Line[] {
  return rows.map((row) => {
    const rivals = rows.filter((other) => trafficOf(other) === trafficOf(row));
    return {
      settings: Object.values(row.settings),
      cells: byColumn((name) => {
        const own = row.figures[name];
        const all = rivals.map(({ figures }) => figures[name]);
        const isApart = all.every((other) => other === own || Math.abs(own.mean - other.mean) > own.half + other.half);
        const means = all.map(({ mean }) => mean);
        const fair = compete(
          name,
          rivals.map(({ figures }) => figures.unfinished.mean),
        );
        return starred(estimateCell(columns[name], own), fair && isApart && isBest(columns[name], own.mean, means));
      }),
      flaw: row.seeds < asked ? `${row.seeds} of ${asked} seeds` : "",
    };
  });
}

/** Completion times of rows that left different numbers of flows undone are not of the same flows. */
const compete = (name: ColumnName, unfinished: readonly number[]): boolean =>
  !("ages" in columns[name]) || new Set(unfinished).size === 1;

/** Is it the best of several values, not all alike? Those that read the same are. */
function isBest(column: Column, own: number, all: readonly number[]): boolean {
  const others = all.filter((other) => Number.isFinite(other) && cell(column, other) !== cell(column, own));
  if (column.best === undefined || others.length === 0) return false;
  return others.every((other) => (column.best === "least" ? own < other : own > other));
}

/** A cell without a star keeps its place free, so that digits stand below digits. */
const starred = (text: string, isBest: boolean): string => text + (isBest ? "*" : " ");

function cell({ unit }: Column, value: number): string {
  if (Number.isNaN(value)) return "-";
  if (unit === "ns") return formatTime(Math.round(value * 1000));
  if (unit === "bytes") return formatBytes(Math.round(value));
  if (unit === "bps") return formatRate(Math.round(value));
  if (unit === "share") return `${(value * 100).toFixed(1)}%`;
  if (unit === "ratio") return value.toFixed(2);
  if (unit === "flag") return value === 0 ? "no" : "yes";
  return Number.isInteger(value) ? count(value) : value.toFixed(1);
}

/** "1.081 ms ±2.3%"; of a flag the share of runs that have it. */
function estimateCell(column: Column, { mean, half }: Estimate): string {
  const isMixed = column.unit === "flag" && mean > 0 && mean < 1;
  const text = cell(isMixed ? { ...column, unit: "share" } : column, mean);
  if (Number.isNaN(half) || mean === 0 || column.unit === "flag") return text;
  return `${text} ±${Number(((half / mean) * 100).toPrecision(2))}%`;
}
