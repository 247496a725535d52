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

/** A scenario, and the file that it was read from. */
export interface ScenarioFile {
  readonly file: string;
  readonly scenario: Scenario;
  /** Its text, that of the files that it names, and what was set over it: for `writeRun`. */
  readonly source: RunSource;
}

/**
 * The scenario of a file, checked. `set` are values over what it says, as `xoff run --set` takes them: "buffer=dt", "traffic.0.load=0.4". Policies in files of
 * their own are loaded, that is: their code is run.
 *
 * Rejects with `ScenarioError` for a mistake in it, and with what Node throws for a file that cannot be read.
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
 * Writes results as the folder that `xoff run` writes: summary.json, the scenario, each table as Parquet and CSV (docs/results.md). It is whole or absent.
 *
 * A run that is there is replaced, and nothing else: where something stands there that xoff did not write, `FolderError` is thrown, unless `force` says to
 * leave it and go on.
 */
export function writeRun(
  folder: string,
  results: Results,
  source: RunSource,
  { force = false }: { readonly force?: boolean } = {},
): void {
  write(folder, results, source, stageRun(folder, { force }));
}
