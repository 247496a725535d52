/** Two runs of one scenario, cell by cell: where do they differ first? */
import type { Results } from "../measure/results.ts";
import { columnsOf, type Table, type TableName } from "../measure/tables.ts";

/** Counts what the engine did, which may differ. */
const OF_THE_ENGINE = "events";

/** A sentence, or undefined where all is the same. */
export const resultsDiffer = (one: Results, other: Results): string | undefined =>
  ofSummaries(one, other) ?? ofTables(one, other);

function ofSummaries(one: Results, other: Results): string | undefined {
  const [a, b] = [one, other].map(({ summary }) => ({
    ...summary,
    counters: { ...summary.counters, [OF_THE_ENGINE]: 0 },
  }));
  for (const [field, value] of Object.entries(a)) {
    const [here, there] = [value, b[field as keyof typeof b]].map((cell) => JSON.stringify(cell));
    if (here !== there) return `summary, ${field}: ${here} | ${there}`;
  }
  return undefined;
}

function ofTables(one: Results, other: Results): string | undefined {
  const names = Object.keys(one.tables) as TableName[];
  const there = Object.keys(other.tables);
  if (names.join() !== there.join()) return `tables: ${names.join(", ")} | ${there.join(", ")}`;
  for (const name of names) {
    if (name === "counters") continue; // as in the summary
    const [a, b] = [one.tables[name] as Table, other.tables[name] as Table];
    if (a.rows !== b.rows) return `table ${name}: ${a.rows} rows | ${b.rows} rows`;
    const cellsThere = columnsOf(name, b);
    for (const [k, [column, , cells]] of columnsOf(name, a).entries()) {
      const others = cellsThere[k][2];
      for (let row = 0; row < a.rows; row++)
        if (!Object.is(cells[row], others[row]))
          return `table ${name}, row ${row}, ${column}: ${cells[row]} | ${others[row]}`;
    }
  }
  return undefined;
}
