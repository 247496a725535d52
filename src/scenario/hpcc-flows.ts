/** A flow file of HPCC's simulator, as the rows that traffic `flows` lists: its host 17 is h17, its priority group the class. */
import { parseFlows } from "../formats/hpcc/flows.ts";
import { InputError } from "../formats/hpcc/input-error.ts";
import { PS_PER_NS } from "../base/units.ts";
import { readBeside, type Beside, type ReadFile } from "./beside.ts";
import { ScenarioError } from "./error.ts";
import type { Path } from "./path.ts";
import type { Chosen } from "./schema-words.ts";
import type { Source } from "./source.ts";

/**
 * An entry of traffic, with the flows of the file that its `path` names, if it has one, in place of a list. `nodes` is how many the
 * network has. Throws `ScenarioError` with the place in that file.
 */
export function withFlowFile(
  source: Source,
  at: Path,
  entry: Chosen<"kind">,
  nodes: number,
  file: string,
  readFile: ReadFile | undefined,
): Chosen<"kind"> {
  const { path, ...own } = entry;
  if (typeof path !== "string") return entry;
  if (own["list"] !== undefined) {
    throw source.error([...at, "list"], "a path or a list, not both", "both", undefined, "key");
  }
  const list = rowsOf(readBeside(source, [...at, "path"], path, file, readFile), nodes);
  return { ...own, list } as Readonly<Record<string, unknown>> as Chosen<"kind">;
}

/** Rows in base units. */
function rowsOf({ text, file }: Beside, nodes: number): Readonly<Record<string, unknown>>[] {
  try {
    const flows = parseFlows(text, file, { nodes, switches: [], links: [] });
    return flows.map(({ src, dst, size, startNs, pg }) => {
      return { from: `h${src}`, to: `h${dst}`, size, start: startNs * PS_PER_NS, class: pg };
    });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new ScenarioError(error, "", error.expected, error.found, error.hint);
  }
}
