/** Scenario files as commands take them: read, checked and built, every mistake of the user's a `Failure` that ends in exit code 2. */
import { dirname, relative } from "node:path";
import {
  located,
  ParamError,
  readScenario,
  readSetting,
  ScenarioError,
  setUpFrom,
  type Experiment,
  type Scenario,
  type Setting,
} from "../lab/lab.ts";
import type { RunSource } from "../store/run-folder.ts";
import { EXIT, Failure } from "./exit.ts";
import { readText, Unreadable } from "./input-file.ts";

export interface ScenarioFile {
  readonly name: string;
  readonly text: string;
  /** Reads a file that it names. Throws `Unreadable`. */
  readonly read: (path: string) => string;
  /** Files that it named when it was checked: paths from its folder, and their text. */
  readonly included: { readonly path: string; readonly text: string }[];
}

/** Most bytes of a scenario; `readScenario` counts characters, of which it takes fewer. */
const MOST = 32e6;

/** `read` is how files are read that it names. */
export function openScenario(name: string, read: (path: string) => string = readText): ScenarioFile {
  try {
    return { name, text: readText(name, MOST), read, included: [] };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const { message, hint = "To begin with one: xoff new my.yaml --from victim." } = error;
    throw new Failure(`${name}: expected a scenario file, found ${message}. ${hint}`, EXIT.input);
  }
}

/** What the folder of its run keeps of it. */
export const sourceOf = ({ text, included }: ScenarioFile, settings: readonly Setting[]): RunSource => ({
  text,
  included,
  settings,
});

/** What `--set` was given, in its order. */
export const settingsOf = (given: readonly string[] = []): Setting[] =>
  mistakesOf("--set", () => given.map((text) => readSetting("--set", text)));

/** The scenario that the file spells, with `settings` put into it. */
export function scenarioOf(file: ScenarioFile, settings: readonly Setting[]): Scenario {
  return mistakesOf(file.name, () => readScenario(file.text, file.name, keeping(file), settings));
}

/** The same, ready to run. */
export function build(file: ScenarioFile, settings: readonly Setting[]): Experiment {
  return mistakesOf(file.name, () => setUpFrom(file.text, file.name, keeping(file), settings));
}

/** Reads what the scenario names, and remembers it. */
function keeping({ name, read, included }: ScenarioFile): (path: string) => string {
  return (path) => {
    const found = read(path);
    const from = relative(dirname(name), path);
    if (!included.some(({ path: known }) => known === from)) included.push({ path: from, text: found });
    return found;
  };
}

/** A mistake that shows only once the scenario is built, or runs, with its place in the file. */
export const failureOf = (error: ParamError, { text, name }: ScenarioFile, settings: readonly Setting[]): Failure =>
  new Failure(located(error, text, name, settings).message, EXIT.input);

/** A line for each further mistake, and one for those that are too many. */
function othersOf({ others, untold, place }: ScenarioError): string[] {
  const lines = others.map(({ message }) => message);
  return untold === 0
    ? lines
    : [...lines, `${place.file}: these are the first ${lines.length + 1} mistakes, there are more`];
}

/** What `work` returns; mistakes in a scenario are told with their places. `where` is the place of those that name none. */
export function mistakesOf<Result>(where: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof ScenarioError) throw new Failure(error.message, EXIT.input, othersOf(error));
    if (error instanceof ParamError) throw new Failure(`${where}: ${error.message}`, EXIT.input);
    throw error;
  }
}
