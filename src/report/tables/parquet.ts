/**
 * Writes and reads tables of results as Parquet.
 *
 * Columns without empty cells are "required" columns of the file, all others "optional" with nulls. Readers thus know
 * from the file alone which columns may have gaps. Numbers are stored unchanged, so that reading gives what was
 * written.
 */
import { parquetMetadata, parquetRead } from "hyparquet";
import { parquetWriteBuffer, type BasicType } from "hyparquet-writer";
import { VERSION } from "../../base/version.ts";
import { columnsIn, type AnyTable, type Cells, type Column, type TableShape } from "../../run/measure/tables.ts";
import { cellsWithGaps, type Cell } from "./cells.ts";

export const TYPES: Readonly<Record<Column["type"], BasicType>> = {
  double: "DOUBLE",
  int32: "INT32",
  text: "STRING",
  boolean: "BOOLEAN",
};

export function parquetBytes(shape: TableShape, table: AnyTable): Uint8Array {
  const bytes = parquetWriteBuffer({
    createdBy: `xoff ${VERSION}`,
    statistics: false, // only useful in files with many row groups
    columnData: columnsIn(shape, table).map(([name, column, cells]) => ({
      name,
      type: TYPES[column.type],
      nullable: column.empty !== undefined,
      // Numbers of this type rarely repeat, so a dictionary of values would cost more time than it saves. Texts repeat
      // often.
      ...(column.type === "double" ? { encoding: "PLAIN" as const } : {}),
      data: cellsWithGaps(column, cells, 0, table.rows) as Cell[],
    })),
  });
  return new Uint8Array(bytes);
}

/**
 * Reads a table from the bytes of a Parquet file and ignores unknown columns. Throws if a required column is missing.
 * `name` is used in messages.
 */
export async function parquetTable(
  name: string,
  shape: TableShape,
  bytes: Uint8Array,
): Promise<{ readonly rows: number; readonly columns: Readonly<Record<string, Cells>> }> {
  const wanted = Object.entries(shape.columns);
  const found = new Map<string, Cell[]>(wanted.map(([column]) => [column, []]));
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const metadata = parquetMetadata(file);
  const there = new Set(metadata.schema.map((element) => element.name));
  const missing = wanted.flatMap(([column, { isRecent }]) => (there.has(column) || isRecent === true ? [] : [column]));
  if (missing.length > 0) throw new Error(`it is not a table of ${name}: column ${missing.join(", ")} is missing`);
  await parquetRead({
    file,
    metadata,
    onChunk: ({ columnName, columnData, rowStart }) => {
      const column = found.get(columnName);
      if (column === undefined) return;
      const cells = columnData as ArrayLike<Cell>;
      for (let k = 0; k < cells.length; k++) column[rowStart + k] = cells[k];
    },
  });
  const rows = Number(metadata.num_rows);
  const none = (): Cell[] => Array.from<Cell>({ length: rows }).fill(null);
  const columns = wanted.map(([column, { type }]): [string, Cells] => [
    column,
    typed(type, there.has(column) ? (found.get(column) ?? []) : none()),
  ]);
  return { rows, columns: Object.fromEntries(columns) };
}

function typed(type: Column["type"], cells: readonly Cell[]): Cells {
  if (type === "double") return Float64Array.from(cells, (cell) => (cell ?? NaN) as number);
  if (type === "int32") return Int32Array.from(cells, (cell) => (cell ?? -1) as number);
  if (type === "boolean") return Uint8Array.from(cells, (cell) => (cell === true ? 1 : 0));
  return cells.map((cell) => (cell ?? "") as string);
}
