/**
 * Joins tables of many runs. The result is a Parquet file or rows of plain cells. The Parquet file is made in pieces, so
 * memory holds only one group of rows.
 *
 * The first column of a joined table is the name of the run.
 */
import { ByteWriter, ParquetWriter, parquetWriteBuffer, schemaFromColumnData, type BasicType } from "hyparquet-writer";
import { VERSION } from "../../base/version.ts";
import { columnsIn, type AnyTable, type TableShape } from "../../run/measure/tables.ts";
import { cellsWithGaps, type Cell } from "./cells.ts";
import { TYPES } from "./parquet.ts";

/** A column of cells, each of which may be null. Its type is text unless all cells are numbers. */
export interface PlainColumn {
  readonly name: string;
  readonly cells: readonly (string | number | null)[];
}

const createdBy = `xoff ${VERSION}`;

/** The bytes of a Parquet file with these columns, which have equal lengths. */
export function plainParquet(columns: readonly PlainColumn[]): Uint8Array {
  const columnData = columns.map(({ name, cells }) => ({
    name,
    type: cells.every((cell) => typeof cell !== "string") ? ("DOUBLE" as const) : ("STRING" as const),
    nullable: true,
    data: [...cells],
  }));
  return new Uint8Array(parquetWriteBuffer({ createdBy, columnData }));
}

/** Rows of a row group. Readers load one group at a time. */
const GROUP = 50_000;

/**
 * The pieces of a Parquet file that contains the rows of all `tables`, one table after another. The first column of each
 * row is the name of its run.
 */
export async function* joinedParquet(
  shape: TableShape,
  tables: AsyncIterable<readonly [run: string, table: AnyTable]>,
): AsyncGenerator<Uint8Array> {
  const bytes = new ByteWriter();
  let writer: ParquetWriter | undefined;
  let columns: { name: string; type: BasicType; nullable: boolean; data: Cell[] }[] = [];
  const writeGroup = (): void => {
    writer ??= new ParquetWriter({ createdBy, writer: bytes, schema: schemaFromColumnData({ columnData: columns }) });
    void writer.write({ columnData: columns, rowGroupSize: GROUP });
    for (const column of columns) column.data = [];
  };
  /** Takes the bytes that were written since the last call. */
  const piece = (): Uint8Array => {
    const taken = new Uint8Array(bytes.buffer.slice(0, bytes.index));
    bytes.index = 0;
    return taken;
  };
  for await (const [run, table] of tables) {
    const shapes = columnsIn(shape, table);
    if (columns.length === 0)
      columns = [
        { name: "run", type: "STRING", nullable: false, data: [] },
        ...shapes.map(([column, { type, empty }]) => ({
          ...{ name: column, type: TYPES[type], nullable: empty !== undefined, data: [] },
        })),
      ];
    for (let row = 0; row < table.rows; row++) columns[0].data.push(run);
    shapes.forEach(([, shape, cells], k) => {
      const some = cellsWithGaps(shape, cells, 0, table.rows);
      for (let row = 0; row < table.rows; row++) columns[k + 1].data.push(some[row]);
    });
    if (columns[0].data.length >= GROUP) {
      writeGroup();
      yield piece();
    }
  }
  if (columns.length === 0) return;
  if (columns[0].data.length > 0 || writer === undefined) writeGroup();
  void writer?.finish();
  yield piece();
}
