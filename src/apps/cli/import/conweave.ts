/**
 * Reads the input of ConWeave's simulator: its config, and the two files that the config names.
 *
 * The config's paths are relative to the folder in which the simulator ran. A file that is missing at its path is read
 * from the folder of the config.
 */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { checkFiles } from "../../../formats/conweave/check.ts";
import { parseConweave, type ConweaveInput } from "../../../formats/conweave/config.ts";
import { parseFlows } from "../../../formats/conweave/flows.ts";
import { InputError, quote } from "../../../formats/hpcc/input-error.ts";
import { parseTopology } from "../../../formats/hpcc/topology.ts";
import { readText, Unreadable } from "../files/input-file.ts";

export interface ConweaveRead extends ConweaveInput {
  /** The path at which the topology was found. */
  readonly topologyFile: string;
  readonly warnings: readonly string[];
}

/** The simulator's input. `text` is the text of the config. Throws `InputError` at the first mistake. */
export function readConweave(text: string, configFile: string): ConweaveRead {
  const { config, lines, warnings } = parseConweave(text, configFile);
  const said: string[] = [...warnings];
  const read = (key: string, named: string, what: string): { readonly file: string; readonly text: string } => {
    const line = lines.get(key);
    if (line === undefined)
      throw new InputError(
        { file: configFile },
        `${key}, the file of ${what}`,
        "no such key",
        `Add a line: ${key} ...`,
      );
    const beside = join(dirname(configFile), basename(named));
    const file = !existsSync(named) && existsSync(beside) ? beside : named;
    if (file !== named) said.push(`${configFile}:${line}: ${quote(named)} does not exist; ${beside} is read instead.`);
    try {
      return { file, text: readText(file) };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      const from = `Paths start from the current folder, ${quote(process.cwd())}. The folder of the config has no such file either.`;
      const hint = error.hint === undefined ? from : `${error.hint} ${from}`;
      throw new InputError(
        { file: configFile, line },
        `${key} to name a file`,
        `${quote(named)}: ${error.message}`,
        hint,
      );
    }
  };
  const topologyRead = read("TOPOLOGY_FILE", config.topologyFile, "nodes and links");
  const warn = (warning: string): void => void said.push(warning);
  const topology = parseTopology(topologyRead.text, topologyRead.file, { warn });
  const { file: flowFile, text: flowText } = read("FLOW_FILE", config.flowFile, "flows");
  const flows = parseFlows(flowText, flowFile, topology, warn);
  if (flows.every(({ size }) => size === 0)) {
    const found = flows.length === 0 ? "a count of 0" : "flows of size 0 only";
    const expected =
      "a flow of one byte or more, such as `0 1 3 64000 2.0` (source, destination and priority group; bytes; start in seconds)";
    const hint =
      "Line 1 is the number of flows, and the simulator's run.py writes the file of FLOW_FILE " +
      `(${configFile}:${lines.get("FLOW_FILE") ?? 1}).`;
    throw new InputError({ file: flowFile, line: 1 }, expected, found, hint);
  }
  const files = { config, lines, topology, flows, configFile, flowFile, topologyFile: topologyRead.file };
  return { ...files, warnings: [...said, ...checkFiles(files)] };
}
