/**
 * Tables of many runs in one: Parquet in pieces, so that no more than a group of rows is in memory, and rows of plain cells.
 *
 * A row of a joined table has the name of its run in the first column.
 */
import { ByteWriter, ParquetWriter, parquetWriteBuffer, schemaFromColumnData, type BasicType } from "hyparquet-writer";
import { VERSION } from "../../base/version.ts";
import { columnsIn, type AnyTable, type TableShape } from "../../run/measure/tables.ts";
import { cellsWithGaps, type Cell } from "./cells.ts";
import { TYPES } from "./parquet.ts";

/** A column of cells, any of which may be null; text unless all are numbers. */
export interface PlainColumn {
  readonly name: string;
  readonly cells: readonly (string | number | null)[];
}

const createdBy = `xoff ${VERSION}`;

/** The bytes of a file of these columns, of equal length. */
export function plainParquet(columns: readonly PlainColumn[]): Uint8Array {
  const columnData = columns.map(({ name, cells }) => ({
    name,
    type: cells.every((cell) => typeof cell !== "string") ? ("DOUBLE" as const) : ("STRING" as const),
    nullable: true,
    data: [...cells],
  }));
  return new Uint8Array(parquetWriteBuffer({ createdBy, columnData }));
}

/** Rows of a group: readers take groups one at a time. */
const GROUP = 50_000;

/** `tables` one after the other, each with its run, as pieces of a file. */
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
  /** What is written and not yet handed on. */
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
