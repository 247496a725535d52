/**
 * Reads the input of SimAI's ns-3 simulator: a config, and the topology and workload that the command line names. Also reads
 * ns-3-alibabacloud's input, whose config names a topology and a flow file.
 */
import { InputError } from "../../../formats/hpcc/input-error.ts";
import { parseFlows } from "../../../formats/hpcc/flows.ts";
import { parseTopology, type HpccTopology } from "../../../formats/hpcc/topology.ts";
import { parseSimai } from "../../../formats/simai/config.ts";
import type { SimaiInput } from "../../../formats/simai/to-scenario.ts";
import { parseWorkload } from "../../../formats/simai/workload.ts";
import { workloadToGoal, type WorkloadGoal } from "../../../formats/simai/workload-to-goal.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { readNamed, readText } from "../files/input-file.ts";

export interface SimaiRead extends SimaiInput {
  readonly topologyFile: string;
  readonly warnings: readonly string[];
}

/** Files that the command line of SimAI names. */
interface SimaiNames {
  readonly topology?: string;
  readonly workload?: string;
}

/**
 * The simulator's input. `text` is the text of the config. Throws `InputError` at the first mistake, and `Failure` if no topology is named.
 */
export function readSimai(text: string, configFile: string, named: SimaiNames): SimaiRead {
  const { config, lines, warnings: found, unmodelled, pfc } = parseSimai(text, configFile);
  const warnings = [...found];
  const warn = (warning: string): void => void warnings.push(warning);
  const topologyFile = named.topology ?? config.topologyFile;
  if (topologyFile === "")
    throw new Failure(
      `${configFile}: the topology is missing, which SimAI takes from its option -n. Name its file: xoff import ${configFile} ` +
        "--topology <file>.",
      EXIT.input,
    );
  const topologyText = readNamed(topologyFile, "a topology of SimAI's", readText);
  const topology = parseTopology(topologyText, topologyFile, { dialects: true, warn });
  // If the command line names a topology, the input is that of SimAI rather than of ns-3-alibabacloud. SimAI takes its flows from the
  // workload, so a flow file in the config is not read.
  const hasFlows = named.topology === undefined && config.flowFile !== "";
  const flowFile = hasFlows ? config.flowFile : "";
  const flows = hasFlows
    ? parseFlows(readNamed(flowFile, "a file of flows", readText), flowFile, topology, warn, { wide: true })
    : [];
  if (hasFlows && flows.every(({ size }) => size === 0))
    throw new InputError({ file: flowFile }, "a flow of one byte or more", "none");
  const workload =
    named.workload === undefined ? undefined : readWorkload(named.workload, topology, topologyFile, warn);
  return {
    ...(workload !== undefined && { workload }),
    ...{ config, configFile, lines, topology, topologyFile, flowFile, hasFlows, unmodelled, pfc, warnings },
    flows: flows.filter(({ size }) => size > 0),
  };
}

function readWorkload(
  file: string,
  { nodes, switches, gpusPerServer }: HpccTopology,
  topologyFile: string,
  warn: (warning: string) => void,
): WorkloadGoal {
  if (gpusPerServer === undefined)
    throw new InputError(
      { file: topologyFile, line: 1 },
      `SimAI's header, "nodes gpus_per_server nvswitches switches links gpu_type"`,
      "another",
      "A workload groups GPUs by server.",
    );
  const workload = parseWorkload(readNamed(file, "a workload of SimAI's", readText), file, warn);
  return workloadToGoal(workload, nodes - switches.length, gpusPerServer);
}
