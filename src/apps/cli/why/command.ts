/** `xoff why`: why was this port paused, why was this flow slow? */
import type { Command } from "commander";
import type { WhyOptions } from "./work.ts";

export function addWhy(program: Command, exit: (code: number) => void): void {
  program
    .command("why")
    .summary("why a port was paused, where congestion began, or why a flow was slow")
    .description(
      "Follows a PAUSE of a run down to the port where the congestion began, with occupancy and threshold of each PAUSE on the way. Says " +
        "which flows held the bytes there (culprits), and which lost time behind these PAUSEs though they sent nothing through that port " +
        "and need not pass there (victims). A flow loses time while it has data at a paused port. Of several PAUSEs the one that cost " +
        "victims most time is taken, summed over flows; where none cost any, the longest. For the answer the run is repeated: it is the same to the bit.\n\n" +
        "With --origins: one row for each place where congestion began, with the ports and hosts that its PAUSEs stopped, the victims, and " +
        "the time that these lost.\n\n" +
        "With --flow: the path of a flow, and its completion time taken apart. The parts add up to it to the picosecond: what it takes alone, " +
        "held by its window (with the queue in which the ACKed packets waited, and whose packets filled it) or rate, waiting for its NIC, waiting and stopped by PAUSE at each hop (with where the congestion began), sent " +
        "again, out of order. They are those of its last byte, which all others go before. With --slowest: the slowest flows, and the largest part of each.",
    )
    .argument("<run>", "folder of a run, as xoff run writes it, or a scenario, which is run for it")
    .option("--flow <number>", "why was this flow slow? Its number as in the table of flows, from 0 on")
    .option("--slowest [n]", "the slowest flows, 10 or so many, by slowdown")
    .option(
      "--port <port>",
      "the port that was paused: a host or a switch, or one port of it such as leaf0-spine1, or s-t#2 by the second of several links (default: all)",
    )
    .option("--at <time>", "a moment within the PAUSE, such as 1.5ms (default: any)")
    .option("--origins", "where the congestion behind all PAUSEs began, a row each, and what each cost others")
    .option("--json", "for programs on stdout")
    .option("--csv", "of --origins: as CSV on stdout")
    .addHelpText(
      "after",
      `
Examples:
  xoff new victim.yaml --from victim
  xoff run victim.yaml --out victim
  xoff why victim                                the PAUSE that cost victims most time
  xoff why victim --origins                      where congestion began, and what each place cost others
  xoff why victim --port h0                      of the PAUSEs that stopped h0 the one that cost most
  xoff why victim --port h0 --at 1.2ms           the one that held then
  xoff why victim --slowest                      the ten slowest flows, and what held each longest
  xoff why victim --flow 7                       all parts of the time of flow 7
  xoff why my.yaml --flow 7 --json               the same of a scenario, in picoseconds
  xoff why victim --json | jq '.victims[].source'`,
    )
    .action(async (folder: string, options: WhyOptions) => {
      exit(await (await import("./work.ts")).runWhy(folder, options));
    });
}
