/**
 * SQL over Parquet files of a folder, by DuckDB, which is no dependency: 70 MB that most never need. It is looked for where the command is given and
 * beside xoff, and must be of one version.
 *
 * One thread: with several, sums come in another order from run to run, and their last digits with them.
 */
import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Exactly: its versions are pre-releases, which ranges leave out. */
export const DUCKDB = "@duckdb/node-api@1.5.6-r.1";

/** What is used of it. */
interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string, options: Readonly<Record<string, string>>): Promise<{ connect(): Promise<Connection> }>;
  };
}
interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{
    columnNames(): string[];
    getRowsJson(): (string | number | boolean | null | object)[][];
  }>;
  closeSync(): void;
}

/** DuckDB is not there, or does not take what it is given. */
export class QueryError extends Error {
  override name = "QueryError";
}

export interface Answer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

export class Tables {
  /** Names of the tables. */
  readonly names: readonly string[];
  private readonly connection: Connection;

  private constructor(connection: Connection, names: readonly string[]) {
    this.connection = connection;
    this.names = names;
  }

  /** Each Parquet file of a folder by its name: those that a sweep collected, or a run's. Throws `QueryError`. */
  static async of(folder: string): Promise<Tables> {
    const collected = join(folder, "collected");
    const at = existsSync(join(collected, "rows.parquet")) ? collected : folder;
    const files = existsSync(at) ? readdirSync(at).filter((name) => name.endsWith(".parquet")) : [];
    if (files.length === 0)
      throw new QueryError(
        `${folder}: there are no Parquet files. xoff sweep collect writes those of a sweep, and xoff run those of a run.`,
      );
    const { DuckDBInstance } = await duckDb();
    const instance = await DuckDBInstance.create(":memory:", {
      threads: "1",
      autoinstall_known_extensions: "false", // it would ask the network
    });
    const connection = await instance.connect();
    const names = files.sort().map((name) => name.replace(/\.parquet$/, ""));
    for (const name of names)
      await connection.run(`create view ${quoted(name)} as from read_parquet(${text(resolve(at, `${name}.parquet`))})`);
    return new Tables(connection, names);
  }

  /** Throws `QueryError` with what DuckDB says. */
  ask(sql: string): Promise<Answer> {
    return this.told(async () => {
      const answer = await this.connection.runAndReadAll(sql);
      return { columns: answer.columnNames(), rows: answer.getRowsJson() };
    });
  }

  /** Writes what is asked for to a file that is not there yet. */
  async copy(sql: string, file: string, format: "parquet" | "csv" | "json"): Promise<void> {
    await this.told(() => this.connection.run(`copy (${sql}) to ${text(file)} (format ${format})`));
  }

  close(): void {
    this.connection.closeSync();
  }

  private async told<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw new QueryError(`${(error as Error).message.trim()}\nTables: ${this.names.join(", ")}`);
    }
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

async function duckDb(): Promise<DuckDb> {
  const at = DUCKDB.lastIndexOf("@");
  const [name, version] = [DUCKDB.slice(0, at), DUCKDB.slice(at + 1)];
  const mend = `Install it where you work: npm install --no-save ${DUCKDB}`;
  for (const from of [pathToFileURL(join(process.cwd(), "here.js")).href, import.meta.url]) {
    const require = createRequire(from);
    let found: string;
    try {
      found = require.resolve(name);
    } catch {
      continue;
    }
    const own = (require(`${name}/package.json`) as { readonly version: string }).version;
    if (own !== version) throw new QueryError(`expected ${DUCKDB}, found version ${own} (${found}). ${mend}`);
    return (await import(pathToFileURL(found).href)) as DuckDb;
  }
  throw new QueryError(`DuckDB, which runs the SQL, is not installed. ${mend}`);
}
