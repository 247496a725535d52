/** Reads what a run of HPCC's ns-3 simulator reads: the config, and the files that it names, relative to the current folder. */
import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { checkFiles } from "../formats/hpcc/check.ts";
import { parseConfig } from "../formats/hpcc/config.ts";
import { parseFlows } from "../formats/hpcc/flows.ts";
import { InputError, quote } from "../formats/hpcc/input-error.ts";
import { parseTopology } from "../formats/hpcc/topology.ts";
import { parseTraceList } from "../formats/hpcc/trace-list.ts";
import type { Ns3Input } from "../lab/ns3.ts";
import { readText, Unreadable } from "./input-file.ts";

export interface Ns3Files extends Ns3Input {
  readonly configFile: string;
  /** Line on which each key of the config stands. */
  readonly lines: ReadonlyMap<string, number>;
  /** Nodes whose packets are traced. */
  readonly traced: readonly number[];
  /** Files read, as named: none of them may be written. */
  readonly read: readonly string[];
  readonly warnings: readonly string[];
}

/** Throws `InputError` at the first mistake. */
export function readNs3Files(configFile: string): Ns3Files {
  const { config, lines, warnings } = parseConfig(readConfig(configFile), configFile);
  const read = [configFile];
  const named = (key: string, file: string, what: string): string => {
    const line = lines.get(key);
    if (line === undefined) {
      throw new InputError(
        { file: configFile },
        `${key}, the file of ${what}`,
        "no such key",
        `Add a line: ${key} ...`,
      );
    }
    read.push(file);
    return attempt(file, ({ message, hint }) => {
      const from = `Paths are taken from the current folder, ${quote(process.cwd())}.${runThere(configFile, file)}`;
      const mend = hint === undefined ? from : `${hint} ${from}`;
      return new InputError({ file: configFile, line }, `${key} to name a file`, `${quote(file)}: ${message}`, mend);
    });
  };

  const { topologyFile, flowFile, traceFile } = config;
  const topology = parseTopology(named("TOPOLOGY_FILE", topologyFile, "nodes and links"), topologyFile);
  const flowWarnings: string[] = [];
  const flows = parseFlows(named("FLOW_FILE", flowFile, "flows"), flowFile, topology, (one) => flowWarnings.push(one));
  const traceList =
    config.enableTrace && traceFile !== ""
      ? parseTraceList(named("TRACE_FILE", traceFile, "traced nodes"), traceFile, topology.nodes)
      : { traced: [], warnings: [] };
  const found = checkFiles({ config, lines, topology, flows, configFile, topologyFile, flowFile });
  return {
    config,
    lines,
    topology,
    flows,
    configFile,
    traced: traceList.traced,
    read,
    warnings: [...warnings, ...flowWarnings, ...traceList.warnings, ...found],
  };
}

function readConfig(file: string): string {
  return attempt(file, ({ message, hint = `Looked for ${quote(resolve(file))}.` }) => {
    return new InputError({ file }, "a config of HPCC's simulator", message, hint);
  });
}

function attempt(file: string, mistake: (problem: Unreadable) => InputError): string {
  try {
    return readText(file);
  } catch (error) {
    throw error instanceof Unreadable ? mistake(error) : error;
  }
}

/** Where the file would be found, if it stands beside the config. */
function runThere(configFile: string, file: string): string {
  const folder = dirname(configFile);
  const beside = statSync(resolve(folder, file), { throwIfNoEntry: false })?.isFile() ?? false;
  return beside ? ` It stands beside the config: run from there, after cd ${folder}` : "";
}

/** Config and its consequences that only the network shows: the largest window must fit the simulator's 32 bits. */
export function checkWindow(files: Ns3Files, window: number): void {
  const { config } = files;
  if (!config.hasWin || window < 2 ** 32) return;
  const expected = "a bandwidth-delay product below 4 GiB, or HAS_WIN 0";
  const hint = "It is the window of flows, which the simulator keeps in 32 bits: shorten or slow the links.";
  throw new InputError({ file: config.topologyFile }, expected, `${window} bytes`, hint);
}
