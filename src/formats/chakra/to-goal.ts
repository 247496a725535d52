/**
 * Converts Chakra traces to GOAL. Sends, receives and computations are copied, and a collective becomes the messages of its algorithm.
 *
 * All-reduce, all-gather and reduce-scatter use a ring. In an all-to-all, each rank sends to every other rank, starting with its successor.
 * `comm_size` is the input of one rank, so an all-gather delivers that many bytes from each rank, as in ASTRA-sim. The collectives of
 * different ranks are matched by their order within a process group.
 */
import { partOf } from "../../base/even-parts.ts";
import { formatCounted } from "../../base/format.ts";
import { InputError } from "../hpcc/input-error.ts";
import type { LayerRow } from "../../contracts/traffic.ts";
import { writeCollective, type Channel } from "../goal/collective.ts";
import { placeComment, rowComment } from "../goal/layer-comments.ts";
import { parseGoal } from "../goal/goal.ts";
import { groupOf, ranksOf, recordedGroups, type Groups } from "./groups.ts";
import { called, NODE, type ChakraNode, type ChakraTrace } from "./nodes.ts";

/** `CollectiveCommType` of et_def.proto. */
const KINDS = [
  "all-reduce",
  "reduce",
  "all-gather",
  "gather",
  "scatter",
  "broadcast",
  "all-to-all",
  "reduce-scatter",
  "reduce-scatter-block",
  "barrier",
] as const;
type Kind = (typeof KINDS)[number];

/** Kinds of collectives that are converted to messages. For all others only the recorded duration is kept. */
const WRITTEN: ReadonlySet<Kind> = new Set(["all-reduce", "all-gather", "all-to-all", "reduce-scatter"]);

/** Maximum number of lines. A longer text could not be read in reasonable time. */
const MAX_LINES = 8_000_000;
const NS_PER_US = 1000;
/** The first tag of collectives. It lies above the uint32 tags of messages. */
const FIRST_TAG = 2 ** 32;

export interface AsGoal {
  readonly text: string;
  /** Sentences about what was converted and about differences from the traces. */
  readonly notes: readonly string[];
}

interface Collective {
  readonly kind: Kind;
  readonly bytes: number;
  readonly ranks: readonly number[];
  readonly tag: number;
}

/** The size as nccl-tests define it. For an all-gather it is the result, for other kinds the input of a rank. */
const ncclSize = ({ kind, bytes, ranks }: Collective): number => (kind === "all-gather" ? bytes * ranks.length : bytes);

/** Converts the traces of all ranks, in order of rank. `given` has process groups from a file. Throws `InputError`. */
export function chakraToGoal(traces: readonly ChakraTrace[], given: Groups = new Map()): AsGoal {
  checkSizes(traces);
  const groups = new Map([...recordedGroups(traces), ...given]);
  const collectives = matched(traces, groups);
  const counts = new Map<string, number>();
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const rows = new LayerRows();
  const lines: string[] = [];
  traces.forEach(({ file, nodes }, rank) => {
    const waits: string[] = [];
    lines.push(`rank ${rank} {`);
    for (const node of nodes) {
      const collective = collectives.get(node);
      const begin = collective === undefined ? `n${node.id}` : `n${node.id}b`;
      for (const before of node.after) waits.push(`${begin} requires n${before}`);
      if (collective !== undefined) {
        if (collective.ranks[0] === rank) count(collective.kind);
        const { kind, tag, ranks } = collective;
        const place = { row: rows.numberOf(node, kind, ranks.length, ncclSize(collective)), number: tag - FIRST_TAG };
        writeCollective({ name: `n${node.id}`, rank, ...place, tag, channels: [channelOf(collective)] }, lines, waits);
      } else lines.push(...rows.commentOf(node), `n${node.id}: ${alone(node, traces.length, file, count)}`);
      if (lines.length + waits.length > MAX_LINES)
        throw new InputError({ file }, `traces of ${MAX_LINES} lines of GOAL at most`, "more");
    }
    for (const line of waits) lines.push(line);
    lines.push("}");
  });
  const text = `${[`num_ranks ${traces.length}`, ...rows.declared, ...lines].join("\n")}\n`;
  checkGoal(text, traces[0].file);
  return { text, notes: notesOf(counts, traces) };
}

/**
 * The rows of the per-layer results. A node of the Chakra trace (an operation) has the name of its layer. Nodes of one name
 * share a row if their kind, size and number of ranks are equal.
 */
class LayerRows {
  private readonly layers = new Map<string, number>();
  private readonly rows: LayerRow[] = [];
  private readonly numbers = new Map<string, number>();
  private recorded = 0;

