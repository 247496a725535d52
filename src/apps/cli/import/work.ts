/** Runs `xoff import`: writes a scenario from a simulator's config, or GOAL from the traces of a training job. */
import { readFileSync, rmSync } from "node:fs";
import { dirname, isAbsolute, relative, sep } from "node:path";
import { chakraToGoal } from "../../../formats/chakra/to-goal.ts";
import { largestBdp } from "../../../formats/conweave/bdp.ts";
import { isConweave } from "../../../formats/conweave/config.ts";
import { toScenario as conweaveToScenario } from "../../../formats/conweave/to-scenario.ts";
import { toScenario, type Imported } from "../../../formats/hpcc/to-scenario.ts";
import { isSimai } from "../../../formats/simai/config.ts";
import { toScenario as simaiToScenario } from "../../../formats/simai/to-scenario.ts";
import { ScenarioError, setUpFrom } from "../../../run/lab/lab.ts";
import { hang } from "../../../base/wrap.ts";
import { isChakra, readChakra, readGroups } from "./chakra.ts";
import { readConweave } from "./conweave.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { readText, Unreadable } from "../files/input-file.ts";
import { readForImport } from "../ns3/input.ts";
import { pageWidth } from "../terminal/page.ts";
import { readSimai } from "./simai.ts";
import { say, warn } from "../terminal/terminal.ts";
import { writeNew } from "../files/write-new.ts";
import { commandLine } from "../terminal/shell.ts";

export interface ImportOptions {
  readonly out?: string;
  /** The topology file for SimAI, whose config names none. */
  readonly topology?: string;
  /** The workload file for SimAI. */
  readonly workload?: string;
  /** A file of process groups. */
  readonly groups?: string;
}

/** Imports a file. Throws `InputError` for a mistake in the input, and `Failure` for a setting that scenarios cannot express. */
export function importFile(file: string, options: ImportOptions): void {
  if (isChakra(file)) importTraces(file, options);
  else importConfig(file, options);
}

const otherName = (file: string, name: string, { topology, workload }: ImportOptions = {}): string => {
  const named = [
    ...(topology === undefined ? [] : ["--topology", topology]),
    ...(workload === undefined ? [] : ["--workload", workload]),
  ];
  return `Choose another name: ${commandLine("xoff", "import", file, ...named, "--out", name)}`;
};

function importTraces(file: string, { out = "-", groups }: ImportOptions): void {
  const traces = readChakra(file);
  const { text, notes } = chakraToGoal(traces, readGroups(groups));
  writeNew(out, text, otherName(file, "other.goal"));
  for (const note of notes) say(hang("- ", note, pageWidth()));
  if (out === "-") return;
  const entry = `traffic: [{ kind: trace, path: ${out}, ranks: h0..h${traces.length - 1} }]`;
  say(`Wrote ${out}. To run it in a scenario of ${traces.length} or more hosts: ${entry}`);
}

function importConfig(configFile: string, options: ImportOptions): void {
  const { out = "-" } = options;
  const scenario = out === "-" ? "scenario.yaml" : out;
  const { text, notes, warnings, goal } = imported(configFile, scenario, options);
  if (goal !== undefined) writeNew(goal.file, goal.text, otherName(configFile, "other.yaml", options));
  try {
    writeNew(out, text, otherName(configFile, "other.yaml", options));
  } catch (error) {
    // This command has just written the file, so it may delete it.
    if (goal !== undefined) rmSync(goal.file);
    throw error;
  }
  for (const warning of warnings) warn(warning);
  say("Differences from the simulator:");
  for (const note of notes) say(hang("- ", note, pageWidth()));
  if (out !== "-") say(`Wrote ${out}. Next: ${commandLine("xoff", "run", out)}`);
}

interface Result extends Imported {
  readonly warnings: readonly string[];
  /** The GOAL file that the scenario refers to. */
  readonly goal?: { readonly file: string; readonly text: string };
}

/**
 * Converts a simulator's config to a scenario. The contents of the config show for which simulator it is. `scenario` is
 * the path of the scenario's file: the scenario names other files by paths relative to it.
 */
