/** Reads what SimAI's ns-3 simulator reads besides its workload: a config, and the topology that its command line names. */
import type { HpccInput } from "../formats/hpcc/import-notes.ts";
import { parseTopology } from "../formats/hpcc/topology.ts";
import { parseSimai } from "../formats/simai/config.ts";
import { EXIT, Failure } from "./exit.ts";
import { readNamed, readText } from "./input-file.ts";

export interface SimaiRead extends HpccInput {
  readonly topologyFile: string;
  readonly warnings: readonly string[];
}

/** `text` is the config's. Throws `InputError` at the first mistake, `Failure` where no topology is named. */
export function readSimai(text: string, configFile: string, topologyFile: string | undefined): SimaiRead {
  const { config, lines, warnings } = parseSimai(text, configFile);
  if (topologyFile === undefined)
    throw new Failure(
      `${configFile}: expected a topology, which SimAI is told by -n, found none. Name its file: xoff import ${configFile} --topology <file>.`,
      EXIT.input,
    );
  const topology = parseTopology(readNamed(topologyFile, "a topology of SimAI's", readText), topologyFile, {
    simai: true,
  });
  return { config, configFile, lines, topology, flows: [], flowFile: "", topologyFile, warnings };
}
