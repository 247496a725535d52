/** Compares two runs of one scenario cell by cell and finds the first difference. */
import type { Results } from "../measure/results.ts";
import { columnsIn, tables as shapes, type AnyTable, type TableName, type TableShape } from "../measure/tables.ts";

/** Describes the first difference between two results. Undefined: they are equal. */
export const resultsDiffer = (one: Results, other: Results): string | undefined =>
  ofSummaries(one, other) ?? ofTables(one, other);

function ofSummaries(one: Results, two: Results): string | undefined {
  const other = two.summary;
  for (const [field, value] of Object.entries(one.summary)) {
    const [here, there] = [value, other[field as keyof typeof other]].map((cell) => JSON.stringify(cell));
    if (here !== there) return `summary, ${field}: ${here} | ${there}`;
  }
  return undefined;
}

/** All tables of a run, each with its name and the definitions of its columns. */
const allTables = ({ tables, probes = {} }: Results): [string, TableShape, AnyTable][] => [
  ...Object.entries(tables).map(([name, table]): [string, TableShape, AnyTable] => [
    name,
    shapes[name as TableName],
    table,
  ]),
  ...Object.entries(probes).map(([name, table]): [string, TableShape, AnyTable] => [name, table.shape, table]),
];

function ofTables(one: Results, other: Results): string | undefined {
  const [here, there] = [allTables(one), allTables(other)];
  const [names, others] = [here, there].map((all) => all.map(([name]) => name).join(", "));
  if (names !== others) return `tables: ${names} | ${others}`;
  for (const [at, [name, shape, a]] of here.entries()) {
    const [, , b] = there[at];
    if (a.rows !== b.rows) return `table ${name}: ${a.rows} rows | ${b.rows} rows`;
    const cellsThere = columnsIn(shape, b);
    for (const [k, [column, , cells]] of columnsIn(shape, a).entries()) {
      const others = cellsThere[k][2];
      for (let row = 0; row < a.rows; row++)
        if (!Object.is(cells[row], others[row]))
          return `table ${name}, row ${row}, ${column}: ${cells[row]} | ${others[row]}`;
    }
  }
  return undefined;
}
