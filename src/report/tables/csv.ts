/**
 * A table of results as CSV: a line of column names, then a line for each row. A missing value is an empty field.
 * Booleans are `true` or `false`.
 *
 * Numbers have all their digits and no locale, so that reading the file gives the same numbers.
 */
import { stringify } from "csv-stringify/sync";
import { columnsIn, type AnyTable, type TableShape } from "../../run/measure/tables.ts";
import { cellsWithGaps } from "./cells.ts";

const ROWS_AT_ONCE = 4096;

/** Yields the CSV text in pieces of `ROWS_AT_ONCE` rows, so that memory need not hold all of it. */
export function* csvPieces(shape: TableShape, table: AnyTable): Generator<string> {
  const columns = columnsIn(shape, table);
  yield stringify([columns.map(([column]) => column)]);
  for (let from = 0; from < table.rows; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, table.rows);
    const cells = columns.map(([, column, all]) => cellsWithGaps(column, all, from, to));
    const rows = Array.from({ length: to - from }, (_, row) => cells.map((column) => column[row]));
    yield stringify(rows, { cast: { boolean: String } });
  }
}
