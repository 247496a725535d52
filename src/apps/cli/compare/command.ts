/** `xoff compare`: runs the same traffic under several policies or parameter values, with one row for each. */
import { idealNames } from "../../../base/ideals.ts";
import { Option, type Command } from "commander";
import { pageOf } from "../terminal/invocation.ts";
import { columnsHelp, columnsNamed, idealNamed, sortNamed } from "./options.ts";
import { pageWidth } from "../terminal/page.ts";
import { placeGiven } from "../terminal/path-argument.ts";
import { repeated } from "../terminal/repeated.ts";
import { whole } from "../terminal/whole.ts";
import type { CompareOptions } from "./work.ts";

export function addCompare(program: Command, exit: (code: number) => void): void {
  program
    .command("compare")
    .summary("run the same traffic under several policies or parameter values, one row each")
    .description(
      "Runs a scenario once for each combination of the values of --vary, several runs at once, and prints one row " +
        "each. Traffic depends only on the scenario's seed and its traffic section, so rows differ only by the " +
        "varied values. With --seeds rows are compared seed by seed, and a star marks the best row of a column " +
        `(${pageOf("docs/statistics.md")}).\n\nThe folder of the comparison contains compare.csv, compare.json and ` +
        "the folder of each run. With --seeds it also contains over-seeds.csv. The folder appears when all runs are " +
        "done. An estimate of the time comes first if the rows take more than a minute together. Progress goes to " +
        "stderr, also in a pipe. Ctrl-C ends the current runs and keeps their measurements. The same command then " +
        "runs only the missing rows.",
    )
    .argument("<file>", "scenario")
    .option(
      "--vary <path=values>",
      "field of the scenario and its values, separated by commas and written as in a file. A role alone, such as " +
        "buffer, is short for policies.buffer. A policy without parameters has its defaults. 1..5 is a range. " +
        "Repeatable: all combinations run",
      repeated,
    )
    .option("--set <path=value>", "override a value of the scenario in all rows; repeatable", repeated)
    .option(
      "--seeds <n>",
      "run every row under this number of seeds: the scenario's seed and the next ones",
      whole(2, 1000),
    )
    .addOption(
      new Option(
        "--ideal <name>",
        `add rows of an ideal, a run without one problem; repeatable (${pageOf("docs/ideals.md")}). With pauses, no ` +
          "port ever pauses. With paths, packets are spread over all paths. With rates, each sender has its max-min " +
          "fair rate at once",
      )
        .choices(idealNames)
        .argParser(idealNamed),
    )
    .option(
      "--fast-forward",
      `skip repeated time and replay repeated flows, in all rows; the columns skipped_share and skip_error have the share and its error (${pageOf("docs/fast-forward.md")})`,
    )
    .option("--jobs <n>", "maximum number of runs at once (default: one a core)", whole(1, 1024))
    .option("--out <folder>", "folder of the results (default: results/<scenario>-compare-<hash>)", placeGiven)
    .option("--force", "continue although the folder has files that xoff did not write; they stay")
    .addOption(
      new Option(
        "--columns <names>",
        "columns of the table in this order, separated by commas; their names are below (default: columns in which " +
          "rows differ, as many as fit)",
      )
        .argParser(columnsNamed)
        .conflicts("json"),
    )
    .addOption(
      new Option(
        "--sort <column[:desc]>",
        "column that orders the rows, lowest first, or with :desc highest first (default: the order of the values)",
      )
        .argParser(sortNamed)
        .conflicts("json"),
    )
    .option("--json", "print compare.json on stdout instead of a table")
    .addHelpText(
      "after",
      `
Examples:
  xoff compare my.yaml --vary buffer=st,dt
  xoff compare my.yaml --vary buffer=st,dt --vary seed=1..5     ten runs; means over the seeds with confidence intervals
  xoff compare my.yaml --vary congestion=none,dcqcn,hpcc --seeds 5 --jobs 2   each with the detection it needs, unless my.yaml names one
  xoff compare my.yaml --vary congestion=none,dcqcn --fast-forward
  xoff compare my.yaml --vary buffer.alpha=1/8,1,8 --set until=2ms
  xoff compare my.yaml --vary 'buffer=st,{name: dt, alpha: 2}'  a policy with parameters; quoted for the shell
  xoff compare my.yaml --vary 'policies={congestion: hpcc},{congestion: dcqcn, detection: tcd}'   schemes of two roles
  xoff compare my.yaml --vary buffer=st,dt --seeds 5 --ideal pauses   how much could any buffer policy gain here?
  xoff compare my.yaml --vary switch.memory=16MiB,32MiB --vary traffic.0.load=0.3,0.5
  xoff compare my.yaml --vary buffer=st,dt --columns fct_mean_ns,flows,common_fct_mean_ns,common_flows --sort fct_mean_ns
  xoff compare my.yaml --vary buffer=st,dt --json | jq '.rows[] | [.label, .figures.pauses]'

Columns, in compare.csv and for --columns and --sort:
${columnsHelp(pageWidth())}`,
    )
    .action(async (file: string, options: CompareOptions) => {
      exit(await (await import("./work.ts")).runCompare(file, options));
    });
}
