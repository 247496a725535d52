/**
 * `xoff import`: converts inputs of other tools. An input of HPCC's, ConWeave's or SimAI's ns-3 simulator becomes a
 * scenario. The Chakra traces of a training job become a GOAL file.
 */
import type { Command } from "commander";
import { pageOf } from "../terminal/invocation.ts";
import type { ImportOptions } from "./work.ts";
import { pathGiven } from "../terminal/path-argument.ts";

export function addImport(program: Command): void {
  program
    .command("import")
    .summary("make a scenario from the input of another simulator, or GOAL from Chakra traces")
    .description(
      "Makes a scenario from the input of HPCC's or ConWeave's ns-3 simulator. The input is the config, with the " +
        "topology and flow files that it names. Their paths are relative to the current folder. xoff import also " +
        "reads inputs of ns3-datacenter (PowerTCP, ABM, Reverie) and of ASTRA-sim's ns-3 backend. The scenario runs " +
        "in xoff's own model. Its first lines and stderr list the differences from the simulator. A config of " +
        "ConWeave, known by keys such as LB_MODE, gets that simulator's semantics " +
        `(${pageOf("docs/conweave-semantics.md")}). xoff run --ns3 runs an input of HPCC's simulator byte for ` +
        "byte.\n\nA config of SimAI, known by keys such as BW_MON_FILE, needs --topology; a config of " +
        "ns-3-alibabacloud names its topology itself. With --workload the workload becomes GOAL, in a file next to " +
        "the scenario. Otherwise the scenario has an all-reduce.\n\nxoff import also makes GOAL from the execution " +
        "traces of a training job (MLCommons Chakra, ASTRA-sim). Each rank has a file: name.0.et and so on. Traffic " +
        `of kind trace runs the GOAL (${pageOf("docs/collectives.md")}). Collectives become the messages of rings. ` +
        "xoff run prints computation, communication and exposed communication of these traces and workloads by layer.",
    )
    .argument("<file>", "the simulator's config.txt, or the trace of a rank, such as llama.0.et")
    .option(
      "--out <file>",
      "file of the scenario or the GOAL (default: stdout); existing files are never overwritten",
      pathGiven,
    )
    .option(
      "--topology <file>",
      "topology file of SimAI, which its command line names instead of its config",
      pathGiven,
    )
    .option(
      "--workload <file>",
      "workload file of SimAI, as AICB writes it: layers with computations and collectives",
      pathGiven,
    )
    .option(
      "--groups <file>",
      `file of the traces' process groups, in ASTRA-sim's format \`{"1": [0, 1, 2, 3]}\``,
      pathGiven,
    )
    .addHelpText(
      "after",
      `
Examples:
  xoff import config.txt --out mine.yaml
  xoff run mine.yaml
  xoff import SimAI.conf --topology Spectrum-X_128g_8gps_400Gbps_H100 --out gpus.yaml
  xoff import SimAI.conf --topology Spectrum-X_128g_8gps_400Gbps_H100 --workload microAllReduce.txt --out job.yaml
  xoff import config.txt | less        print it only
  xoff import llama.0.et --out llama.goal
                                       traces of all ranks, llama.0.et, llama.1.et ...`,
    )
    .action(async (file: string, options: ImportOptions) => {
      (await import("./work.ts")).importFile(file, options);
    });
}
