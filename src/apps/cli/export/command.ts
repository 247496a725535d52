/** `xoff export`: a stored run for other tools. */
import { InvalidArgumentError, Option, type Command } from "commander";
import { pageOf } from "../terminal/called.ts";
import type { PcapngOptions } from "./pcapng.ts";
import type { ExportOptions, FctOptions, MetricsOptions } from "./tables.ts";
import { pathGiven } from "../terminal/path-given.ts";

const OUT = "a new file, or - for standard output; no file is overwritten";

export function addExport(program: Command, exit: (code: number) => void): void {
  const group = program
    .command("export")
    .summary("a run for other tools: Wireshark, Perfetto, Prometheus, scripts of HPCC's simulator")
    .description(`Writes what a run left for other tools (${pageOf("docs/exports.md")}).`);

  group
    .command("pcapng")
    .summary("frames of chosen ports, for Wireshark")
    .description(
      "Repeats a run, in one thread, and writes every frame that leaves or reaches chosen ports: an interface a port, times in ns, real " +
        "Ethernet, IPv4, UDP and RoCEv2 headers with PSNs, ACKs, NACKs, CNPs, PAUSE frames with their quanta. Payload is zeros.",
    )
    .argument("<run>", "folder of a run, as xoff run writes it", pathGiven)
    .requiredOption(
      "--ports <names>",
      "ports, with commas: leaf0-spine1 is that of leaf0 to spine1, leaf0 all of leaf0",
    )
    .option("--from <time>", "first moment, such as 1ms (default: the run's start)")
    .option("--to <time>", "last moment, such as 2ms (default: the run's end)")
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
    .summary("completion times as fct.txt, for scripts of HPCC's simulator and its kin")
    .description(
      "Writes a line for each flow that is done, as HPCC's ns-3 simulator does, or ConWeave's: source, destination, ports, bytes, start, completion time, and the time " +
        "alone in an empty network, in ns.",
    )
    .argument("<run>", "folder of a run, as xoff run writes it", pathGiven)
    .addOption(
      new Option("--dialect <name>", "hosts as addresses (hpcc; SimAI's, too) or numbers (conweave)")
        .choices(["hpcc", "conweave"])
        .default("hpcc"),
    )
    .option("--out <file>", OUT, pathGiven)
    .option(
      "--against <file>",
      "another simulator's fct.txt, of either dialect: print which flows are the same, and how their times differ",
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
    .summary("PAUSEs and flows over time, for ui.perfetto.dev")
    .description(
      "Writes a trace of Perfetto: a track a port and class with its PAUSEs, arrows from each to those that it made, flows by sender, and queues and " +
        "rates that were measured.",
    )
    .argument("<run>", "folder of a run, as xoff run writes it", pathGiven)
    .requiredOption("--out <file>", OUT, pathGiven)
    .addHelpText(
      "after",
      "\nExample:\n  xoff export perfetto victim --out victim.pftrace     open it in ui.perfetto.dev",
    )
    .action(async (folder: string, options: ExportOptions) => {
      exit(await (await import("./tables.ts")).exportPerfetto(folder, options));
    });

  group
    .command("openmetrics")
    .summary("counters, watermarks and queues under SAI's names, for Prometheus and Grafana")
    .description(
      "Writes OpenMetrics text: PAUSEs by port and priority over time, drops, ECN marks, watermarks, and queues and rates that were measured. " +
        "Prometheus keeps whole milliseconds, so the run's time is stretched until no two samples of a series share one.",
    )
    .argument("<run>", "folder of a run, as xoff run writes it", pathGiven)
    .option(
      "--stretch <n>",
      "seconds in the text for a second of the run, such as 1000 (default: a power of ten that puts samples 1 s apart)",
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
  throw new InvalidArgumentError("Expected a whole number from 1 on, such as 1000.");
}
