/**
 * SQL queries over the Parquet files of a folder, by DuckDB. DuckDB is not a dependency: it has 70 MB and most users do not need it. It is
 * looked up in the current folder and next to xoff, and must have one exact version.
 *
 * DuckDB uses one thread. With several threads, sums are added in varying order, which changes their last digits from run to run.
 */
import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** The exact version. All versions of this package are pre-releases, which version ranges exclude. */
export const DUCKDB = "@duckdb/node-api@1.5.6-r.1";

/** The part of DuckDB's interface that is used here. */
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

/** DuckDB is not installed, or it rejects the query. */
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

  /**
   * Opens each Parquet file of a folder as a table named after the file. The files are those of a collected sweep or of a run. Throws
   * `QueryError`.
   */
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
      autoinstall_known_extensions: "false", // Automatic installation would access the network.
    });
    const connection = await instance.connect();
    const names = files.sort().map((name) => name.replace(/\.parquet$/, ""));
    for (const name of names)
      await connection.run(`create view ${quoted(name)} as from read_parquet(${text(resolve(at, `${name}.parquet`))})`);
    return new Tables(connection, names);
  }

  /** Throws `QueryError` with DuckDB's message. */
  ask(sql: string): Promise<Answer> {
    return this.withTables(async () => {
      const answer = await this.connection.runAndReadAll(sql);
      return { columns: answer.columnNames(), rows: answer.getRowsJson() };
    });
  }

  /** Writes the result of a query to a new file. */
  async copy(sql: string, file: string, format: "parquet" | "csv" | "json"): Promise<void> {
    await this.withTables(() => this.connection.run(`copy (${sql}) to ${text(file)} (format ${format})`));
  }

  close(): void {
    this.connection.closeSync();
  }

  private async withTables<Result>(work: () => Promise<Result>): Promise<Result> {
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
