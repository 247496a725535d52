/** Runs the command `xoff query`: loads tables into DuckDB and prints or exports the result of a query. */
import { existsSync, renameSync, rmSync } from "node:fs";
import { extname } from "node:path";
import { table } from "../../../report/table.ts";
import { QueryError, Tables, type Answer } from "../../../batch/sweep/query.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { say } from "../terminal/terminal.ts";

export interface QueryOptions {
  readonly csv?: boolean;
  readonly json?: boolean;
  readonly out?: string;
}

const FORMATS = { ".csv": "csv", ".json": "json", ".parquet": "parquet" } as const;

/** Runs the query and returns the exit code. */
export async function runQuery(sql: string, folder: string, options: QueryOptions): Promise<number> {
  const { out } = options;
  const format = out === undefined ? undefined : formatOf(out);
  let tables: Tables | undefined;
  try {
    tables = await Tables.of(folder);
    if (out !== undefined && format !== undefined) await copy(tables, sql, out, format);
    else process.stdout.write(shown(await tables.ask(sql), options));
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new Failure(error.message, EXIT.input);
  } finally {
    tables?.close();
  }
}

function formatOf(out: string): (typeof FORMATS)[keyof typeof FORMATS] {
  const found = Object.entries(FORMATS).find(([ending]) => ending === extname(out));
  const mistake = (what: string): Failure => new Failure(`${out}: expected ${what}`, EXIT.input);
  if (found === undefined) {
    const arrow = /^\.(arrow|feather|ipc)$/.test(extname(out))
      ? " Write .parquet, which Arrow reads (pyarrow.parquet.read_table): DuckDB would download an extension to write Arrow."
      : "";
    throw mistake(`a name that ends in .csv, .json or .parquet, got "${extname(out)}".${arrow}`);
  }
  if (existsSync(out)) throw mistake("a new name, but such a file or folder exists. Choose another name with --out.");
  return found[1];
}

async function copy(tables: Tables, sql: string, out: string, format: "parquet" | "csv" | "json"): Promise<void> {
  const partial = `${out}.${process.pid}.partial`;
  try {
    await tables.copy(sql, partial, format);
    renameSync(partial, out);
  } finally {
    rmSync(partial, { force: true });
  }
  say(`Wrote ${out}.`);
}

function shown({ columns, rows }: Answer, { csv = false, json = false }: QueryOptions): string {
  if (json) {
    const objects = rows.map((row) => Object.fromEntries(columns.map((name, k) => [name, row[k]])));
    return `${JSON.stringify(objects, null, 1)}\n`;
  }
  const cells = rows.map((row) => row.map(words));
  if (csv) return [columns, ...cells].map((line) => `${line.map(csvCell).join(",")}\n`).join("");
  return `${table([...columns], cells, 2)}\n`;
}

const words = (value: unknown): string =>
  value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

const csvCell = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
