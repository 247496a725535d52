/** `xoff export`: converts a stored run to the formats of other tools. */
import { InvalidArgumentError, Option, type Command } from "commander";
import { pageOf } from "../terminal/invocation.ts";
import type { PcapngOptions } from "./pcapng.ts";
import type { ExportOptions, FctOptions, MetricsOptions } from "./tables.ts";
import { pathGiven } from "../terminal/path-argument.ts";

const OUT = "a new file, or - for standard output; existing files are never overwritten";

export function addExport(program: Command, exit: (code: number) => void): void {
  const group = program
    .command("export")
    .summary("convert a run for Wireshark, Perfetto, Prometheus or scripts of HPCC's simulator")
    .description(`Converts the results of a run for other tools (${pageOf("docs/exports.md")}).`);

  group
    .command("pcapng")
    .summary("write the frames of chosen ports, for Wireshark")
    .description(
      "Repeats a run, in one thread, and writes every frame that leaves or reaches the chosen ports. Each port is " +
        "an interface, with times in ns. Frames have real headers: Ethernet, IPv4, UDP and RoCEv2. Sequence numbers, " +
        "ACKs, NACKs and CNPs are those of the run. PAUSE frames have their quanta. Payload is zeros.",
    )
    .argument("<run>", "folder of a run, written by xoff run", pathGiven)
    .requiredOption(
      "--ports <names>",
      "ports, separated by commas: leaf0-spine1 is the port of leaf0 to spine1, leaf0 all ports of leaf0",
    )
    .option("--from <time>", "start of the capture, such as 1ms (default: start of the run)")
    .option("--to <time>", "end of the capture, such as 2ms (default: end of the run)")
    .requiredOption("--out <file>", OUT, pathGiven)
    .addHelpText(
      "after",
      `
Examples:
  xoff run victim.yaml --out victim
  xoff export pcapng victim --ports sw0-h0,h0-sw0 --from 2ms --to 2.5ms --out h0.pcapng
  tshark -r h0.pcapng -Y macc.cbfc.enbv -T fields -e frame.time_relative -e macc.cbfc.pause_time.c3`,
    )
    .action(async (folder: string, options: PcapngOptions) => {
      exit(await (await import("./pcapng.ts")).exportPcapng(folder, options));
    });

  group
    .command("fct")
    .summary("write completion times as fct.txt, for scripts of HPCC's simulator and its derivatives")
    .description(
      "Writes a line for each completed flow, in the format of HPCC's or ConWeave's ns-3 simulator. A line has the " +
        "flow's hosts, ports, bytes and start. Then follow its completion time and its ideal time in an empty " +
        "network. Times are in ns.",
    )
    .argument("<run>", "folder of a run, written by xoff run", pathGiven)
    .addOption(
      new Option("--dialect <name>", "write hosts as addresses (hpcc, also for SimAI) or numbers (conweave)")
        .choices(["hpcc", "conweave"])
        .default("hpcc"),
    )
    .option("--out <file>", OUT, pathGiven)
    .option(
      "--against <file>",
      "fct.txt of another simulator, of either dialect: print the matching flows and the differences of their times",
      pathGiven,
    )
    .addHelpText(
      "after",
      "\nExamples:\n  xoff export fct victim --dialect conweave --out fct.txt\n  xoff export fct victim --against fct.txt",
    )
    .action(async (folder: string, options: FctOptions) => {
      exit(await (await import("./tables.ts")).exportFct(folder, options));
    });

  group
    .command("perfetto")
    .summary("write PAUSEs and flows over time, for ui.perfetto.dev")
    .description(
      "Writes a Perfetto trace with these tracks:\n  - PAUSEs of each port and class, with arrows to the PAUSEs " +
        "that they caused\n  - flows by sender\n  - the measured queues and rates",
    )
    .argument("<run>", "folder of a run, written by xoff run", pathGiven)
    .requiredOption("--out <file>", OUT, pathGiven)
    .addHelpText(
      "after",
      "\nExample:\n  xoff export perfetto victim --out victim.pftrace     then open it in ui.perfetto.dev",
    )
    .action(async (folder: string, options: ExportOptions) => {
      exit(await (await import("./tables.ts")).exportPerfetto(folder, options));
    });

  group
    .command("openmetrics")
    .summary("write counters, watermarks and queues under SAI's names, for Prometheus and Grafana")
    .description(
      "Writes OpenMetrics text:\n  - PAUSEs by port and priority over time\n  - drops, ECN marks and watermarks\n  " +
        "- the measured queues and rates\nPrometheus stores whole milliseconds, so the run's time is stretched until " +
        "no two samples of a series share one.",
    )
    .argument("<run>", "folder of a run, written by xoff run", pathGiven)
    .option(
      "--stretch <n>",
      "seconds in the text for one second of the run, such as 1000 (default: the power of ten that puts samples 1 s apart)",
      stretch,
    )
    .requiredOption("--out <file>", OUT, pathGiven)
    .addHelpText(
      "after",
      `
Example:
  xoff export openmetrics victim --out victim.om
  promtool tsdb create-blocks-from openmetrics victim.om data`,
    )
    .action(async (folder: string, options: MetricsOptions) => {
      exit(await (await import("./tables.ts")).exportOpenMetrics(folder, options));
    });
}

function stretch(text: string): number {
  if (/^[1-9][0-9]{0,11}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number of 1 or more, such as 1000.");
}
