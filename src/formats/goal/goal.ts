/**
 * Parses GOAL, the format of LogGOPSim, ATLAHS and htsim. It lists the sends, receives and computations of each rank of a parallel program,
 * with their dependencies.
 *
 *   num_ranks 2
 *   rank 0 {
 *   l1: calc 500                      ns
 *   l2: send 1000b to 1 tag 7         tag, cpu and nic may be left out
 *   l2 requires l1                    l2 begins after the end of l1; irequires: after the begin of l1
 *   }
 *   rank 1 {
 *   l1: recv 1000b from 0 tag 7
 *   }
 *
 * Only the text form is supported, not the binary output of txt2bin. Receives from any source or with any tag are rejected, because their
 * message is known only during a run.
 *
 * Comments may name the layer of operations (`layer-comments.ts`).
 *
 * Source: spcl/LogGOPSim, src/LogGOPSim/txt2bin.re
 */
import type { Trace, TraceOperation } from "../../contracts/traffic.ts";
import { InputError, quote } from "../hpcc/input-error.ts";
import { isLayerComment, LayerComments } from "./layer-comments.ts";
import { momentsOf, withMatches } from "./order.ts";

const MAX_RANKS = 1_000_000;
/**
 * Maximum for bytes, tags and computation times. Real traces stay below it. A computation of more than two hours would not be exact in
 * picoseconds.
 */
const MAX_VALUE = 2 ** 43;
const PS_PER_NS = 1000;
const FORMS = '"l1: send 64b to 1 tag 0", "l2: recv 64b from 1 tag 0", "l3: calc 100", "l3 requires l1", or "}"';

const CALC = /^(?:([a-zA-Z]\w*)\s*:)?\s*calc\s+(\d+)(?:\s+cpu\s+\d+)?$/;
const MESSAGE =
  /^(?:([a-zA-Z]\w*)\s*:)?\s*(send|recv)\s+(\d+)\s*b\s+(to|from)\s+(-1|\d+)(?:\s+tag\s+(-1|\d+))?(?:\s+cpu\s+\d+)?(?:\s+nic\s+(\d+))?$/;
const WAIT = /^([a-zA-Z]\w*)\s+(i?requires)\s+([a-zA-Z]\w*)$/;

/** Parses a trace. Throws `InputError` at the first mistake. */
export function parseGoal(text: string, file: string): Trace {
  const schedule = new Schedule(file);
  // Removing a comment keeps its line ends, so that line numbers stay the same.
  const plain = text.replace(/^\ufeff/, "").replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ""));
  plain.split("\n").forEach((content, k) => {
    if (isLayerComment(content)) {
      schedule.comments.read(content, { file, line: k + 1 });
      return;
    }
    for (const words of statementsOf(content)) if (words.trim() !== "") schedule.read(words.trim(), k + 1);
  });
  const { ranks, operations } = schedule.whole();
  const matched = withMatches(operations, file);
  const { rows: layers } = schedule.comments;
  return { ranks, operations: matched, ...(layers.length > 0 && { layers }), moments: momentsOf(matched, file) };
}

/**
 * The statements of a line. A line may have several statements, and a brace may share a line with a statement. Most of a
 * trace's millions of lines are a single statement, so such a line is returned without a split.
 */
function statementsOf(line: string): readonly string[] {
  if (!/[/{};]/.test(line)) return [line];
  const statements = line
    .replace(/\/\/.*$/, "")
    .replace(/\{/g, "{\n")
    .replace(/\}/g, "\n}\n");
  return statements.split(/[\n;]/);
}

/** The ranks and operations that were read so far. */
class Schedule {
  readonly comments = new LayerComments();
  private readonly operations: (TraceOperation & { readonly after: number[]; readonly afterBegin: number[] })[] = [];
  private readonly seen = new Set<number>();
  private readonly file: string;
  private ranks = 0;
  /** The rank whose block is open, the line of that block, and its operations by label. */
  private block: { readonly rank: number; readonly line: number; readonly labels: Map<string, number> } | undefined;

  constructor(file: string) {
    this.file = file;
  }

