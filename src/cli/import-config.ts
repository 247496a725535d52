/** What `xoff import` writes. */
import { readFileSync } from "node:fs";
import { dirname, isAbsolute, relative, sep } from "node:path";
import { toScenario } from "../formats/hpcc/to-scenario.ts";
import { readScenario, ScenarioError, setUpNs3 } from "../lab.ts";
import { hang } from "../wrap.ts";
import { EXIT, Failure } from "./exit.ts";
import { readNs3Files } from "./ns3-input.ts";
import { pageWidth } from "./page.ts";
import { say, warn } from "./terminal.ts";
import { writeNew } from "./write-new.ts";

export interface ImportOptions {
  readonly out?: string;
}

/** Throws `InputError` for a mistake in the input, `Failure` where no scenario can say what it says. */
export function importConfig(configFile: string, { out = "-" }: ImportOptions): void {
  const files = readNs3Files(configFile);
  const { config } = files;
  const { build } = setUpNs3(files);
  const scenario = out === "-" ? "scenario.yaml" : out;
  const input = { ...files, flowFile: config.flowFile };
  const paths = {
    topology: pathFrom(scenario, config.topologyFile),
    flows: pathFrom(scenario, config.flowFile),
  };
  const { text, notes } = toScenario(input, paths, build.window);
  checkScenario(text, scenario, configFile);
  writeNew(out, text, `Choose another name: xoff import ${configFile} --out other.yaml`);
  for (const warning of files.warnings) warn(warning);
  say("Not as in the simulator:");
  for (const note of notes) say(hang("- ", note, pageWidth()));
  if (out !== "-") say(`${out} is written. Next: xoff run ${out}`);
}

/** How `scenario` names `file`: both are named from the current folder. */
function pathFrom(scenario: string, file: string): string {
  return isAbsolute(file) ? file : relative(dirname(scenario), file).split(sep).join("/");
}

/** What is written can be read. */
function checkScenario(text: string, file: string, configFile: string): void {
  try {
    readScenario(text, file, (path) => readFileSync(path, "utf8"));
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const { path, expected, got, hint } = error;
    const mend = `${hint === undefined ? "" : ` ${hint}`} It runs as it is by xoff run --ns3 ${configFile}.`;
    throw new Failure(
      `${configFile}: no scenario can say this. ${path}: expected ${expected}, got ${got}.${mend} Nothing was written.`,
      EXIT.input,
    );
  }
}
