/** The cells of a column in the form that other programs expect: an empty cell is null, and a flag is true or false. */
import type { Cells, Column } from "../../run/measure/tables.ts";

export type Cell = number | string | boolean | null;

/** The cells of rows `from` (inclusive) to `to` (exclusive). */
export function cellsWithGaps({ type, empty }: Column, cells: Cells, from: number, to: number): ArrayLike<Cell> {
  if (empty === undefined && type !== "boolean") return cells.slice(from, to);
  const some: Cell[] = [];
  for (let row = from; row < to; row++) some.push(CELL[type](cells[row]));
  return some;
}

/**
 * By column type: converts a cell of a table in memory (`CellsOf`) to a `Cell`. A cell in memory is empty if it is
 * NaN, -1 or "", and the result is then null. A boolean is 0 or 1 in memory.
 */
const CELL: Readonly<Record<Column["type"], (cell: number | string) => Cell>> = {
  double: (cell) => (Number.isNaN(cell) ? null : cell),
  int32: (cell) => (cell === -1 ? null : cell),
  text: (cell) => (cell === "" ? null : cell),
  boolean: (cell) => cell === 1,
};
