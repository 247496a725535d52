/** Reads a table of results that `xoff run --out` wrote as Parquet. */
import { parquetMetadata, parquetRead } from "hyparquet";
import { tableShapes, type Cells, type Column, type ProbeTable, type Table, type TableName } from "xoff";

type Cell = number | string | boolean | null | undefined;

/** Reads the table `name`, which any run may have. Rejects if the file is no Parquet file or lacks a column of this table. */
export const readTable = async <Name extends TableName>(name: Name, file: ArrayBuffer): Promise<Table<Name>> =>
  (await readShaped(name, tableShapes[name], file)) as unknown as Table<Name>;

/** Reads a table with columns known only at run time, such as a probe's. */
export async function readShaped(name: string, shape: ProbeTable["shape"], file: ArrayBuffer): Promise<ProbeTable> {
  const metadata = parquetMetadata(file);
  const columns = Object.entries<Column>(shape.columns);
  const found = new Map<string, Cell[]>(columns.map(([column]) => [column, []]));
  const missing = columns.find(([column]) => !metadata.schema.some((element) => element.name === column));
  if (missing !== undefined)
    throw new Error(`${name}.parquet: expected a column ${missing[0]}, found none. Run the scenario again.`);
  await parquetRead({
    file,
    metadata,
    onChunk: ({ columnName, columnData, rowStart }) => {
      const cells = found.get(columnName);
      for (let k = 0; cells !== undefined && k < columnData.length; k++) cells[rowStart + k] = columnData[k] as Cell;
    },
  });
  const typed = columns.map(([column, { type }]): [string, Cells] => [column, TYPED[type](found.get(column) ?? [])]);
  return { shape, rows: Number(metadata.num_rows), columns: Object.fromEntries(typed) };
}

/**
 * Converts the cells of a column to the array of its type. `CellsOf` in the library defines the values of empty cells.
 */
const TYPED: Readonly<Record<Column["type"], (cells: readonly Cell[]) => Cells>> = {
  double: (cells) => Float64Array.from(cells, (cell) => (cell ?? NaN) as number),
  int32: (cells) => Int32Array.from(cells, (cell) => (cell ?? -1) as number),
  boolean: (cells) => Uint8Array.from(cells, Number),
  text: (cells) => cells.map((cell) => (cell ?? "") as string),
};
