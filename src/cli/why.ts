/** `xoff why`: why was this port paused? */
import type { Command } from "commander";
import type { WhyOptions } from "./run-why.ts";

export function addWhy(program: Command, exit: (code: number) => void): void {
  program
    .command("why")
    .summary("why a port was paused: the chain of PAUSEs to the root, culprits, victims")
    .description(
      "Follows a PAUSE of a run down to the port where the congestion began, with occupancy and threshold of each PAUSE on the way. Says " +
        "which flows held the bytes there (culprits), and which waited behind one of these PAUSEs though they need not pass there " +
        "(victims). To see whose bytes they were the run is repeated up to the end of that PAUSE: it is the same run to the bit.",
    )
    .argument("<run>", "folder of a run, as xoff run writes it")
    .option(
      "--port <port>",
      "the port that was stopped: a host or a switch, or one port of it such as leaf0-spine1 (default: all)",
    )
    .option(
      "--at <time>",
      "a moment within the PAUSE, such as 1.5ms (default: any; of several the longest PAUSE counts)",
    )
    .option("--json", "for programs on stdout")
    .addHelpText(
      "after",
      `
Examples:
  xoff new victim.yaml --from victim
  xoff run victim.yaml --out victim
  xoff why victim                                the longest PAUSE of the run
  xoff why victim --port h0                      the longest PAUSE that stopped h0
  xoff why victim --port h0 --at 1.2ms           the one that held then
  xoff why victim --json | jq '.victims[].source'`,
    )
    .action(async (folder: string, options: WhyOptions) => {
      exit(await (await import("./run-why.ts")).runWhy(folder, options));
    });
}
