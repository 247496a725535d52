/** `xoff query`: runs an SQL query over the tables of a sweep or a run. */
import type { Command } from "commander";
import { pageOf } from "../terminal/invocation.ts";
import { pathGiven } from "../terminal/path-argument.ts";
import type { QueryOptions } from "./work.ts";

export function addQuery(program: Command, exit: (code: number) => void): void {
  program
    .command("query")
    .summary("query the rows of a sweep, or the tables of a run, with SQL")
    .description(
      "Runs SQL over the Parquet files of a folder. Each file is a table with the file's name. A collected sweep " +
        "has the table rows, and the tables that were collected with it. A run has its own tables. DuckDB runs the " +
        "query in one thread, so sums are the same each time. It is installed separately " +
        `(${pageOf("docs/exports.md")}).`,
    )
    .argument("<sql>", "the query, such as a select")
    .argument("[folder]", "folder of a collected sweep, or of a run", pathGiven, ".")
    .option("--csv", "print CSV on stdout")
    .option("--json", "print JSON on stdout")
    .option("--out <file>", "write a new file: .csv, .json or .parquet", pathGiven)
    .addHelpText(
      "after",
      `
Examples:
  xoff query "select buffer, avg(slowdown_p99), count(*) from rows group by all" s
  xoff query 'select * from rows where "traffic.0.load" > 0.4' s --out some.parquet
  xoff query "describe rows" s
  xoff query "select src, count(*) from flows group by src order by 2 desc" my-run`,
    )
    .action(async (sql: string, folder: string, options: QueryOptions) => {
      exit(await (await import("./work.ts")).runQuery(sql, folder, options));
    });
}
