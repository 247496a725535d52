/**
 * Formats the rows of a comparison as text, with one unit for each column. Over several seeds, a star marks the best value, and a second
 * table shows the differences to it.
 */
import type { Estimate } from "../../../base/confidence.ts";
import { columnUnit, withUnit } from "../../../report/column-text.ts";
import { columnNames, columns, type Column, type ColumnName, type Figures } from "../../../report/columns.ts";
import type { SeedsRow } from "../../../report/seeds-rows.ts";
import type { Unit } from "../../../base/one-unit.ts";
import { byColumn, type ComparedRow } from "../../../batch/sweep/comparison.ts";

export interface Line {
  /** The values of the varied settings. */
  readonly settings: readonly string[];
  readonly cells: Readonly<Record<ColumnName, string>>;
  /** Share of the flows in the statistics that were completed. NaN if the statistics have no flow, or if the run failed. */
  readonly done: number;
  /** The problem of the row: "failed" or "cut short". "" if there is none. */
  readonly flaw: string;
}

/** A unit for each column, chosen by the column's values. */
const unitsOf = (all: readonly (Figures | null)[]): Readonly<Record<ColumnName, Unit>> =>
  byColumn((name) =>
    columnUnit(
      columns[name],
      all.map((figures) => figures?.[name] ?? NaN),
    ),
  );

/** Lines of single runs. They have no stars, because one run for each row cannot show a significant difference. */
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

/** Lines with the means over seeds. `asked` is the number of seeds that each row should have. */
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

/** A cell with its star, or with a blank in its place so that digits are aligned. */
const starred = (text: string, isBest: boolean): string => text + (isBest ? "*" : " ");

/**
 * An estimate as text, such as "1.081 ms ±2.3%". For a flag, the text is the share of runs in which the flag is set. If
 * some seeds have no value, the text ends with the number of values, such as "(3 of 5)".
 */
function estimateCell(column: Column, unit: Unit, { mean, half, count }: Estimate, seeds: number): string {
  const text = withUnit(unit, mean);
  const some = count > 0 && count < seeds ? ` (${count} of ${seeds})` : "";
  if (!(half > 0) || mean === 0 || column.unit === "flag") return text + some;
  return `${text} ±${Number(((half / Math.abs(mean)) * 100).toPrecision(2))}%${some}`;
}

/** The columns in which the mean of some row differs from the best mean. */
export const differingColumns = (rows: readonly SeedsRow[]): ColumnName[] =>
  columnNames.filter((name) => rows.some(({ differences }) => (differences[name]?.mean ?? 0) !== 0));

/** The difference of each row from the best mean of its column, such as "+8.65 us ±1.4". The best row shows "least" or "most". */
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
  // For a flag such as "deadlocked", `mean` is the difference of two shares of runs in which the flag is set. This
  // difference, in percentage points, is formatted like a share.
  const scale = column.unit === "flag" ? columnUnit({ ...column, unit: "share" }, [mean]) : unit;
  const text = `${mean > 0 ? "+" : ""}${withUnit(scale, mean)}`;
  return half > 0 ? `${text} ±${scale.number(half)}` : text;
}
