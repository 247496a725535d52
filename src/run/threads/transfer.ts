/**
 * Converts results so that a thread can send them, and back. Columns of numbers are transferred without a copy. Most
 * text columns have few different words, so such a column becomes a list of words and a word number for each row.
 */
import type { Cells, ProbeTable, Results, Table, Tables } from "../lab/lab.ts";

interface Words {
  readonly words: readonly string[];
  readonly rows: Int32Array;
}

interface Packed {
  readonly rows: number;
  readonly columns: Readonly<Record<string, Column>>;
}

type Column = Exclude<Cells, readonly string[]> | Words;

export interface PackedResults {
  readonly summary: Results["summary"];
  readonly tables: Readonly<Record<string, Packed>>;
  readonly probes?: Readonly<Record<string, Packed & Pick<ProbeTable, "shape">>>;
}

/** Returns the message to post and the buffers to transfer with it. The transfer empties the columns of `results`. */
export function packResults({ summary, tables, probes }: Results): {
  readonly carried: PackedResults;
  readonly buffers: ArrayBuffer[];
} {
  const buffers = new Set<ArrayBuffer>();
  const packed = (cells: Cells): Column => {
    const column = isText(cells) ? wordsOf(cells) : whole(cells);
    buffers.add(("words" in column ? column.rows : column).buffer as ArrayBuffer);
    return column;
  };
  const pack = ({ rows, columns }: Table | ProbeTable): Packed => ({
    rows,
    columns: mapped<Cells, Column>(columns, packed),
  });
  const carried = {
    summary,
    tables: mapped(tables as Readonly<Record<string, Table>>, pack),
    ...(probes === undefined ? {} : { probes: mapped(probes, (table) => ({ shape: table.shape, ...pack(table) })) }),
  };
  return { carried, buffers: [...buffers] };
}

/** Restores the results from the message that `packResults` made. */
export function unpackResults({ summary, tables, probes }: PackedResults): Results {
  const unpacked = (column: Column): Cells =>
    "words" in column ? Array.from(column.rows, (word) => column.words[word]) : column;
  const unpack = ({ rows, columns }: Packed) => ({ rows, columns: mapped(columns, unpacked) });
  return {
    summary,
    tables: mapped(tables, unpack) as unknown as Tables,
    ...(probes === undefined ? {} : { probes: mapped(probes, (table) => ({ shape: table.shape, ...unpack(table) })) }),
  };
}

const mapped = <From, To>(values: Readonly<Record<string, From>>, to: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));

const isText = (cells: Cells): cells is readonly string[] => Array.isArray(cells);

function wordsOf(cells: readonly string[]): Words {
  const numbers = new Map<string, number>();
  const rows = Int32Array.from(cells, (word) => {
    const known = numbers.get(word) ?? numbers.size;
    numbers.set(word, known);
    return known;
  });
  return { words: [...numbers.keys()], rows };
}

/**
 * Returns a column that can be transferred. A section of a larger buffer, or a column in shared memory, is copied
 * first.
 */
const whole = <C extends Exclude<Cells, readonly string[]>>(cells: C): C =>
  cells.buffer instanceof ArrayBuffer && cells.byteLength === cells.buffer.byteLength ? cells : (cells.slice() as C);
