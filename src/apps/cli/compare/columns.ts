/** Finds the columns of a comparison that distinguish its rows. */
import { columnNames, type ColumnName } from "../../../report/columns.ts";
import type { Line } from "./lines.ts";

export interface Telling {
  /** Columns whose values differ between rows, in the order of the table. */
  readonly telling: readonly ColumnName[];
  /** Columns with the same value in all rows. */
  readonly same: readonly ColumnName[];
}

/** The texts of a column in all rows that have results. */
export const textsIn =
  (lines: readonly Line[]) =>
  (name: ColumnName): string[] =>
    lines.filter(({ flaw }) => flaw !== "failed").map(({ cells }) => cells[name].trim());

export function tellingColumns(lines: readonly Line[]): Telling {
  const texts = textsIn(lines);
  const names = columnNames.filter((name) => texts(name).some((text) => text !== "-") && !isRepeated(name, texts));
  const same = names.filter((name) => texts(name).length > 1 && new Set(texts(name)).size === 1);
  return { telling: names.filter((name) => !same.includes(name)), same };
}

/**
 * Whether a column about some flows has the same values as the column about all flows. A column about small or large
 * flows repeats the column about all flows if all flows have this size. Common flows are those
 * that all compared runs completed. A column about them repeats the column about all flows if every run completed all flows.
 */
function isRepeated(name: ColumnName, texts: (name: ColumnName) => string[]): boolean {
  const all = name.replace(/^(small|large|common)_/, "") as ColumnName;
  return all !== name && texts(all).join() === texts(name).join();
}