  /**
   * Returns the row number of a trace node, that is, the number of its row in the per-layer results. If the row does not
   * exist yet, it is added with the given fields `operation`, `ranks` and `bytes`.
   */
  numberOf(node: ChakraNode, operation: string, ranks: number, bytes: number): number {
    const name = [node.name, operation, "computation"].find((name) => name !== "") ?? "";
    const layer = this.layers.get(name) ?? this.layers.size;
    this.layers.set(name, layer);
    const key = `${layer} ${operation} ${ranks} ${bytes}`;
    const number = this.numbers.get(key) ?? this.rows.length;
    this.numbers.set(key, number);
    this.rows[number] ??= { layer, name, pass: "", operation, group: "", ranks, bytes };
    return number;
  }

  /**
   * The comment before a node that becomes one GOAL statement. Such a node is a message, a computation or a collective
   * with a recorded time. A computation or collective that takes no time has no comment.
   */
  commentOf(node: ChakraNode): string[] {
    const { type, duration, attributes } = node;
    const bytes = Number(attributes.get("comm_size") ?? 0);
    if (type === NODE.send || type === NODE.recv)
      return [placeComment(this.numberOf(node, type === NODE.send ? "send" : "recv", 2, bytes))];
    if (duration === 0) return [];
    if (type !== NODE.collective) return [placeComment(this.numberOf(node, "", 0, 0))];
    // This collective is not converted to messages: each rank just waits for the recorded time. In the per-layer results,
    // operations with the same collective number form one collective. Each wait gets a number of its own (`recorded`), so
    // it appears as a collective of one rank.
    const kind = KINDS[Number(attributes.get("comm_type"))];
    return [placeComment(this.numberOf(node, kind, 1, bytes), this.recorded++)];
  }

  /** The comment lines of the GOAL text that declare the rows of the per-layer results. */
  get declared(): string[] {
    return this.rows.map((row, number) => rowComment(number, row));
  }
}

/** Rejects messages and collectives of no bytes, as ASTRA-sim does. The `InputError` names the first such node and the number of such nodes. */
function checkSizes(traces: readonly ChakraTrace[]): void {
  const empty = traces.flatMap(({ file, nodes }, rank) =>
    nodes.filter(movesNothing).map((node) => ({ file, node, rank })),
  );
  const [first] = empty;
  if (first === undefined) return;
  const { file, node, rank } = first;
  const ranks = new Set(empty.map((one) => one.rank)).size;
  const found = node.attributes.get("comm_size") === undefined ? "no comm_size" : "comm_size 0";
  throw new InputError(
    { file },
    `a comm_size of 1 or more in ${called(node)} of rank ${rank}`,
    `${found}, as in ${formatCounted(empty.length, "node")} of ${formatCounted(ranks, "rank")}`,
    "A converter that mixes int64 and uint64 usually causes sizes of 0, and ASTRA-sim fails, too.",
  );
}

/** True for a send, receive or converted collective whose size is missing or 0. */
function movesNothing({ type, attributes }: ChakraNode): boolean {
  const size = attributes.get("comm_size");
  if (size !== undefined && Number(size) !== 0) return false;
  if (type === NODE.send || type === NODE.recv) return true;
  const kind = KINDS[Number(attributes.get("comm_type") ?? NaN)];
  return type === NODE.collective && kind !== undefined && WRITTEN.has(kind);
}

/**
 * Returns the GOAL operation of a node that needs only one: a send, a receive or a computation. A collective that is
 * not converted to messages becomes a computation that lasts as long as the recorded collective.
 */
function alone(node: ChakraNode, ranks: number, file: string, count: (what: string) => void): string {
  if (node.type === NODE.send || node.type === NODE.recv) {
    const isSend = node.type === NODE.send;
    const peer = whole(node, isSend ? "comm_dst" : "comm_src", file);
    if (peer >= ranks)
      throw new InputError({ file }, `ranks below ${ranks}, the number of traces`, `${peer} in ${called(node)}`);
    count(isSend ? "send" : "recv");
    const way = isSend ? `to ${peer}` : `from ${peer}`;
    const tag = node.attributes.has("comm_tag") ? whole(node, "comm_tag", file) : 0;
    return `${isSend ? "send" : "recv"} ${whole(node, "comm_size", file)}b ${way} tag ${tag}`;
  }
  if (node.type === NODE.collective) count(REPLAYED);
  else if (node.type !== NODE.metadata && node.type !== NODE.invalid) count(node.duration > 0 ? "calc" : TIMELESS);
  return `calc ${node.duration * NS_PER_US}`;
}

const REPLAYED = "replayed";
const TIMELESS = "timeless";

