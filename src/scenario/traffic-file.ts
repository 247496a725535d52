/**
 * What the file that an entry of traffic names holds: rows that traffic `flows` lists, or the operations of a trace.
 *
 * Flows stand in a table (`.csv`), a connection matrix of htsim (`.cm`), or else a flow file of HPCC's simulator, whose host 17 is h17 and whose
 * priority group the class. A trace is GOAL's (`.goal`), which may also stand in the scenario itself.
 */
import { parseFlowCsv, type ListedFlow } from "../formats/flow-csv.ts";
import { parseConnections } from "../formats/htsim/connections.ts";
import { parseFlows } from "../formats/hpcc/flows.ts";
import { parseGoal } from "../formats/goal/goal.ts";
import { InputError, quote } from "../formats/hpcc/input-error.ts";
import { didYouMean } from "../base/params.ts";
import type { Wiring } from "../contracts/topology.ts";
import { PS_PER_NS } from "../base/units.ts";
import { readBeside, type Beside, type ReadFile } from "./beside.ts";
import { ScenarioError } from "./error.ts";
import type { Path } from "./path.ts";
import type { Chosen } from "./schema-words.ts";
import type { Source } from "./source.ts";

/**
 * An entry of traffic, with what the file that its `path` names holds, if it has one, in place of a list or a text. Throws `ScenarioError` with
 * the place in that file.
 */
export function withTrafficFile(
  source: Source,
  at: Path,
  entry: Chosen<"kind">,
  wiring: Wiring,
  file: string,
  readFile: ReadFile | undefined,
): Chosen<"kind"> {
  const { path, goal, ...own } = entry;
  if (typeof path !== "string" && typeof goal !== "string") return entry;
  const other = ["list", "goal"].find((name) => typeof path === "string" && entry[name] !== undefined);
  if (other !== undefined) {
    throw source.error([...at, other], `a path or a ${other}, not both`, "both", undefined, "key");
  }
  const beside =
    typeof path === "string"
      ? readBeside(source, [...at, "path"], path, file, readFile)
      : { text: goal as string, file: "goal" };
  const isTrace = typeof goal === "string" || /\.goal$/i.test(beside.file);
  const held = isTrace
    ? { trace: inFile(() => parseGoal(beside.text, beside.file)) }
    : { list: rowsOf(beside, wiring) };
  return { ...own, ...held } as Readonly<Record<string, unknown>> as Chosen<"kind">;
}

/** What `parse` returns, its mistakes as those of a scenario. */
function inFile<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new ScenarioError(error, "", error.expected, error.found, error.hint);
  }
}

/** Rows in base units. */
function rowsOf({ text, file }: Beside, wiring: Wiring): Readonly<Record<string, unknown>>[] {
  return inFile(() => {
    if (/\.csv$/i.test(file)) return listed(parseFlowCsv(text, file), file, wiring);
    if (/\.cm$/i.test(file)) return listed(parseConnections(text, file), file, wiring);
    const nodes = wiring.names.length;
    const flows = parseFlows(text, file, { nodes, switches: [], links: [] });
    return flows.map(({ src, dst, size, startNs, pg }) => {
      return { from: `h${src}`, to: `h${dst}`, size, start: startNs * PS_PER_NS, class: pg };
    });
  });
}

/** The same rows, once every name is a host's and no host sends to itself. */
function listed(flows: readonly ListedFlow[], file: string, wiring: Wiring): Readonly<Record<string, unknown>>[] {
  const hosts = new Set(wiring.names.filter((_, node) => !wiring.isSwitch[node]));
  return flows.map(({ line, ...flow }) => {
    for (const name of [flow.from, flow.to])
      if (!hosts.has(name))
        throw new InputError({ file, line }, "the name of a host", quote(name), didYouMean(name, hosts.keys()));
    if (flow.from === flow.to) throw new InputError({ file, line }, "two hosts", `${quote(flow.from)} twice`);
    return flow;
  });
}
