/** `xoff query`: SQL over the tables of a sweep or a run. */
import type { Command } from "commander";
import { pageOf } from "../terminal/called.ts";
import { pathGiven } from "../terminal/path-given.ts";
import type { QueryOptions } from "./work.ts";

export function addQuery(program: Command, exit: (code: number) => void): void {
  program
    .command("query")
    .summary("SQL over the rows of a sweep, or the tables of a run")
    .description(
      "Asks SQL of the Parquet files of a folder, each a table by its name: rows, and flows and so on where they were collected; or those of a run. DuckDB answers, with " +
        `one thread, so that sums are the same each time; it is installed apart (${pageOf("docs/exports.md")}).`,
    )
    .argument("<sql>", "what is asked, such as a select")
    .argument("[folder]", "of a sweep that was collected, or of a run", pathGiven, ".")
    .option("--csv", "as CSV on stdout")
    .option("--json", "as JSON on stdout")
    .option("--out <file>", "into a new file: .csv, .json or .parquet", pathGiven)
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