/** By node of a trace: the converted collective that the node begins at its rank. Nodes of different ranks share one collective. */
function matched(traces: readonly ChakraTrace[], groups: Groups): ReadonlyMap<ChakraNode, Collective> {
  const found = new Map<ChakraNode, Collective>();
  /** By group: its collectives in order. A collective is added when the first rank reaches it. */
  const byGroup = new Map<string, { readonly first: ChakraNode; readonly rank: number; readonly of: Collective }[]>();
  let tag = FIRST_TAG;
  const seen = traces.map(() => new Map<string, number>());
  traces.forEach(({ file, nodes }, rank) => {
    for (const node of nodes) {
      if (node.type !== NODE.collective) continue;
      const kind = kindOf(node, file);
      if (!WRITTEN.has(kind)) continue;
      const ranks = ranksOf(node, rank, traces, groups);
      allDimensions(node, file);
      const key = ranks.join();
      const k = seen[rank].get(key) ?? 0;
      seen[rank].set(key, k + 1);
      const known = byGroup.get(key) ?? [];
      byGroup.set(key, known);
      const bytes = whole(node, "comm_size", file);
      known[k] ??= { first: node, rank, of: { kind, bytes, ranks, tag: tag++ } };
      const { first, rank: other, of } = known[k];
      if (of.kind !== kind || of.bytes !== bytes)
        throw new InputError(
          { file },
          `${of.kind} of ${of.bytes} B, as ${called(first)} of rank ${other} is`,
          `${kind} of ${bytes} B in ${called(node)}`,
          `Collective ${k + 1} of ${groupOf(node) === "" ? "all ranks" : `group ${groupOf(node)}`}.`,
        );
      found.set(node, of);
    }
  });
  for (const [key, known] of byGroup)
    for (const rank of known[0].of.ranks) {
      const missing = known[seen[rank].get(key) ?? 0];
      if (missing !== undefined)
        throw new InputError(traces[rank], `${called(missing.first)} of rank ${missing.rank} here too`, "none");
    }
  return found;
}

function kindOf(node: ChakraNode, file: string): Kind {
  const kind = KINDS[whole(node, "comm_type", file)];
  if (kind !== undefined) return kind;
  throw new InputError(
    { file },
    `comm_type 0 to ${KINDS.length - 1} in ${called(node)}`,
    `${whole(node, "comm_type", file)}`,
  );
}

/**
 * Rejects collectives that cover only some dimensions of ASTRA-sim's topology. The trace does not name the ranks of
 * such a collective.
 */
function allDimensions(node: ChakraNode, file: string): void {
  const involved = node.attributes.get("involved_dim");
  if (typeof involved !== "object" || involved.every(Boolean)) return;
  throw new InputError(
    { file },
    `a collective of all dimensions or of a process group`,
    `involved_dim ${involved.join(", ")} in ${called(node)}`,
    "Only ASTRA-sim's network defines the ranks of a dimension: write process groups instead.",
  );
}

function whole(node: ChakraNode, name: string, file: string): number {
  const value = node.attributes.get(name);
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number === "number" && Number.isSafeInteger(number) && number >= 0) return number;
  throw new InputError(
    { file },
    `a whole number as ${name} of ${called(node)}`,
    value === undefined ? "none" : `"${String(value)}"`,
  );
}

/**
 * Describes the messages of a collective. In an all-to-all each rank sends one message to each of the other ranks. In all
 * other collectives each rank sends its messages to the next rank of a ring. A rank sends one message after the other.
 */
function channelOf({ kind, bytes, ranks }: Collective): Channel {
  const n = ranks.length;
  const at = (k: number): number => ((k % n) + n) % n;
  const isAllToAll = kind === "all-to-all";
  return {
    ranks,
    steps: n === 1 ? 0 : kind === "all-reduce" ? 2 * (n - 1) : n - 1,
    away: (step) => (isAllToAll ? step + 1 : 1),
    bytes: (from, step) =>
      kind === "all-gather" ? bytes : partOf(bytes, n, isAllToAll ? at(from + step + 1) : at(from - step)),
    passesOn: !isAllToAll,
    inTurn: true,
  };
}

/** Detects sends without a receive and circular dependencies. */
function checkGoal(text: string, file: string): void {
  try {
    parseGoal(text, file);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError({ file }, error.expected, error.found, error.hint);
  }
}

function notesOf(counts: ReadonlyMap<string, number>, traces: readonly ChakraTrace[]): string[] {
  const of = (what: string): number => counts.get(what) ?? 0;
  const each = (names: readonly string[]): string =>
    names.flatMap((name) => (of(name) === 0 ? [] : [`${of(name)} ${name}`])).join(", ");
  const nodes = traces.reduce((sum, { nodes }) => sum + nodes.length, 0);
  return [
    `${formatCounted(traces.length, "rank")}, ${formatCounted(nodes, "node")}: ${each(["calc", "send", "recv", ...KINDS]) || "no operation with a duration"}`,
    "collectives become messages: all-reduce, all-gather and reduce-scatter by rings, all-to-all one message after the other",
    "independent nodes run at the same time, while ASTRA-sim runs one computation and one collective of a rank at a time",
    ...(of(TIMELESS) === 0
      ? []
      : [
          `${of(TIMELESS)} computations or loads have no duration and take no time here, because only num_ops and a roofline model would give it`,
        ]),
    ...(of(REPLAYED) === 0
      ? []
      : [
          `${of(REPLAYED)} collectives of other kinds (broadcast, barrier, reduce ...) take their recorded time and send nothing`,
        ]),
  ];
}
