/** `xoff compare`: the same traffic under several policies or parameter values, one row each. */
import { idealNames } from "../../../run/lab/lab.ts";
import { InvalidArgumentError, Option, type Command } from "commander";
import { pageOf } from "../terminal/called.ts";
import { columnsHelp, columnsNamed, idealNamed, sortNamed } from "./options.ts";
import { pageWidth } from "../terminal/page.ts";
import { placeGiven } from "../terminal/path-given.ts";
import { repeated } from "../terminal/repeated.ts";
import type { CompareOptions } from "./work.ts";

export function addCompare(program: Command, exit: (code: number) => void): void {
  program
    .command("compare")
    .summary("the same traffic under several policies or parameter values, one row each")
    .description(
      "Runs a scenario once for each combination of the values given to --vary, several runs at once, and shows one row each. " +
        "Traffic depends on the scenario's seed and its traffic section alone, so rows differ by what was varied and nothing else. " +
        `With --seeds rows are compared seed by seed; a star marks the best row of a column (${pageOf("docs/statistics.md")}). ` +
        "Every run gets a folder, as of xoff run, inside the folder of the comparison, beside compare.csv, compare.json and, with --seeds, over-seeds.csv. " +
        "An estimate of the time comes first, if the rows take more than a minute together. Progress goes to stderr, in a pipe as well. " +
        "The folder appears when all is done. Ctrl-C ends the runs under way and keeps what was measured; after that, or after worse, the " +
        "same command runs only what is not there yet.",
    )
    .argument("<file>", "scenario")
    .option(
      "--vary <path=values>",
      "what to vary: a path in the scenario and its values, as a file writes them, parted by commas; a role alone, " +
        "such as buffer, is short for policies.buffer, and a policy by name alone has its defaults; 1..5 counts. " +
        "Given again: every combination",
      repeated,
    )
    .option("--set <path=value>", "a value for all rows, over what the file says; may be given again", repeated)
    .option("--seeds <n>", "every row under so many seeds, the scenario's and those after it", whole(2, 1000))
    .addOption(
      new Option(
        "--ideal <name>",
        "adds rows of an ideal, what a run would come to without one problem: pauses (no port ever pauses), paths (packets spread over all " +
          `paths), rates (each sender at its max-min fair rate at once); may be given again (${pageOf("docs/ideals.md")})`,
      )
        .choices(idealNames)
        .argParser(idealNamed),
    )
    .option("--jobs <n>", "most runs at once (default: one a core)", whole(1, 1024))
    .option("--out <folder>", "where the results go (default: results/<scenario>-compare-<hash>)", placeGiven)
    .option("--force", "go on although there is something in the folder that xoff did not write: it stays there")
    .addOption(
      new Option(
        "--columns <names>",
        "columns of the table, by their names below, parted by commas: all of them are shown, in that order, however wide (default: " +
          "those in which rows differ, the most important first, as many as there is room for)",
      )
        .argParser(columnsNamed)
        .conflicts("json"),
    )
    .addOption(
      new Option(
        "--sort <column[:desc]>",
        "order of the table's rows: least first, or with :desc most first (default: as the values were given)",
      )
        .argParser(sortNamed)
        .conflicts("json"),
    )
    .option("--json", "compare.json on stdout, instead of a table")
    .addHelpText(
      "after",
      `
Examples:
  xoff compare my.yaml --vary buffer=st,dt
  xoff compare my.yaml --vary buffer=st,dt --vary seed=1..5     ten runs; means over the seeds with their confidence
  xoff compare my.yaml --vary congestion=none,dcqcn,hpcc --seeds 5 --jobs 2   each with the detection it needs, if my.yaml names none
  xoff compare my.yaml --vary buffer.alpha=1/8,1,8 --set until=2ms
  xoff compare my.yaml --vary 'buffer=st,{name: dt, alpha: 2}'  a policy with parameters; quoted for the shell's sake
  xoff compare my.yaml --vary buffer=st,dt --seeds 5 --ideal pauses   what could any buffer policy give back here?
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

/** Text as a whole number of that range. */
function whole(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  };
}
