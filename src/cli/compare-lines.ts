/** The rows of a comparison as text: cells in one unit a column, and a star at the best of each. */
import type { Estimate } from "../base/confidence.ts";
import { isBest, trafficOf } from "../report/best.ts";
import { columnUnit, withUnit } from "../report/column-text.ts";
import { columns, type Column, type ColumnName, type Figures } from "../report/columns.ts";
import type { Unit } from "../base/one-unit.ts";
import { byColumn, isWhole, type ComparedRow, type SeedsRow } from "../sweep/comparison.ts";

export interface Line {
  /** What was varied. */
  readonly settings: readonly string[];
  readonly cells: Readonly<Record<ColumnName, string>>;
  /** What is wrong with it: "failed", "cut short"; "": nothing. */
  readonly flaw: string;
}

/** One unit a column, by what its rows have. */
const unitsOf = (all: readonly (Figures | null)[]): Readonly<Record<ColumnName, Unit>> =>
  byColumn((name) =>
    columnUnit(
      columns[name],
      all.map((figures) => figures?.[name] ?? NaN),
    ),
  );

/** A row that is not whole competes with none. */
export function rowLines(rows: readonly ComparedRow[]): Line[] {
  const units = unitsOf(rows.map(({ figures }) => figures));
  const whole = rows.filter(isWhole);
  return rows.map((row) => ({
    settings: Object.values(row.settings),
    cells: byColumn((name) => {
      if (row.figures === null) return "";
      const rivals = whole.filter((other) => trafficOf(other.settings) === trafficOf(row.settings));
      const of = rivals.map(({ figures }) => ({
        value: figures[name],
        half: NaN,
        unfinished: figures.unfinished,
      }));
      const own = of[rivals.findIndex((other) => other === row)];
      const star = isWhole(row) && isBest(columns[name], units[name], own, of);
      return starred(withUnit(units[name], row.figures[name]), star);
    }),
    flaw: { interrupted: "cut short", failed: "failed" }[row.ending as string] ?? "",
  }));
}

/** Means over the seeds `asked` for. */
export function seedsLines(rows: readonly SeedsRow[], asked: number): Line[] {
  const units = unitsOf(rows.map(({ figures }) => byColumn((name) => figures[name].mean)));
  return rows.map((row) => ({
    settings: Object.values(row.settings),
    cells: byColumn((name) => {
      const rivals = rows.filter((other) => trafficOf(other.settings) === trafficOf(row.settings));
      const of = rivals.map(({ figures }) => ({
        value: figures[name].mean,
        half: figures[name].half,
        unfinished: figures.unfinished.mean,
      }));
      const star = isBest(columns[name], units[name], of[rivals.indexOf(row)], of);
      return starred(estimateCell(columns[name], units[name], row.figures[name]), star);
    }),
    flaw: row.seeds < asked ? `${row.seeds} of ${asked} seeds` : "",
  }));
}

/** A cell without a star keeps its place free, so that digits stand below digits. */
const starred = (text: string, isBest: boolean): string => text + (isBest ? "*" : " ");

/** "1.081 ms ±2.3%"; of a flag the share of runs that have it. */
function estimateCell(column: Column, unit: Unit, { mean, half }: Estimate): string {
  const text = withUnit(unit, mean);
  if (Number.isNaN(half) || mean === 0 || column.unit === "flag") return text;
  const percent = Number(((half / mean) * 100).toPrecision(2));
  // Values that are equal have a mean that is rounded.
  return `${text} ±${Math.abs(percent) < 1e-9 ? 0 : percent}%`;
}
