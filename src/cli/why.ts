/** `xoff why`: why was this port paused, why was this flow slow? */
import type { Command } from "commander";
import type { WhyOptions } from "./run-why.ts";

export function addWhy(program: Command, exit: (code: number) => void): void {
  program
    .command("why")
    .summary("why a port was paused, or why a flow was slow: its time taken apart, by hop")
    .description(
      "Follows a PAUSE of a run down to the port where the congestion began, with occupancy and threshold of each PAUSE on the way. Says " +
        "which flows held the bytes there (culprits), and which waited behind one of these PAUSEs though they need not pass there " +
        "(victims). To see whose bytes they were the run is repeated up to the end of that PAUSE: it is the same run to the bit.\n\n" +
        "With --flow: the path of a flow, and its completion time taken apart. The parts add up to it to the picosecond: what it takes alone, " +
        "held by its window or rate, waiting for its NIC, waiting and stopped by PAUSE at each hop (with where the congestion began), sent " +
        "again, out of order. They are those of its last byte, which all others go before. With --slowest: the slowest flows, and the largest part of each.",
    )
    .argument(
      "<run>",
      "folder of a run, as xoff run writes it; with --flow or --slowest also a scenario, which is run for it",
    )
    .option("--flow <number>", "why was this flow slow? Its number as in the table of flows, from 0 on")
    .option("--slowest [n]", "the slowest flows, 10 or so many, by slowdown")
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
  xoff why victim --slowest                      the ten slowest flows, and what held each longest
  xoff why victim --flow 7                       all parts of the time of flow 7
  xoff why my.yaml --flow 7 --json               the same of a scenario, in picoseconds
  xoff why victim --json | jq '.victims[].source'`,
    )
    .action(async (folder: string, options: WhyOptions) => {
      exit(await (await import("./run-why.ts")).runWhy(folder, options));
    });
}
