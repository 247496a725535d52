/** Cells of a column as other programs know them: null where there is none, true and false. */
import type { Cells, Column } from "../../run/measure/tables.ts";

export type Cell = number | string | boolean | null;

/** Rows `from` to before `to`. */
export function cellsWithGaps({ type, empty }: Column, cells: Cells, from: number, to: number): ArrayLike<Cell> {
  if (empty === undefined && type !== "boolean") return cells.slice(from, to);
  const some: Cell[] = [];
  for (let row = from; row < to; row++) some.push(CELL[type](cells[row]));
  return some;
}

/** What stands in memory for an empty cell, and for true (`CellsOf`). */
const CELL: Readonly<Record<Column["type"], (cell: number | string) => Cell>> = {
  double: (cell) => (Number.isNaN(cell) ? null : cell),
  int32: (cell) => (cell === -1 ? null : cell),
  text: (cell) => (cell === "" ? null : cell),
  boolean: (cell) => cell === 1,
};
