/** `readScenarioFile` and `writeRun` of the library: from a scenario's file to the folder of its run. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { keptSources, readScenario, readSetting, type Results, type Scenario } from "../../run/lab/lab.ts";
import { tablesFor } from "../../run/lab/modules.ts";
import { madeInTime } from "../loader/in-time.ts";
import { modulesAt } from "../loader/modules-at.ts";
import { pathFrom } from "../loader/path-from.ts";
import { stageRun, writeRun as write, type RunSource } from "./run-folder.ts";

/** A scenario and the file that it was read from. */
export interface ScenarioFile {
  readonly file: string;
  readonly scenario: Scenario;
  /** The scenario's text, the text of the files that it names, and the settings that override it. `writeRun` stores them. */
  readonly source: RunSource;
}

/**
 * Reads and checks the scenario of a file. `set` are values that override the file, as `xoff run --set` takes them: "buffer=dt",
 * "traffic.0.load=0.4". Policies from files are loaded, which runs their code.
 *
 * Rejects with `ScenarioError` for a mistake in the scenario. A file that cannot be read rejects with Node's own error.
 */
export async function readScenarioFile(
  file: string,
  { set = [] }: { readonly set?: readonly string[] } = {},
): Promise<ScenarioFile> {
  const text = await readFile(file, "utf8");
  const settings = set.map((one) => readSetting("set", one));
  const included = new Map<string, string>();
  const read = (path: string): string => {
    const found = readFileSync(path, "utf8");
    included.set(relative(dirname(file), path), found);
    return found;
  };
  const tables = await tablesFor(text, file, settings, (path, isSet) => modulesAt(pathFrom(file, path, isSet)));
  const scenario = madeInTime(tables.modules, () => readScenario(text, file, read, settings, tables));
  const { modules = [] } = scenario;
  return {
    file,
    scenario,
    source: {
      text,
      settings,
      included: [
        ...Array.from(included, ([path, text]) => ({ path, text })),
        ...modules.flatMap(({ hash, sources }) => keptSources(hash, sources)),
      ],
    },
  };
}

/**
 * Writes results as the folder that `xoff run` writes: summary.json, the scenario, and each table as Parquet and CSV (docs/results.md). The
 * folder appears whole or not at all.
 *
 * An earlier run in the folder is replaced. Files that xoff did not write cause a `FolderError`. With `force` they are kept and the run is
 * written next to them.
 */
export function writeRun(
  folder: string,
  results: Results,
  source: RunSource,
  { force = false }: { readonly force?: boolean } = {},
): void {
  write(folder, results, source, stageRun(folder, { force }));
}
