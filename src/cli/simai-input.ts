/**
 * Reads what SimAI's ns-3 simulator reads besides its workload: a config, and the topology that its command line names. Of ns-3-alibabacloud, whose
 * config names both, a topology and a file of flows.
 */
import { InputError } from "../formats/hpcc/input-error.ts";
import { parseFlows } from "../formats/hpcc/flows.ts";
import { parseTopology } from "../formats/hpcc/topology.ts";
import { parseSimai } from "../formats/simai/config.ts";
import type { SimaiInput } from "../formats/simai/to-scenario.ts";
import { EXIT, Failure } from "./exit.ts";
import { readNamed, readText } from "./input-file.ts";

export interface SimaiRead extends SimaiInput {
  readonly topologyFile: string;
  readonly warnings: readonly string[];
}

/** `text` is the config's; `named` the topology of the command line. Throws `InputError` at the first mistake, `Failure` where no topology is named. */
export function readSimai(text: string, configFile: string, named: string | undefined): SimaiRead {
  const { config, lines, warnings: found, unmodelled, pfc } = parseSimai(text, configFile);
  const warnings = [...found];
  const warn = (warning: string): void => void warnings.push(warning);
  const topologyFile = named ?? config.topologyFile;
  if (topologyFile === "")
    throw new Failure(
      `${configFile}: expected a topology, which SimAI is told by -n, found none. Name its file: xoff import ${configFile} --topology <file>.`,
      EXIT.input,
    );
  const topologyText = readNamed(topologyFile, "a topology of SimAI's", readText);
  const topology = parseTopology(topologyText, topologyFile, { dialects: true, warn });
  // With a topology on the command line it is SimAI, whose flows come of its workload.
  const hasFlows = named === undefined && config.flowFile !== "";
  const flowFile = hasFlows ? config.flowFile : "";
  const flows = hasFlows
    ? parseFlows(readNamed(flowFile, "a file of flows", readText), flowFile, topology, warn, { wide: true })
    : [];
  if (hasFlows && flows.every(({ size }) => size === 0))
    throw new InputError({ file: flowFile }, "a flow that sends something", "none");
  return {
    ...{ config, configFile, lines, topology, topologyFile, flowFile, hasFlows, unmodelled, pfc, warnings },
    flows: flows.filter(({ size }) => size > 0),
  };
}
