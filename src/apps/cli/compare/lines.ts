/** The rows of a comparison as text: cells in one unit a column; over seeds a star at the best of each, and how far the others are from it. */
import type { Estimate } from "../../../base/confidence.ts";
import { columnUnit, withUnit } from "../../../report/column-text.ts";
import { columnNames, columns, type Column, type ColumnName, type Figures } from "../../../report/columns.ts";
import type { SeedsRow } from "../../../report/seeds-rows.ts";
import type { Unit } from "../../../base/one-unit.ts";
import { byColumn, type ComparedRow } from "../../../batch/sweep/comparison.ts";

export interface Line {
  /** What was varied. */
  readonly settings: readonly string[];
  readonly cells: Readonly<Record<ColumnName, string>>;
  /** Share of the flows that count that were done; NaN: none counts, or it failed. */
  readonly done: number;
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

/** Single runs: no difference is significant, so there is no star. */
export function rowLines(rows: readonly ComparedRow[]): Line[] {
  const units = unitsOf(rows.map(({ figures }) => figures));
  return rows.map((row) => ({
    settings: Object.values(row.settings),
    cells: byColumn((name) => (row.figures === null ? "" : starred(withUnit(units[name], row.figures[name]), false))),
    done: row.figures === null ? NaN : 1 - row.figures.unfinished / row.figures.flows,
    flaw: { interrupted: "cut short", failed: "failed" }[row.ending as string] ?? "",
  }));
}

const meansOf = (rows: readonly SeedsRow[]): Figures[] =>
  rows.map(({ figures }) => byColumn((name) => figures[name].mean));

/** Means over the seeds `asked` for. */
export function seedsLines(rows: readonly SeedsRow[], asked: number): Line[] {
  const units = unitsOf(meansOf(rows));
  return rows.map(({ settings, figures, best, seeds }) => ({
    settings: Object.values(settings),
    cells: byColumn((name) =>
      starred(estimateCell(columns[name], units[name], figures[name], seeds), best.includes(name)),
    ),
    done: 1 - figures.unfinished.mean / figures.flows.mean,
    flaw: seeds < asked ? `${seeds} of ${asked} seeds` : "",
  }));
}

/** A cell without a star keeps its place free, so that digits stand below digits. */
const starred = (text: string, isBest: boolean): string => text + (isBest ? "*" : " ");

/** "1.081 ms ±2.3%"; of a flag the share of runs that have it; with fewer values than seeds how many there are. */
function estimateCell(column: Column, unit: Unit, { mean, half, count }: Estimate, seeds: number): string {
  const text = withUnit(unit, mean);
  const some = count > 0 && count < seeds ? ` (${count} of ${seeds})` : "";
  if (!(half > 0) || mean === 0 || column.unit === "flag") return text + some;
  return `${text} ±${Number(((half / Math.abs(mean)) * 100).toPrecision(2))}%${some}`;
}

/** Columns of which a table of differences has something to say. */
export const differingColumns = (rows: readonly SeedsRow[]): ColumnName[] =>
  columnNames.filter((name) => rows.some(({ differences }) => (differences[name]?.mean ?? 0) !== 0));

/** How far each row is from the best mean of its column: "+8.65 us ±1.4", and "least" or "most" where that mean is. */
export function differenceLines(rows: readonly SeedsRow[]): Line[] {
  const units = unitsOf(meansOf(rows));
  return rows.map(({ settings, figures, differences, best }) => ({
    settings: Object.values(settings),
    ...{ done: NaN, flaw: "" },
    cells: byColumn((name) => {
      const column: Column = columns[name];
      if (column.best === undefined || !Number.isFinite(figures[name].mean)) return "- ";
      const found = differences[name];
      if (found === undefined) return starred(column.best, best.includes(name));
      return starred(differenceCell(column, units[name], found), best.includes(name));
    }),
  }));
}

function differenceCell(column: Column, unit: Unit, { mean, half }: { mean: number; half: number }): string {
  // Shares of runs, in points.
  const scale = column.unit === "flag" ? columnUnit({ ...column, unit: "share" }, [mean]) : unit;
  const text = `${mean > 0 ? "+" : ""}${withUnit(scale, mean)}`;
  return half > 0 ? `${text} ±${scale.number(half)}` : text;
}
