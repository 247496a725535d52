/** Warns about traffic that starts no flow, in one run or in several rows of a comparison or points of a sweep. */
import type { Setting } from "../../../run/lab/lab.ts";
import type { ParamError } from "../../../base/params.ts";
import { warn } from "../terminal/terminal.ts";
import { failureOf, type ScenarioFile } from "./scenario-file.ts";
import { namesOf } from "./unused.ts";

/** The warnings about the traffic of a row of a comparison, or of a point of a sweep. */
export interface IdleRow {
  readonly label: string;
  readonly idle: readonly string[];
}

/** The warnings as lines, each with the place in the user's file. `mistakes` are those of `idleTraffic`. */
export const idleLines = (
  mistakes: readonly ParamError[],
  file: ScenarioFile,
  settings: readonly Setting[],
): readonly string[] => mistakes.map((mistake) => failureOf(mistake, file, settings).message);

/** Prints each warning once for all rows. It names the rows if some of them have no such warning. */
export function warnIdleIn(rows: readonly IdleRow[]): void {
  for (const text of new Set(rows.flatMap(({ idle }) => idle))) {
    const names = rows.filter(({ idle }) => idle.includes(text)).map(({ label }) => label);
    warn(names.length === rows.length ? text : `${namesOf(names)}: ${text}`);
  }
}
