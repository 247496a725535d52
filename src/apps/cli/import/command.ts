/** `xoff import`: an input of HPCC's, ConWeave's or SimAI's ns-3 simulator as a scenario, Chakra's traces as GOAL. */
import type { Command } from "commander";
import { pageOf } from "../terminal/called.ts";
import type { ImportOptions } from "./work.ts";
import { pathGiven } from "../terminal/path-given.ts";

export function addImport(program: Command): void {
  program
    .command("import")
    .summary("make a scenario of what another simulator runs, or GOAL of Chakra's traces")
    .description(
      "Makes a scenario of what HPCC's or ConWeave's ns-3 simulator runs: its config, and the topology and flow files that the config names, " +
        "relative to the current folder. Inputs of ns3-datacenter (PowerTCP, ABM, Reverie) and of ASTRA-sim's ns-3 backend are read, too. The scenario runs in xoff's own model; what the simulator does otherwise stands in its first lines " +
        "and on stderr. A config of ConWeave's, known by keys such as LB_MODE, brings that simulator's semantics along " +
        `(${pageOf("docs/conweave-semantics.md")}). ` +
        "A config of SimAI's, known by keys of its monitors such as BW_MON_FILE, needs --topology. With --workload its workload becomes GOAL, " +
        "in a file beside the scenario; without, an all-reduce stands for it. One of ns-3-alibabacloud names its topology itself. To run an input of HPCC's as its simulator does, byte for byte: xoff run --ns3. " +
        "Of the execution traces of a training job (MLCommons Chakra, ASTRA-sim: name.0.et and so on, a file a rank) it makes GOAL, which traffic " +
        `of kind trace runs (${pageOf("docs/collectives.md")}): collectives are written out as the messages of rings.`,
    )
    .argument("<file>", "the simulator's config.txt, or the trace of a rank, such as llama.0.et")
    .option(
      "--out <file>",
      "write the scenario or the GOAL there (default: stdout); a file that is there is never overwritten",
      pathGiven,
    )
    .option(
      "--topology <file>",
      "of SimAI, which takes it from its command line rather than from its config",
      pathGiven,
    )
    .option("--workload <file>", "of SimAI, as AICB writes it: layers with computations and collectives", pathGiven)
    .option("--groups <file>", 'process groups of traces, as ASTRA-sim reads them: {"1": [0, 1, 2, 3]}', pathGiven)
    .addHelpText(
      "after",
      `
Examples:
  xoff import config.txt --out mine.yaml
  xoff run mine.yaml
  xoff import SimAI.conf --topology Spectrum-X_128g_8gps_400Gbps_H100 --out gpus.yaml
  xoff import SimAI.conf --topology Spectrum-X_128g_8gps_400Gbps_H100 --workload microAllReduce.txt --out job.yaml
  xoff import config.txt | less        only look
  xoff import llama.0.et --out llama.goal
                                       traces of all ranks, llama.0.et, llama.1.et ...`,
    )
    .action(async (file: string, options: ImportOptions) => {
      (await import("./work.ts")).importFile(file, options);
    });
}
