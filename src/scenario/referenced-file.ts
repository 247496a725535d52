/** Reads a file that a scenario names. The file's path is relative to the scenario's folder. */
import { printable } from "../base/format.ts";
import { quote, shown } from "./error.ts";
import type { Path } from "./path.ts";
import type { Source } from "./source.ts";

/** Returns the text of a file that the scenario names. Throws an `Error` whose message gives the reason, such as "no such file". */
export type ReadFile = (path: string) => string;

export interface ReferencedFile {
  readonly text: string;
  /** The name of the file in messages. */
  readonly file: string;
}

/** The file that the value at `at` names. `file` is the scenario's own name. Throws `ScenarioError` if the named file cannot be read. */
export function readReferenced(
  source: Source,
  at: Path,
  path: string,
  file: string,
  readFile: ReadFile | undefined,
): ReferencedFile {
  if (readFile === undefined) {
    throw source.error(
      at,
      "the content of the file",
      "a path",
      "Files cannot be read here: put its content into the scenario.",
    );
  }
  const wanted = /^([/\\]|[A-Za-z]:)/.test(path) ? path : file.replace(/[^/\\]*$/, "") + path;
  try {
    return { text: readFile(wanted), file: wanted };
  } catch (error) {
    const problem = error instanceof Error ? printable(error.message, 100) : "it is unreadable";
    const hint = `Looked for ${quote(wanted)}: paths are relative to this file.`;
    throw source.error(at, "a readable file", `${shown(path)}: ${problem}`, hint);
  }
}
