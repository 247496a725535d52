/** Scenario files as commands take them: read, checked and built, every mistake of the user's a `Failure` that ends in exit code 2. */
import { dirname, relative } from "node:path";
import {
  builtIn,
  keptSources,
  linesOf,
  located,
  ParamError,
  type Path,
  readScenario,
  readSetting,
  ScenarioError,
  setUpFrom,
  type Experiment,
  type Registry,
  type Scenario,
  type Setting,
} from "../../../run/lab/lab.ts";
import { codePlaces, nameOf, tablesFor, type LoadModules } from "../../../run/lab/modules.ts";
import { madeInTime } from "../../../batch/loader/in-time.ts";
import { modulesAt } from "../../../batch/loader/modules-at.ts";
import { pathFrom } from "../../../batch/loader/path-from.ts";
import type { RunSource } from "../../../batch/store/run-folder.ts";
import { ModuleError } from "../../../batch/loader/module-error.ts";
import { RowsError } from "../../../batch/sweep/row-failures.ts";
import { codeAt } from "./code.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { readText, Unreadable } from "./input-file.ts";
import { warn } from "../terminal/terminal.ts";

export interface ScenarioFile {
  readonly name: string;
  readonly text: string;
  /** Reads a file that it names. Throws `Unreadable`. */
  readonly read: (path: string) => string;
  /** Files that it named when it was checked: paths from its folder, and their text. */
  readonly included: { readonly path: string; readonly text: string }[];
  /** Warnings about those files that were printed. */
  readonly warned: Set<string>;
  /** What it may name: what comes with xoff, and modules of its own once they are loaded. */
  readonly tables: Registry;
  /** Places that count as empty: they name code that is not loaded. */
  readonly without?: readonly Path[];
}

/** Most bytes of a scenario; `readScenario` counts characters, of which it takes fewer. */
const MAX_BYTES = 32e6;

/** `read` is how files are read that it names. */
export function openScenario(name: string, read: (path: string) => string = readText): ScenarioFile {
  try {
    return { name, text: readText(name, MAX_BYTES), read, included: [], warned: new Set(), tables: builtIn };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const { message, hint = "Write a first scenario: xoff new my.yaml --from victim." } = error;
    throw new Failure(`${name}: expected a scenario file, found ${message}. ${hint}`, EXIT.input);
  }
}

/**
 * The file with the modules that it names, or `settings` over it, loaded. Paths in the file start from its folder, those in settings from
 * the current one.
 */
export async function loaded(file: ScenarioFile, settings: readonly Setting[]): Promise<ScenarioFile> {
  const { name, text, tables } = file;
  const load: LoadModules = (path, isSet) => modulesAt(pathFrom(name, path, isSet));
  return { ...file, tables: await mistakesOfAsync(name, () => tablesFor(text, name, settings, load, tables)) };
}

/** The file without the code that it names, and a line for each place that names code. Runs no code. Throws `Failure`. */
export async function withoutCode(
  file: ScenarioFile,
  settings: readonly Setting[],
): Promise<{ readonly file: ScenarioFile; readonly unchecked: readonly string[] }> {
  const { name, text } = file;
  const named = mistakesOf(name, () => codePlaces(text, name, settings));
  const hashes = new Map<string, string>();
  const called: string[] = [];
  for (const one of named) {
    const modules = await mistakesOfAsync(one.place, () => codeAt(pathFrom(name, one.name, one.isSet)));
    hashes.set(one.name, modules.map(({ text }) => text).join(", "));
    called.push(...modules.map(({ file }) => nameOf(file)));
  }
  const places = mistakesOf(name, () => codePlaces(text, name, settings, called));
  const unchecked = places.map(
    (one) => `${one.place}: not checked, because --no-code loads no code: ${hashes.get(one.name) ?? one.name}`,
  );
  const needed = places.findIndex(({ without }) => without === undefined);
  if (needed >= 0)
    throw new Failure(
      `${unchecked[needed]}. Without it there is no network to check: remove --no-code after reading that code.`,
      EXIT.input,
      unchecked.filter((_, k) => k !== needed),
    );
  // From the end on: entries of a list keep their places.
  const without = places.flatMap((one) => (one.without === undefined ? [] : [one.without])).reverse();
  return { file: { ...file, without }, unchecked };
}

/** What the folder of its run keeps of it. */
export const sourceOf = (
  { text, included }: ScenarioFile,
  settings: readonly Setting[],
  { modules = [] }: Scenario,
): RunSource => ({
  text,
  included: [...included, ...modules.flatMap(({ hash, sources }) => keptSources(hash, sources))],
  settings,
});

/** What `--set` was given, in its order. */
export const settingsOf = (given: readonly string[] = []): Setting[] =>
  mistakesOf("--set", () => given.map((text) => readSetting("--set", text)));

/** The scenario that the file spells, with `settings` put into it. */
export function scenarioOf(file: ScenarioFile, settings: readonly Setting[]): Scenario {
  const { name, text, tables } = file;
  const read = (): Scenario => readScenario(text, name, keeping(file), settings, tables);
  const scenario = mistakesOf(name, () => madeInTime(tables.modules, read));
  warnOnce(file, scenario);
  return scenario;
}

/** The same, ready to run. */
export function build(file: ScenarioFile, settings: readonly Setting[]): Experiment {
  const { name, text, tables, without } = file;
  const setUp = (): Experiment => setUpFrom(text, name, keeping(file), settings, tables, without);
  const experiment = mistakesOf(name, () => madeInTime(tables.modules, setUp));
  warnOnce(file, experiment.scenario);
  return experiment;
}

/** Prints the warnings about files that the scenario names, each once. */
export function warnOnce(
  { warned }: Pick<ScenarioFile, "warned">,
  { warnings = [] }: Pick<Scenario, "warnings">,
): void {
  for (const warning of warnings) {
    if (warned.has(warning)) continue;
    warned.add(warning);
    warn(warning);
  }
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
export const failureOf = (
  error: ParamError,
  { text, name, tables }: ScenarioFile,
  settings: readonly Setting[],
): Failure => new Failure(located(error, text, name, settings, tables).message, EXIT.input);

/** Returns what `work` returns. A mistake in the scenario becomes a `Failure`; `where` is its place if it names none. */
export function mistakesOf<Result>(where: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toldAt(where, error);
  }
}

/** The same for asynchronous work. */
export async function mistakesOfAsync<Result>(where: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toldAt(where, error);
  }
}

function toldAt(where: string, error: unknown): unknown {
  if (error instanceof ScenarioError) return new Failure(error.message, EXIT.input, linesOf(error).slice(1));
  if (error instanceof RowsError) return new Failure(error.message, EXIT.input, error.others);
  if (error instanceof ParamError || error instanceof ModuleError)
    return new Failure(`${where}: ${error.message}`, EXIT.input);
  return error;
}
