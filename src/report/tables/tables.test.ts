/** Tests tables of results as Parquet and CSV: reading gives the written values. */
import { parquetMetadata } from "hyparquet";
import fc from "fast-check";
import { expect, test } from "vitest";
import { columnsOf, tableShapes, VERSION, type Column, type Table, type TableName } from "../../run/lab/lab.ts";
import { csvPieces } from "./csv.ts";
import { parquetBytes, parquetTable } from "./parquet.ts";

const names = Object.keys(tableShapes) as TableName[];

/** Random cells of a column, including its empty value if it has one. */
function anyCells({ type, empty }: Column, rows: number): fc.Arbitrary<number[] | string[]> {
  const list = <Cell>(cell: fc.Arbitrary<Cell>): fc.Arbitrary<Cell[]> =>
    fc.array(cell, { minLength: rows, maxLength: rows });
  const gaps = <Cell>(cell: fc.Arbitrary<Cell>, gap: Cell): fc.Arbitrary<Cell> =>
    empty === undefined ? cell : fc.oneof(cell, fc.constant(gap));
  if (type === "double") return list(gaps(fc.double({ noNaN: true, noDefaultInfinity: true }), NaN));
  if (type === "int32") return list(gaps(fc.integer({ min: 0, max: 2 ** 31 - 1 }), -1));
  if (type === "boolean") return list(fc.integer({ min: 0, max: 1 }));
  return list(gaps(fc.string({ minLength: 1, unit: "grapheme" }), ""));
}

const anyTable = (name: TableName): fc.Arbitrary<Table> =>
  fc.integer({ min: 0, max: 40 }).chain((rows) => {
    const columns = Object.entries<Column>(tableShapes[name].columns).map(([column, shape]) => [
      column,
      anyCells(shape, rows).map((cells) => {
        if (shape.type === "double") return Float64Array.from(cells as number[]);
        if (shape.type === "int32") return Int32Array.from(cells as number[]);
        return shape.type === "boolean" ? Uint8Array.from(cells as number[]) : cells;
      }),
    ]);
    const record = fc.record(Object.fromEntries(columns) as Record<string, fc.Arbitrary<unknown>>);
    return record.map((cells) => ({ rows, columns: cells }));
  });

test.each(names)("%s: a table read back from Parquet is the one that was written, whatever is in it", async (name) => {
  await fc.assert(
    fc.asyncProperty(anyTable(name), async (table) => {
      const back = await parquetTable(name, tableShapes[name], parquetBytes(tableShapes[name], table));
      expect(back).toEqual(table);
    }),
    { numRuns: 25 },
  );
});

test("a column that cannot be empty is required, one that can is optional; the file names its writer", () => {
  const [table] = fc.sample(anyTable("flows"), 1);
  const bytes = parquetBytes(tableShapes.flows, table);
  const { schema, created_by } = parquetMetadata(bytes.buffer as ArrayBuffer);
  const repetition = new Map(schema.slice(1).map((element) => [element.name, element.repetition_type]));
  expect([repetition.get("start_ns"), repetition.get("fct_ns")]).toEqual(["REQUIRED", "OPTIONAL"]);
  expect(created_by).toBe(`xoff ${VERSION}`);
});

test("the file of another table is none of ours, and says which columns it lacks", async () => {
  const [rates] = fc.sample(anyTable("rates"), 1);
  await expect(parquetTable("goodputs", tableShapes.goodputs, parquetBytes(tableShapes.rates, rates))).rejects.toThrow(
    "it is not a table of goodputs: column flow, received_bps is missing",
  );
});

const csv = (name: TableName, table: Table): string => [...csvPieces(tableShapes[name], table)].join("");

test("CSV: names in the first line, empty cells empty, names with commas and quotes quoted", () => {
  const table = {
    rows: 2,
    columns: {
      time_ns: Float64Array.of(0.125, 1e21),
      node: ["s0", 'a "b", c'],
      port: Int32Array.of(1, 2),
      peer: ["h0", "h1"],
      class: Int32Array.of(3, 3),
      egress_bytes: Float64Array.of(0, 1000),
      ingress_bytes: Float64Array.of(1, 2),
      threshold_bytes: Float64Array.of(NaN, 5e5),
      paused: Uint8Array.of(0, 1),
      xoff_bytes: Float64Array.of(NaN, 4e5),
      xon_bytes: Float64Array.of(NaN, 3e5),
    },
  } as unknown as Table;
  expect(csv("queues", table)).toBe(
    "time_ns,node,port,peer,class,egress_bytes,ingress_bytes,threshold_bytes,paused,xoff_bytes,xon_bytes\n" +
      "0.125,s0,1,h0,3,0,1,,false,,\n" +
      '1e+21,"a ""b"", c",2,h1,3,1000,2,500000,true,400000,300000\n',
  );
});

test("CSV: numbers keep all their digits, and pieces join where one ends and the next begins", () => {
  const rows = 10_000;
  const counters = Float64Array.from({ length: rows }, (_, row) => row / 3);
  const table: Table<"counters"> = {
    rows,
    columns: { counter: Array.from(counters, (_, row) => `c${row}`), value: counters },
  };
  const lines = csv("counters", table).trimEnd().split("\n").slice(1);
  expect(lines.length).toBe(rows);
  expect(lines.every((line, row) => Number(line.split(",")[1]) === counters[row])).toBe(true);
});

test("the columns side by side are those of the shape, in its order", () => {
  const [table] = fc.sample(anyTable("pauses"), 1);
  expect(columnsOf("pauses", table).map(([column]) => column)).toEqual(Object.keys(tableShapes.pauses.columns));
});
