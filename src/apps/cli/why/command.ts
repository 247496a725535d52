/** `xoff why`: explains why a port was paused, or why a flow was slow. */
import type { Command } from "commander";
import type { WhyOptions } from "./work.ts";

export function addWhy(program: Command, exit: (code: number) => void): void {
  program
    .command("why")
    .summary("explain why a port was paused, where congestion began, or why a flow was slow")
    .description(
      "Follows a PAUSE of a run down to the root, the port where the congestion began. Each PAUSE on the way has " +
        "its occupancy and threshold. The answer lists:\n  - culprits: the flows with bytes at the root\n  - " +
        "victims: the flows that lost time and need not pass the root\nA flow loses time while it has data at a " +
        "paused port. A victim has another path, and sent nothing through the root. Of several PAUSEs, the one that " +
        "cost victims the most time is chosen, or else the longest. The run is repeated for the answer, bit for " +
        "bit.\n\nWith --origins: a row for each place where congestion began. It has the ports and hosts that its " +
        "PAUSEs paused, the victims, and their lost time.\n\nWith --flow: the path of a flow, and its completion " +
        "time in parts. The parts are those of its last byte, and their sum is the completion time to the " +
        "picosecond:\n  - the ideal time\n  - window-limited, with the queues of the ACKed packets\n  - " +
        "rate-limited\n  - waiting for the NIC\n  - queued and paused at each hop, with the root\n  - retransmission " +
        "and reordering\nWith --slowest: the slowest flows, and the largest part of each.",
    )
    .argument("<run>", "folder of a run, written by xoff run; or a scenario, which is run first")
    .option("--flow <number>", "explain this flow: its number in the table of flows, from 0")
    .option("--slowest [n]", "list the slowest flows by slowdown: 10, or this number")
    .option(
      "--port <port>",
      "the paused port: a node, or a port such as leaf0-spine1, or s-t#2 for the second of several links (default: all)",
    )
    .option("--at <time>", "a time within the PAUSE, such as 1.5ms (default: any)")
    .option("--origins", "list where congestion began, a row each, with its cost for other flows")
    .option("--json", "print JSON on stdout")
    .option("--csv", "with --origins: print CSV on stdout")
    .option("--openmetrics", "with --origins: print OpenMetrics on stdout, with samples at the end of the run")
    .addHelpText(
      "after",
      `
Examples:
  xoff new victim.yaml --from victim
  xoff run victim.yaml --out victim
  xoff why victim                                the PAUSE that cost victims most time
  xoff why victim --origins                      where congestion began, and its cost for other flows
  xoff why victim --port h0                      the PAUSE of h0 that cost most
  xoff why victim --port h0 --at 1.2ms           the PAUSE at that time
  xoff why victim --slowest                      the ten slowest flows, and the largest part of each
  xoff why victim --flow 7                       all parts of the time of flow 7
  xoff why my.yaml --flow 7 --json               the same for a scenario, in picoseconds
  xoff why victim --json | jq '.victims[].source'`,
    )
    .action(async (folder: string, options: WhyOptions) => {
      exit(await (await import("./work.ts")).runWhy(folder, options));
    });
}
