/** `xoff whatif`: examines the effect of failures, faster NICs and longer cables on a fabric. */
import { InvalidArgumentError, type Command } from "commander";
import { placeGiven } from "../terminal/path-argument.ts";
import { repeated } from "../terminal/repeated.ts";
import { whole } from "../terminal/whole.ts";
import type { WhatIfOptions } from "./work.ts";

export function addWhatIf(program: Command, exit: (code: number) => void): void {
  program
    .command("whatif")
    .summary("try failures, faster NICs and longer cables on a fabric, in one table")
    .description(
      "Runs the traffic of a scenario on its fabric and on changed fabrics, under the same seeds. The table has for " +
        "each of them the headroom, and whether routes can deadlock. It also has PAUSEs, slowdowns and lost " +
        "packets, with their differences to the present fabric.\n\nWithout options xoff tries " +
        "one link and one switch of each tier, NICs of twice the rate, and cables of twice the length. A switch " +
        "fails with its links. A leaf takes its hosts with it. Failures last for the whole run, and routes avoid them " +
        "from the start. Slowdowns count the flows that all rows finished. The same command resumes after Ctrl-C.",
    )
    .argument("<file>", "scenario")
    .option(
      "--fail <name>",
      "a switch such as spine0, or a link such as leaf0-spine1, that fails. The name of parallel links fails all of them, leaf0-spine1#2 one; repeatable",
      repeated,
    )
    .option("--nics <factor>", "NICs with this multiple of their rate, such as 2", factor)
    .option("--cables <factor>", "cables with this multiple of their length, such as 10", factor)
    .option("--seeds <n>", "number of runs of each row, with the scenario's seed and the next ones", whole(1, 1000), 3)
    .option("--set <path=value>", "override a value of the scenario in all rows; repeatable", repeated)
    .option("--jobs <n>", "maximum number of runs at once (default: one a core)", whole(1, 1024))
    .option("--out <folder>", "folder of the results (default: results/<scenario>-whatif-<hash>)", placeGiven)
    .option("--force", "continue although the folder has files that xoff did not write; they stay")
    .option("--json", "print JSON on stdout")
    .addHelpText(
      "after",
      `
Examples:
  xoff whatif my.yaml                             one failure of each kind, NICs, cables
  xoff whatif my.yaml --fail spine0 --fail leaf3  these failures only
  xoff whatif my.yaml --nics 2 --seeds 10         the next generation of NICs
  xoff whatif my.yaml --cables 2 --set buffer=st  with another buffer policy
  xoff whatif my.yaml --json | jq '.rows[] | [.label, .headroom_missing_bytes]'`,
    )
    .action(async (file: string, options: WhatIfOptions) => {
      exit(await (await import("./work.ts")).runWhatIf(file, options));
    });
}

function factor(text: string): number {
  const value = Number(text.replace(/x$/, ""));
  if (value > 0 && value <= 1000 && value !== 1) return value;
  throw new InvalidArgumentError("Expected a factor above 0 and up to 1000, not 1, such as 2.");
}
