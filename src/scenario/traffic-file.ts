/**
 * Reads the file that a traffic entry names. The file holds rows for the traffic kind `flows`, or the operations of a
 * trace.
 *
 * - A table (`.csv`) lists flows.
 * - A connection matrix of htsim (`.cm`) lists flows, dependencies between flows, and failed links.
 * - A trace in GOAL's format (`.goal`) lists operations. The scenario may also contain a trace in this format as text.
 * - Every other file is a flow file of HPCC's simulator. Its host 17 becomes h17, and its priority group becomes the
 *   class.
 */
import { parseFlowCsv, type ListedFlow } from "../formats/flow-csv.ts";
import { parseConnections, type FailedLink } from "../formats/htsim/connections.ts";
import { parseFlows } from "../formats/hpcc/flows.ts";
import { parseGoal } from "../formats/goal/goal.ts";
import { InputError, quote } from "../formats/hpcc/input-error.ts";
import { didYouMean } from "../base/params.ts";
import type { Wiring } from "../contracts/topology.ts";
import type { Trace, WaitingFlow } from "../contracts/traffic.ts";
import { PS_PER_NS } from "../base/units.ts";
import { linkNames } from "../base/port-names.ts";
import { readReferenced, type ReferencedFile, type ReadFile } from "./referenced-file.ts";
import { ScenarioError } from "./error.ts";
import type { Path } from "./path.ts";
import type { Chosen } from "./schema-words.ts";
import type { Source } from "./source.ts";

/** A traffic entry together with the contents of its file. */
export interface HeldEntry {
  readonly entry: Chosen<"kind">;
  /** Names of the links that the file declares as failed. */
  readonly failed: readonly string[];
}

/**
 * Returns the traffic entry with its data read. The contents of the file replace the field `path`. The operations of a
 * trace replace the text of the trace in the field `goal`. An entry without these two fields stays unchanged.
 *
 * `warn` receives a sentence for each part of the traffic file that is ignored or has an unexpected effect. If the file
 * has a mistake, throws `ScenarioError` with the place in the file.
 */
export function withTrafficFile(
  source: Source,
  at: Path,
  entry: Chosen<"kind">,
  wiring: Wiring,
  file: string,
  readFile: ReadFile | undefined,
  warn: (warning: string) => void,
): HeldEntry {
  const { path, goal, ...own } = entry;
  if (typeof path !== "string" && typeof goal !== "string") return { entry, failed: [] };
  const other = ["list", "goal"].find((name) => typeof path === "string" && entry[name] !== undefined);
  if (other !== undefined) {
    throw source.error([...at, other], `either path or ${other}`, "both", undefined, "key");
  }
  if (typeof goal === "string" && /^\S+\.goal$/i.test(goal))
    throw source.error([...at, "goal"], "the lines of GOAL", quote(goal), `For a file write path: ${goal}.`);
  const beside =
    typeof path === "string"
      ? readReferenced(source, [...at, "path"], path, file, readFile)
      : { text: goal as string, file: "goal" };
  const { failed, ...held } = inFile(() => heldBy(beside, typeof goal === "string", wiring, warn));
  return { entry: { ...own, ...held } as Readonly<Record<string, unknown>> as Chosen<"kind">, failed: failed ?? [] };
}

/** The contents of a traffic file, by the names of the traffic's fields. */
interface Held {
  readonly trace?: Trace;
  readonly list?: readonly Readonly<Record<string, unknown>>[];
  readonly waiting?: readonly WaitingFlow[];
  readonly endless?: readonly number[];
  readonly failed?: readonly string[];
}

function heldBy(beside: ReferencedFile, isGoal: boolean, wiring: Wiring, warn: (warning: string) => void): Held {
  const { text, file } = beside;
  if (isGoal || /\.goal$/i.test(file)) return { trace: parseGoal(text, file) };
  if (/\.csv$/i.test(file)) return { list: listed(parseFlowCsv(text, file), file, wiring) };
  return /\.cm$/i.test(file) ? connectionsOf(beside, wiring, warn) : { list: flowsOf(beside, wiring, warn) };
}

/** Returns the result of `parse`. Converts its errors to a `ScenarioError`. */
function inFile<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new ScenarioError(error, "", error.expected, error.found, error.hint);
  }
}

/**
 * The contents of a connection matrix: its flows and its failed links. It also lists the flows without an end and the flows that wait for
 * others.
 */
function connectionsOf({ text, file }: ReferencedFile, wiring: Wiring, warn: (warning: string) => void): Held {
  const { flows, waiting, failures } = parseConnections(text, file, warn);
  const rows = flows.map(({ from, to, size, start, line }) => ({ from, to, size: Math.max(size, 1), start, line }));
  const endless = flows.flatMap(({ size }, k) => (size === 0 ? [k] : []));
  const failed = failures.map((one) => failedLink(one, file, wiring));
  return {
    list: listed(rows, file, wiring),
    ...(endless.length > 0 && { endless }),
    ...(waiting.length > 0 && { waiting }),
    failed,
  };
}

/** The name of a link from an aggregation switch up to a core switch in a topology of htsim. Of parallel links, htsim fails the first. */
function failedLink({ agg, link, line }: FailedLink, file: string, wiring: Wiring): string {
  const from = wiring.names.indexOf(`agg${agg}`);
  const isCore = (node: number): boolean => /^core\d+$/.test(wiring.names[node]);
  const up = new Map<number, number>();
  wiring.links.forEach(({ a, b }, k) => {
    const to = a === from ? b : b === from ? a : -1;
    if (to >= 0 && isCore(to) && !up.has(to)) up.set(to, k);
  });
  const wrong = (found: string): InputError =>
    new InputError({ file, line }, `link ${link} of agg${agg} to a core`, found);
  if (from < 0) throw wrong("no such switch in this topology");
  const failed = [...up.values()][link];
  if (failed === undefined) throw wrong(`${up.size} ${up.size === 1 ? "core" : "cores"} above it`);
  const [name, , own = name] = linkNames(wiring)[failed];
  return own;
}

/** The rows of HPCC's flow file in base units. Rows of size 0 send nothing and are left out. */
function flowsOf(
  { text, file }: ReferencedFile,
  wiring: Wiring,
  warn: (warning: string) => void,
): Readonly<Record<string, unknown>>[] {
  const topology = { nodes: wiring.names.length, switches: [] };
  const flows = parseFlows(text, file, topology, warn, { wide: true });
  return flows
    .filter(({ size }) => size > 0)
    .map(({ src, dst, size, startNs, pg }) => {
      return { from: `h${src}`, to: `h${dst}`, size, start: startNs * PS_PER_NS, class: pg };
    });
}

/**
 * Checks the flows of a table or a connection matrix: every name must be a host, and no host may send to itself.
 * Returns the rows without their line numbers.
 */
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
