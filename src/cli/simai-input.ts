/** Reads what SimAI's ns-3 simulator reads besides its workload: a config, and the topology that its command line names. */
import { InputError } from "../formats/hpcc/input-error.ts";
import type { HpccInput } from "../formats/hpcc/import-notes.ts";
import { parseTopology } from "../formats/hpcc/topology.ts";
import { parseSimai } from "../formats/simai/config.ts";
import { EXIT, Failure } from "./exit.ts";
import { readText, Unreadable } from "./input-file.ts";

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
  const topology = parseTopology(topologyText(topologyFile), topologyFile, { simai: true });
  return { config, configFile, lines, topology, flows: [], flowFile: "", topologyFile, warnings };
}

function topologyText(file: string): string {
  try {
    return readText(file);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new InputError({ file }, "a topology of SimAI's", error.message, error.hint);
  }
}
