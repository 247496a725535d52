/** `xoff import`: an input of HPCC's, ConWeave's or SimAI's ns-3 simulator as a scenario. */
import type { Command } from "commander";
import { pageOf } from "./called.ts";
import type { ImportOptions } from "./import-config.ts";
import { pathGiven } from "./path-given.ts";

export function addImport(program: Command): void {
  program
    .command("import")
    .summary("make a scenario of the input files of HPCC's, ConWeave's or SimAI's ns-3 simulator")
    .description(
      "Makes a scenario of what HPCC's or ConWeave's ns-3 simulator runs: its config, and the topology and flow files that the config names, " +
        "relative to the current folder. The scenario runs in xoff's own model; what the simulator does otherwise stands in its first lines " +
        "and on stderr. A config of ConWeave's, known by keys such as LB_MODE, brings that simulator's semantics along " +
        `(${pageOf("docs/conweave-semantics.md")}). ` +
        "A config of SimAI's, known by keys of its monitors such as BW_MON_FILE, needs --topology; its workload is not read, and an all-reduce " +
        "stands for it. To run an input of HPCC's as its simulator does, byte for byte: xoff run --ns3.",
    )
    .argument("<config>", "the simulator's config.txt")
    .option(
      "--out <file>",
      "write the scenario there (default: stdout); a file that is there is never overwritten",
      pathGiven,
    )
    .option(
      "--topology <file>",
      "of SimAI, which takes it from its command line rather than from its config",
      pathGiven,
    )
    .addHelpText(
      "after",
      `
Examples:
  xoff import config.txt --out mine.yaml
  xoff run mine.yaml
  xoff import SimAI.conf --topology Spectrum-X_128g_8gps_400Gbps_H100 --out mine.yaml
  xoff import config.txt | less        only look`,
    )
    .action(async (config: string, options: ImportOptions) => {
      (await import("./import-config.ts")).importConfig(config, options);
    });
}
