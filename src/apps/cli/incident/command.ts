/** `xoff incident`: finds the likely origin of a PFC incident from the counters of switches. */
import type { Command } from "commander";
import { pathGiven } from "../terminal/path-argument.ts";
import { whole } from "../terminal/whole.ts";
import type { IncidentOptions } from "./work.ts";

export function addIncident(program: Command): void {
  program
    .command("incident")
    .summary("find the likely origin of a PFC incident from the counters of switches")
    .description(
      "Reads counters of the switches of a fabric and ranks the likely origins of an incident, each with its " +
        "evidence. It follows PAUSE frames downstream. A switch that sends them has packets for one of its egress " +
        "ports, and this port is overloaded or paused in turn. A file is one of:\n  - the output of SONiC's " +
        "show pfc counters, one file for each switch. Append the output of other commands for a better answer " +
        "(docs/incident.md)\n  - OpenMetrics, as xoff export openmetrics writes it\n  - a capture of PFC frames, " +
        "pcapng or pcap\nThe switch is the name in the shell's prompt, or else the name of the file. With two samples " +
        "of a counter, the difference counts.",
    )
    .argument("<counters...>", "files of counters, such as leaf0.txt")
    .option("--fabric <scenario>", "a scenario with the fabric's nodes and links", pathGiven)
    .option("--config <file...>", "or the config_db.json of each switch: links come from DEVICE_NEIGHBOR")
    .option("--lldp <file...>", "with --config: output of lldpctl -f json, a file for each config in the same order")
    .option("--topology <file>", "with --config: a containerlab topology, or one of xoff with nodes and links")
    .option("--top <n>", "number of origins to print", whole(1, 1000), 3)
    .option(
      "--replay <file>",
      "write a scenario that replays the first origin; existing files are never overwritten",
      pathGiven,
    )
    .option("--json", "print JSON on stdout")
    .addHelpText(
      "after",
      `
Examples:
  ssh leaf0 'show pfc counters; show queue watermark unicast' > leaf0.txt
                                               counters since their last clear
  xoff incident leaf0.txt --fabric my.yaml     ports have the names of the fabric
  xoff incident leaf0.txt --fabric my.yaml --top 10
  xoff incident leaf0.txt --fabric my.yaml --replay storm.yaml
  xoff run my.yaml --out my
  xoff export openmetrics my --out my.om
  xoff incident my.om --fabric my.yaml         the same from a run

With --config leaf0.json spine0.json instead of --fabric, ports have the names of
SONiC's configs, such as Ethernet0.`,
    )
    .action(async (files: string[], options: IncidentOptions) => {
      (await import("./work.ts")).runIncident(files, options);
    });
}
