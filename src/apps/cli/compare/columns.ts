/** Which columns of a comparison tell its rows apart. */
import { columnNames, type ColumnName } from "../../../report/columns.ts";
import type { Line } from "./lines.ts";

export interface Telling {
  /** Columns in which rows differ, in the order of the table. */
  readonly telling: readonly ColumnName[];
  /** Those that say the same in all rows. */
  readonly same: readonly ColumnName[];
}

/** What a column says in each row that has numbers. */
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

/** Does a column of small, large or common flows say what that of all flows says, since all are of that size or all were done? */
function isRepeated(name: ColumnName, texts: (name: ColumnName) => string[]): boolean {
  const all = name.replace(/^(small|large|common)_/, "") as ColumnName;
  return all !== name && texts(all).join() === texts(name).join();
}
