/** `xoff reproduce`: runs and draws figures of the papers, and compares each claim with the results. */
import { join } from "node:path";
import { availableParallelism } from "node:os";
import { InvalidArgumentError, Option, type Command } from "commander";
import { SCALES } from "../../../papers/figures/contract.ts";
import { placeGiven } from "../terminal/path-argument.ts";
import { repeated } from "../terminal/repeated.ts";
import type { ReproduceOptions } from "./work.ts";

export function addReproduce(program: Command, exit: (code: number) => void): void {
  program
    .command("reproduce")
    .summary("reproduce figures of the papers and check their claims")
    .description(
      "Runs the scenarios of one or more figures, draws them as the paper does, and prints each claim of the paper next to the result. " +
        "Without a figure, it lists all figures. Completed runs are kept, so an interrupted command resumes. An estimate on stderr comes " +
        "first if the runs take more than a minute together. A claim that does not hold is a result: the exit code stays 0.",
    )
    .argument(
      "[figures...]",
      'such as spfc/fig4; "spfc" for all figures of that paper, "all" for all; ./fig1.ts for your own',
    )
    .addOption(
      new Option("--scale <scale>", "quick: minutes; paper: the size of the paper").choices(SCALES).default("quick"),
    )
    .option(
      "--seeds <n>",
      "number of runs of each scenario, with seeds 1 to n (default: the figure's own number)",
      positive,
    )
    .option("--jobs <n>", "number of runs at once", positive, availableParallelism())
    .option(
      "--out <folder>",
      "folder of the runs, the pages and the data of the plots",
      placeGiven,
      join("results", "reproduce"),
    )
    .option("--markdown <file>", "also write one page of Markdown, with its plots in a folder of that name", placeGiven)
    .option("--force", "overwrite pages and records that xoff did not write, or that were changed since")
    .option(
      "--reading <name=answer>",
      "choose another answer to a question that a paper leaves open, or a preset of answers such as hpcc-simulator; repeatable",
      repeated,
    )
    .addOption(
      new Option("--set <path=value>", "override a value in every scenario of the figures; repeatable")
        .argParser(repeated)
        .conflicts("readings"),
    )
    .option(
      "--readings [reading]",
      "print a table of a paper's claims under each other answer and each preset; with a name, only under the " +
        "other answers to that question",
    )
    .addOption(
      new Option(
        "--pairs [reading]",
        "with --readings: also change two answers at a time, in all pairs or in the pairs with this one",
      ).implies({ readings: true }),
    )
    .option("--json", "print the claims as JSON on stdout")
    .addHelpText(
      "after",
      `
Examples:
  xoff reproduce                          list the figures and how long they take
  xoff reproduce spfc/fig4                run it quickly, then open results/reproduce/spfc/fig4-quick.html
  xoff reproduce dsh --scale paper        every DSH figure at the paper's size, resumable
  xoff reproduce spfc/fig17 --seeds 200   more seeds, narrower confidence intervals
  xoff reproduce acc --readings           which answer to an open question explains most figures
  xoff reproduce plb --readings fullLoad --scale paper   the other answers to one question only
  xoff reproduce acc --readings --pairs acks   each combined with the other class of ACKs
  xoff reproduce acc/fig10 --reading dcqcn=zhu15   a figure under another answer
  xoff reproduce spfc/fig4 --reading hpcc-simulator   a preset of several answers
  xoff reproduce acc/fig18 --set switch.memory=8MiB   with another value of a parameter
  xoff reproduce dsh --markdown dsh.md    one page of Markdown, its plots next to it
  xoff reproduce all --json | jq '.[] | select(.verdict == "fails")'`,
    )
    .action(async (names: string[], options: ReproduceOptions) => {
      const { listFigures, runReproduce } = await import("./work.ts");
      if (names.length === 0) listFigures();
      else if (options.readings !== undefined) exit(await (await import("./readings.ts")).runReadings(names, options));
      else exit(await runReproduce(names, options));
    });
}

function positive(text: string): number {
  const n = Number(text);
  if (Number.isInteger(n) && n >= 1 && n <= 100_000) return n;
  throw new InvalidArgumentError("Expected a whole number from 1 to 100000.");
}
