/** A scenario from its file, with what the folder of its run is to keep of it. */
import { readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { readScenario, readSetting, type Scenario } from "../lab/lab.ts";
import type { RunSource } from "./run-folder.ts";

export interface ScenarioFile {
  readonly file: string;
  readonly scenario: Scenario;
  /** Its text, that of the files that it names, and what was set over it: for `writeRun`. */
  readonly source: RunSource;
}

/**
 * The scenario of a file, checked. `set` are values over what it says, as `xoff run --set` takes them: "buffer=dt", "traffic.0.load=0.4".
 *
 * Throws `ScenarioError` for a mistake in it, and what Node throws for a file that cannot be read.
 */
export function readScenarioFile(file: string, { set = [] }: { readonly set?: readonly string[] } = {}): ScenarioFile {
  const text = readFileSync(file, "utf8");
  const settings = set.map((one) => readSetting("set", one));
  const included = new Map<string, string>();
  const read = (path: string): string => {
    const found = readFileSync(path, "utf8");
    included.set(relative(dirname(file), path), found);
    return found;
  };
  const scenario = readScenario(text, file, read, settings);
  return {
    file,
    scenario,
    source: { text, settings, included: Array.from(included, ([path, text]) => ({ path, text })) },
  };
}
