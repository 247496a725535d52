/** Reads the input of HPCC's ns-3 simulator: the config, and the files that it names. Their paths are relative to the current folder. */
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { checkFiles, checkModelled, checkSomeThresholds, type HpccFiles } from "../../../formats/hpcc/check.ts";
import { parseConfig } from "../../../formats/hpcc/config.ts";
import { parseFlows } from "../../../formats/hpcc/flows.ts";
import type { Kin } from "../../../formats/hpcc/import-notes.ts";
import { InputError, quote } from "../../../formats/hpcc/input-error.ts";
import { parseTopology } from "../../../formats/hpcc/topology.ts";
import { parseTraceList } from "../../../formats/hpcc/trace-list.ts";
import type { Ns3Input } from "../../../run/lab/ns3.ts";
import { readText, Unreadable } from "../files/input-file.ts";

export interface Ns3Files extends Ns3Input, HpccFiles {
  /** The variant of the simulator. Absent: HPCC's own. */
  readonly kin?: Kin;
  /** Whether `xoff run --ns3` can run this input. */
  readonly isModelled: boolean;
  /** Nodes whose packets are traced. */
  readonly traced: readonly number[];
  /** Paths of the input files. No output may overwrite them. */
  readonly read: readonly string[];
  readonly warnings: readonly string[];
}

/** The input of a run. Throws `InputError` at the first mistake. */
export function readNs3Files(configFile: string): Ns3Files {
  const text = readConfig(configFile);
  const { config, lines, warnings } = parseConfig(text, configFile);
  const reader = new Reader(configFile, lines);
  const { topologyFile, flowFile, traceFile } = config;
  const { warn, warnings: said } = reader;
  const topology = parseTopology(reader.named("TOPOLOGY_FILE", topologyFile, "nodes and links"), topologyFile, {
    warn,
  });
  const flows = parseFlows(reader.named("FLOW_FILE", flowFile, "flows"), flowFile, topology, warn);
  const traceList =
    config.enableTrace && traceFile !== ""
      ? parseTraceList(reader.named("TRACE_FILE", traceFile, "traced nodes"), traceFile, topology.nodes)
      : { traced: [], warnings: [] };
  const files = { config, lines, topology, flows, configFile, topologyFile, flowFile };
  const found = [...checkModelled(files), ...checkFiles(files)];
  return {
    ...files,
    isModelled: true,
    traced: traceList.traced,
    read: reader.read,
    warnings: [...warnings, ...said, ...traceList.warnings, ...found],
  };
}

/** Matches a key that only ASTRA-sim's ns-3 backend has. Its flows come from a workload; the backend opens FLOW_FILE but ignores it. */
const OF_ASTRA_SIM = /^\s*NIC_TOTAL_PAUSE_TIME\s/m;

/** The input of HPCC's simulator or a variant, for xoff's own model. Traces are left out. Throws `InputError` at the first mistake. */
export function readForImport(configFile: string): Ns3Files {
  const text = readConfig(configFile);
  const isAstra = OF_ASTRA_SIM.test(text);
  const { config, lines, warnings } = parseConfig(text, configFile, isAstra ? ["NIC_TOTAL_PAUSE_TIME"] : []);
  const reader = new Reader(configFile, lines);
  const { topologyFile, flowFile } = config;
  const { warn, warnings: said } = reader;
  const topologyText = reader.named("TOPOLOGY_FILE", topologyFile, "nodes and links");
  const topology = parseTopology(topologyText, topologyFile, { dialects: true, warn });
  const kin = isAstra ? "astra-sim" : topology.dialect === "ns3-datacenter" ? topology.dialect : undefined;
  const isMade = kin === "astra-sim" || (kin === "ns3-datacenter" && !existsSync(flowFile));
  if (isMade && kin !== "astra-sim")
    warn(
      `${configFile}:${lines.get("FLOW_FILE") ?? 1}: ${quote(flowFile)} does not exist. The programs of ns3-datacenter that generate ` +
        "their own flows do not need it.",
    );
  const reading = { wide: topology.dialect !== undefined, late: kin === "ns3-datacenter" };
  const flows = isMade
    ? []
    : parseFlows(reader.named("FLOW_FILE", flowFile, "flows"), flowFile, topology, warn, reading);
  const files = { config, lines, topology, flows, configFile, topologyFile, flowFile };
  const found = checkFiles(files);
  checkSomeThresholds(files);
  return {
    ...files,
    ...(kin !== undefined && { kin }),
    isModelled: topology.dialect === undefined && kin === undefined && isModelled(files),
    traced: [],
    read: reader.read,
    warnings: [...warnings, ...said, ...found],
  };
}

function isModelled(files: HpccFiles): boolean {
  try {
    checkModelled(files);
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

/** Reads the files that a config names, and collects warnings about them. */
class Reader {
  readonly read: string[];
  readonly warnings: string[] = [];
  readonly warn = (warning: string): void => void this.warnings.push(warning);
  readonly #configFile: string;
  readonly #lines: ReadonlyMap<string, number>;

  constructor(configFile: string, lines: ReadonlyMap<string, number>) {
    this.#configFile = configFile;
    this.#lines = lines;
    this.read = [configFile];
  }

  /** The text of the file that `key` names. */
  named(key: string, file: string, what: string): string {
    const configFile = this.#configFile;
    const line = this.#lines.get(key);
    if (line === undefined) {
      throw new InputError(
        { file: configFile },
        `${key}, the file of ${what}`,
        "no such key",
        `Add a line: ${key} ...`,
      );
    }
    this.read.push(file);
    return attempt(file, ({ message, hint }) => {
      const from = `Paths start from the current folder, ${quote(process.cwd())}.${runThere(configFile, file)}`;
      const mend = hint === undefined ? from : `${hint} ${from}`;
      return new InputError({ file: configFile, line }, `${key} to name a file`, `${quote(file)}: ${message}`, mend);
    });
  }
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

/** A hint for a file that is missing in the current folder but exists in the config's folder. */
function runThere(configFile: string, file: string): string {
  const folder = dirname(configFile);
  const beside = statSync(resolve(folder, file), { throwIfNoEntry: false })?.isFile() ?? false;
  return beside ? ` The file is next to the config: run this command there, after cd ${folder}` : "";
}

/** Checks a limit that depends on the network: the largest window must fit in 32 bits, as in the simulator. */
export function checkWindow(files: Ns3Files, window: number): void {
  const { config } = files;
  if (!config.hasWin || window < 2 ** 32) return;
  const expected = "a bandwidth-delay product below 4 GiB, or HAS_WIN 0";
  const hint = "It is the window of flows, which the simulator stores in 32 bits: shorten or slow the links.";
  throw new InputError({ file: config.topologyFile }, expected, `${window} bytes`, hint);
}