function imported(configFile: string, scenario: string, { topology, workload, out = "-" }: ImportOptions): Result {
  const config = configText(configFile);
  checkKind(config, configFile);
  if (isSimai(config)) {
    if (workload !== undefined && out === "-")
      throw new Failure(
        "--workload also needs --out, because the workload becomes a separate file. Add --out.",
        EXIT.input,
      );
    const { topologyFile, ...read } = readSimai(config, configFile, {
      ...(topology !== undefined && { topology }),
      ...(workload !== undefined && { workload }),
    });
    const file = `${scenario.replace(/\.ya?ml$/i, "")}.goal`;
    const result = simaiToScenario(read, pathFrom(scenario, topologyFile), pathFrom(scenario, file));
    const goal = read.workload === undefined ? undefined : { file, text: read.workload.text };
    checkScenario(result.text, scenario, configFile, "", goal);
    return { ...result, warnings: read.warnings, ...(goal !== undefined && { goal }) };
  }
  if (workload !== undefined)
    throw new Failure(
      `--workload is only allowed with a config of SimAI, and ${configFile} is none. Remove --workload.`,
      EXIT.input,
    );
  if (topology !== undefined)
    throw new Failure(
      `--topology is only allowed with a config of SimAI. ${configFile} names its topology itself, by TOPOLOGY_FILE.`,
      EXIT.input,
    );
  if (isConweave(config)) {
    const read = readConweave(config, configFile);
    const result = conweaveToScenario(read, { topology: pathFrom(scenario, read.topologyFile) });
    checkScenario(result.text, scenario, configFile, "");
    return { ...result, warnings: read.warnings };
  }
  const files = readForImport(configFile);
  const { topologyFile, flowFile } = files;
  const paths = { topology: pathFrom(scenario, topologyFile), flows: pathFrom(scenario, flowFile) };
  const result = toScenario(files, paths, largestBdp(files.topology, files.config.packetPayload));
  const otherwise = files.isModelled ? ` xoff run --ns3 ${configFile} runs it unchanged.` : "";
  checkScenario(result.text, scenario, configFile, otherwise);
  return { ...result, warnings: files.warnings };
}

/**
 * Recognises input files of other tools. Each entry has a pattern for the first lines, the kind of file, and advice for
 * the user.
 */
const OTHERS: readonly (readonly [begins: RegExp, found: string, mend: string])[] = [
  [
    /^(\s|#.*\n)*Nodes\s+\d/,
    "a file of htsim",
    "A scenario reads it with `topology: { kind: file, path: t.topo }` and `traffic: [{ kind: flows, path: f.cm " +
      "}]`.",
  ],
  [
    /^(\s|#.*\n|\/\/.*\n)*num_ranks\s/,
    "GOAL",
    "A scenario reads it: traffic: [{ kind: trace, path: t.goal, ranks: all }].",
  ],
  [/^\s*\{/, "JSON", "Use xoff sonic import config_db.json for the config of a SONiC switch."],
  [
    /^\s*\d+(\s+\d+){0,5}(\s+[A-Z]\w*)?\s*\n/,
    "a list of numbers, such as a topology or flows",
    "Name the config that belongs to it, or read it in a scenario: topology: { kind: file, path: topology.txt }.",
  ],
];

/** Throws `Failure` for a file that is clearly of another tool. */
function checkKind(text: string, file: string): void {
  const other = OTHERS.find(([begins]) => begins.test(text.slice(0, 2000)));
  if (other === undefined) return;
  const [, found, mend] = other;
  throw new Failure(
    `${file}: expected the config of HPCC's, ConWeave's or SimAI's simulator, found ${found}. ${mend}`,
    EXIT.input,
  );
}

/**
 * The text of the simulator's config. An unreadable file gives "" here, because a later step reads the file again and
 * reports the error.
 */
function configText(file: string): string {
  try {
    return readText(file);
  } catch (error) {
    if (error instanceof Unreadable) return "";
    throw error;
  }
}

/** The path of `file` relative to the folder of `scenario`. Both paths are given relative to the current folder. */
function pathFrom(scenario: string, file: string): string {
  return isAbsolute(file) ? file : relative(dirname(scenario), file).split(sep).join("/");
}

/** Checks that the written scenario can run. For this, it builds the scenario's network. */
function checkScenario(text: string, file: string, configFile: string, otherwise: string, goal?: Result["goal"]): void {
  try {
    setUpFrom(text, file, (path) => (path === goal?.file ? goal.text : readFileSync(path, "utf8")));
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const { path, expected, got, hint } = error;
    const mend = `${hint === undefined ? "" : ` ${hint}`}${otherwise}`;
    throw new Failure(
      `${configFile}: a scenario cannot express this, so nothing was written: ${path}: expected ${expected}, got ${got}.${mend}`,
      EXIT.input,
    );
  }
}
