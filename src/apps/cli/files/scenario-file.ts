/** Reads, checks and builds scenario files for commands. Every mistake of the user becomes a `Failure` with exit code 2. */
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
  /** Reads a file that the scenario names. Throws `Unreadable`. */
  readonly read: (path: string) => string;
  /** Files that the scenario named when it was checked: their paths relative to its folder, and their texts. */
  readonly included: { readonly path: string; readonly text: string }[];
  /** The warnings that xoff has already printed about files that the scenario names. */
  readonly warned: Set<string>;
  /** The names that the scenario may use: built-in modules, and its own modules once they are loaded. */
  readonly tables: Registry;
  /** Paths of those settings in the scenario that are ignored, because they name code that is not loaded. */
  readonly without?: readonly Path[];
}

/**
 * Maximum size of a scenario in bytes. Every scenario that `readScenario` accepts is smaller: it has at most 8 million
 * characters (src/scenario/text.ts), and a character has at most 4 bytes.
 */
const MAX_BYTES = 32e6;

/** Opens a scenario file. `read` reads the files that the scenario names. */
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
 * The file after loading all modules that the scenario or `settings` name. Module paths in the file are relative to its
 * folder. Paths in settings are relative to the current folder.
 */
export async function loaded(file: ScenarioFile, settings: readonly Setting[]): Promise<ScenarioFile> {
  const { name, text, tables } = file;
  const load: LoadModules = (path, isSet) => modulesAt(pathFrom(name, path, isSet));
  return { ...file, tables: await mistakesOfAsync(name, () => tablesFor(text, name, settings, load, tables)) };
}

/**
 * The scenario without its references to code. `unchecked` has a message for each of these references. No code runs.
 * Throws `Failure`.
 */
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
  // Entries are removed from the end of a list first, so that the indices of earlier entries stay valid.
  const without = places.flatMap((one) => (one.without === undefined ? [] : [one.without])).reverse();
  return { file: { ...file, without }, unchecked };
}

/** The source that the folder of a run stores: the scenario, its files, settings and modules. */
export const sourceOf = (
  { text, included }: ScenarioFile,
  settings: readonly Setting[],
  { modules = [] }: Scenario,
): RunSource => ({
  text,
  included: [...included, ...modules.flatMap(({ hash, sources }) => keptSources(hash, sources))],
  settings,
});

/** The settings of `--set`, in their order, followed by the setting of `--fast-forward`. */
export const settingsOf = (given: readonly string[] = [], fastForward = false): Setting[] =>
  mistakesOf("--set", () => [
    ...given.map((text) => readSetting("--set", text)),
    ...(fastForward ? [{ path: "fastForward", value: "true", from: "--fast-forward" }] : []),
  ]);

/** The scenario in a file with `settings` applied. */
export function scenarioOf(file: ScenarioFile, settings: readonly Setting[]): Scenario {
  const { name, text, tables } = file;
  const read = (): Scenario => readScenario(text, name, keeping(file), settings, tables);
  const scenario = mistakesOf(name, () => madeInTime(tables.modules, read));
  warnOnce(file, scenario);
  return scenario;
}

/** The scenario in a file with `settings` applied and its network built, ready to run. */
export function build(file: ScenarioFile, settings: readonly Setting[]): Experiment {
  const { name, text, tables, without } = file;
  const setUp = (): Experiment => setUpFrom(text, name, keeping(file), settings, tables, without);
  const experiment = mistakesOf(name, () => madeInTime(tables.modules, setUp));
  warnOnce(file, experiment.scenario);
  return experiment;
}

/** Prints the warnings about files that the scenario names, each warning once. */
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

/** A reader that remembers each file that the scenario names. */
function keeping({ name, read, included }: ScenarioFile): (path: string) => string {
  return (path) => {
    const found = read(path);
    const from = relative(dirname(name), path);
    if (!included.some(({ path: known }) => known === from)) included.push({ path: from, text: found });
    return found;
  };
}

/**
 * Converts an error that appears only when the scenario is built or run to a `Failure`. The message states the place of
 * the mistake in the file.
 */
export const failureOf = (
  error: ParamError,
  { text, name, tables }: ScenarioFile,
  settings: readonly Setting[],
): Failure => new Failure(located(error, text, name, settings, tables).message, EXIT.input);

/**
 * Returns the result of `work`. A mistake in the scenario becomes a `Failure`. If the mistake has no place, the message
 * gives `where` as its place.
 */
export function mistakesOf<Result>(where: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw failureAt(where, error);
  }
}

/** Awaits `work` and returns its result. A mistake in the scenario becomes a `Failure`, as in `mistakesOf`. */
export async function mistakesOfAsync<Result>(where: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw failureAt(where, error);
  }
}

function failureAt(where: string, error: unknown): unknown {
  if (error instanceof ScenarioError)
    return new Failure(error.message, EXIT.input, linesOf(error).slice(1), { cause: error });
  if (error instanceof RowsError) return new Failure(error.message, EXIT.input, error.others);
  if (error instanceof ParamError || error instanceof ModuleError)
    return new Failure(`${where}: ${error.message}`, EXIT.input);
  return error;
}