  /** Reads one statement; lines count from 1. */
  read(words: string, line: number): void {
    const wrong = (expected: string, hint?: string): InputError =>
      new InputError({ file: this.file, line }, expected, quote(words), hint);
    if (this.ranks === 0) this.ranks = ranksOf(words, wrong);
    else if (this.block === undefined) this.open(words, line, wrong);
    else if (words === "}") this.block = undefined;
    else {
      const wait = WAIT.exec(words);
      if (wait !== null) this.wait(wait, wrong);
      else this.add(words, line, wrong);
    }
  }

  /** Returns the result. Throws `InputError` if the file ends too early. */
  whole(): { readonly ranks: number; readonly operations: readonly TraceOperation[] } {
    const { file, block, ranks, operations } = this;
    if (ranks === 0) throw new InputError({ file }, '"num_ranks" and the number of ranks', "an empty file");
    if (block !== undefined)
      throw new InputError({ file, line: block.line }, `"}" after rank ${block.rank}`, "the end of the file");
    return { ranks, operations };
  }

  private open(words: string, line: number, wrong: Wrong): void {
    const rank = Number(/^rank\s+(\d+)\s*\{$/.exec(words)?.[1] ?? NaN);
    if (!(rank < this.ranks)) throw wrong(`"rank", a number below ${this.ranks} and "{"`);
    if (this.seen.has(rank)) throw wrong("each rank once");
    this.seen.add(rank);
    this.comments.leave();
    this.block = { rank, line, labels: new Map<string, number>() };
  }

  private wait([, own, how, other]: RegExpExecArray, wrong: Wrong): void {
    const [waits, first] = [own, other].map((label) => {
      const operation = this.block?.labels.get(label);
      if (operation === undefined) throw wrong("labels of earlier operations", `${label} is unknown here.`);
      return operation;
    });
    const { after, afterBegin } = this.operations[waits];
    (how === "requires" ? after : afterBegin).push(first);
  }

  private add(words: string, line: number, wrong: Wrong): void {
    const { rank = 0, labels } = this.block ?? {};
    const common = { rank, line, ...this.comments.place, after: [], afterBegin: [] };
    const calc = CALC.exec(words);
    const message = calc === null ? MESSAGE.exec(words) : null;
    const label = (calc ?? message)?.[1];
    if (label !== undefined && labels?.has(label) === true) throw wrong("each label once in a rank");
    if (label !== undefined) labels?.set(label, this.operations.length);
    if (calc !== null) {
      this.operations.push({ kind: "calc", takes: wholeOf(calc[2], MAX_VALUE, "ns", wrong) * PS_PER_NS, ...common });
      return;
    }
    const [, , kind, bytes, way, peer, tag = "0", nic = "0"] = message ?? [];
    if (message === null || (kind === "send") !== (way === "to")) throw wrong(FORMS);
    if (peer === "-1" || tag === "-1")
      throw wrong("one rank and one tag", "With several, the matching messages would depend on the run.");
    if (Number(peer) >= this.ranks || Number(peer) === rank) throw wrong(`another rank, below ${this.ranks}`);
    this.operations.push({
      kind: kind === "send" ? "send" : "recv",
      peer: Number(peer),
      // A flow has at least one byte.
      bytes: Math.max(1, wholeOf(bytes, MAX_VALUE, "bytes", wrong)),
      tag: wholeOf(tag, MAX_VALUE, "for a tag", wrong),
      nic: wholeOf(nic, 255, "for a NIC", wrong),
      ...common,
    });
  }
}

type Wrong = (expected: string, hint?: string) => InputError;

function ranksOf(words: string, wrong: Wrong): number {
  const count = Number(/^num_ranks\s+(\d+)$/.exec(words)?.[1] ?? NaN);
  if (count >= 1 && count <= MAX_RANKS) return count;
  throw wrong(`"num_ranks" and the number of ranks, from 1 to ${MAX_RANKS}`);
}

function wholeOf(digits: string, most: number, what: string, wrong: Wrong): number {
  const value = Number(digits);
  if (value <= most) return value;
  throw wrong(`${most} ${what} at most`);
}
