/** `xoff reproduce`: figures of the papers, run, drawn, and each claim beside what came out. */
import { join } from "node:path";
import { availableParallelism } from "node:os";
import { InvalidArgumentError, Option, type Command } from "commander";
import { SCALES } from "../../../papers/figures/contract.ts";
import { placeGiven } from "../terminal/path-given.ts";
import { repeated } from "../terminal/repeated.ts";
import type { ReproduceOptions } from "./work.ts";

export function addReproduce(program: Command, exit: (code: number) => void): void {
  program
    .command("reproduce")
    .summary("run figures of the papers and compare with what they claim")
    .description(
      "Runs the scenarios of one or more figures, draws them as the paper does, and prints each claim of the paper beside what came " +
        "out. Without a figure, lists what there is. Each run is kept when it is done, so that a command that was stopped goes on where it " +
        "was. Runs that take longer than a minute together are announced on stderr with their time. A claim that does not hold is a result: the exit code stays 0.",
    )
    .argument(
      "[figures...]",
      'such as spfc/fig4; "spfc" for all of that paper, "all" for all; ./fig1.ts for those of a file of yours',
    )
    .addOption(
      new Option("--scale <scale>", "quick: minutes; paper: the paper's own size").choices(SCALES).default("quick"),
    )
    .option("--seeds <n>", "runs of each scenario, with seeds 1 to n (default: the figure's own number)", positive)
    .option("--jobs <n>", "runs at once", positive, availableParallelism())
    .option(
      "--out <folder>",
      "where runs, pages and the data behind the plots go",
      placeGiven,
      join("results", "reproduce"),
    )
    .option(
      "--markdown <file>",
      "all of it as one page of Markdown too, with its plots in a folder of that name",
      placeGiven,
    )
    .option("--force", "replace pages and records that xoff did not write, or that were changed since")
    .option(
      "--reading <name=answer>",
      "another answer to what a paper leaves open than the one chosen, or the name of a preset of answers, such as hpcc-simulator; may be given again",
      repeated,
    )
    .addOption(
      new Option("--set <path=value>", "a value over what every scenario of the figures says; may be given again")
        .argParser(repeated)
        .conflicts("readings"),
    )
    .option(
      "--readings [reading]",
      "a paper's claims under each other answer and each preset, as one table; with a name, under the other answers to that reading alone",
    )
    .addOption(
      new Option(
        "--pairs [reading]",
        "with --readings: two other answers at a time as well, all pairs or those with this reading",
      ).implies({ readings: true }),
    )
    .option("--json", "claims for programs on stdout")
    .addHelpText(
      "after",
      `
Examples:
  xoff reproduce                          the figures there are, and how long they take
  xoff reproduce spfc/fig4                run it quickly, then open results/reproduce/spfc/fig4-quick.html
  xoff reproduce dsh --scale paper        every DSH figure at the paper's size, resumable
  xoff reproduce spfc/fig17 --seeds 200   more seeds, narrower confidence intervals
  xoff reproduce acc --readings           which reading of what the paper leaves open explains most figures
  xoff reproduce plb --readings fullLoad --scale paper   the other answers to one question alone
  xoff reproduce acc --readings --pairs acks   with each of them the other class of ACKs as well
  xoff reproduce acc/fig10 --reading dcqcn=zhu15   a figure under another reading
  xoff reproduce spfc/fig4 --reading hpcc-simulator   under several that belong together
  xoff reproduce acc/fig18 --set switch.memory=8MiB   what if one parameter were another?
  xoff reproduce dsh --markdown dsh.md    one page of Markdown, its plots beside it
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
