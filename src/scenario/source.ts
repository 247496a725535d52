/**
 * The text of a scenario: plain values, and where each of them stood.
 *
 * YAML 1.2, of which JSON is a part, with anchors and merge keys. A file that someone wrote may be anything: cut off, binary,
 * endless, nested without bottom or referring to itself. Whatever it is, the answer is a value without circles or a
 * `ScenarioError`, and soon. Knows no scenario.
 */
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";
import type { Alias, Document, Node, Pair } from "yaml";

import { didYouMean, ParamError } from "../params.ts";
import { printable, quote, ScenarioError, shown, type Place } from "./error.ts";

/** Keys and indices that lead to a value. */
export type Path = readonly (string | number)[];

const MAX_LENGTH = 8_000_000;
/** Brackets within brackets, or columns of indentation, that the parser is known to survive. */
const MAX_NESTING = 100;
const MAX_INDENT = 200;
/** Nodes that aliases may expand to, all together. */
const MAX_EXPANSION = 100_000;

/** Control characters other than tab and line ends, and the mark that decoders put for bytes that are no text. */
const NOT_TEXT = /[^\P{Cc}\t\n\r\u{85}]|\u{fffd}/u;

export class Source {
  readonly value: unknown;
  private readonly file: string;
  private readonly lines: LineCounter;
  private readonly root: Node | null;
  /** What each alias stands for. */
  private readonly meant = new Map<Alias, Node>();

  /** `file` is only a name, for messages. Throws `ScenarioError` for what cannot be read. */
  constructor(text: string, file: string) {
    this.file = file;
    checkText(text, file);
    this.lines = new LineCounter();
    const document = parseDocument(text, {
      lineCounter: this.lines,
      merge: true,
      prettyErrors: false,
      uniqueKeys: false, // it compares all pairs of keys; `checkNodes` does not
      logLevel: "error",
    });
    this.root = document.contents;
    const [flaw] = [...document.errors, ...document.warnings];
    if (flaw !== undefined) throw this.syntaxError(flaw.code, flaw.message, flaw.pos[0]);
    this.checkNodes(document);
    try {
      this.value = document.toJS({ maxAliasCount: MAX_EXPANSION });
    } catch {
      throw this.error([], `aliases for at most ${MAX_EXPANSION} values`, "more");
    }
  }

  /** Where the value at `path` stands; if it is not there, where the nearest that would hold it does. */
  place(path: Path, of: "value" | "key" = "value"): Place {
    let node = this.root;
    let at = node;
    for (const [depth, step] of path.entries()) {
      const pair = this.child(node, step);
      if (pair === undefined) break;
      node = pair.value;
      const wanted = of === "key" && depth === path.length - 1 ? pair.key : pair.value;
      at = wanted ?? pair.key ?? at;
    }
    return this.placeOf(at?.range?.[0] ?? 0);
  }

  /** What stands at `path`; where a row is text, that is its text. */
  at(path: Path): unknown {
    return path.reduce<unknown>(
      (value, step) =>
        typeof value === "string" ? value : (value as Record<string | number, unknown> | null | undefined)?.[step],
      this.value,
    );
  }

  /** The mistake at `path`; `got` is a phrase, quoted where it quotes. */
  error(path: Path, expected: string, got: string, hint?: string, of?: "value" | "key"): ScenarioError {
    const parts = of === "key" ? path.slice(0, -1) : path;
    return new ScenarioError(this.place(path, of), pathText(parts), expected, got, hint);
  }

  /** What `work` returns. A `ParamError` of it, whose path starts from `path`, becomes a `ScenarioError`. */
  within<Result>(path: Path, work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof ParamError)) throw error;
      const at = [...path, ...pathOf(error.at)];
      const written = this.at(at);
      const got = typeof written === "object" || written === undefined ? error.got : written;
      throw this.error(at, error.expected, shown(got), error.hint);
    }
  }

  private child(node: Node | null, step: string | number): { key: Node | null; value: Node | null } | undefined {
    const real = this.resolved(node);
    if (isSeq<Node>(real)) {
      const value = real.items[Number(step)];
      return value === undefined ? undefined : { key: null, value };
    }
    if (!isMap(real)) return undefined;
    const pairs = real.items as Pair<Node, Node | null>[];
    const own = pairs.find(({ key }) => isScalar(key) && String(key.value) === step);
    if (own !== undefined) return own;
    for (const { key, value } of pairs) {
      if (!isMerge(key)) continue;
      const merged = this.resolved(value);
      for (const source of isSeq<Node>(merged) ? merged.items : [merged]) {
        const found = this.child(source, step);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  private resolved(node: Node | null): Node | null {
    return isAlias(node) ? (this.meant.get(node) ?? null) : node;
  }

  /** No key twice, no alias without its anchor, none within what it stands for. */
  private checkNodes(document: Document.Parsed): void {
    const anchors = new Map<string, Node>();
    visit(document, {
      Alias: (_, alias, above) => {
        const node = anchors.get(alias.source);
        const offset = alias.range?.[0] ?? 0;
        if (node === undefined) {
          const hint = didYouMean(alias.source, anchors.keys());
          throw this.errorAt(offset, "an alias after its anchor", quote(`*${alias.source}`), hint);
        }
        if (above.includes(node)) {
          throw this.errorAt(offset, "values without a circle", `${quote(`*${alias.source}`)} inside its own anchor`);
        }
        this.meant.set(alias, node);
      },
      Node: (_, node) => {
        if ("anchor" in node && node.anchor !== undefined) anchors.set(node.anchor, node);
        if (!isMap(node)) return;
        const keys = new Set<string>();
        for (const { key } of node.items as Pair<Node>[]) {
          const offset = key.range?.[0] ?? 0;
          if (!isScalar(key)) throw this.errorAt(offset, "a name before the colon", "a list or a map");
          const name = String(key.value);
          if (keys.has(name) && !isMerge(key)) throw this.errorAt(offset, "each key once", `a second ${quote(name)}`);
          keys.add(name);
        }
      },
    });
  }

  private syntaxError(code: string, message: string, offset: number): ScenarioError {
    if (code === "TAB_AS_INDENT")
      return this.errorAt(offset, "spaces before a key", "a tab", "YAML indents by spaces.");
    if (code === "MULTIPLE_DOCS") return this.errorAt(offset, "one scenario in the file", 'a second one after "---"');
    if (code === "TAG_RESOLVE_FAILED") return this.errorAt(offset, "plain values", "a tag, which begins with !");
    // The parser's own words: what is wrong, at times with what is there.
    return this.errorAt(offset, "YAML or JSON", "what is neither", `${printable(message, 100)}.`);
  }

  private errorAt(offset: number, expected: string, got: string, hint?: string): ScenarioError {
    return new ScenarioError(this.placeOf(offset), "", expected, got, hint);
  }

  private placeOf(offset: number): Place {
    const { line, col } = this.lines.linePos(offset);
    return { file: this.file, line: Math.max(1, line), column: Math.max(1, col) };
  }
}

/** ["traffic", 0, "size"] as `traffic[0].size`. */
function pathText(path: Path): string {
  return path.map((step, k) => (typeof step === "number" ? `[${step}]` : k === 0 ? step : `.${step}`)).join("");
}

/** The path that such text spells. */
function pathOf(text: string): Path {
  return text
    .split(/[.[\]]+/)
    .filter((step) => step !== "")
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** Is it `<<`? The parser gives that key a symbol for a value. */
const isMerge = (key: unknown): boolean =>
  isScalar(key) && typeof key.value === "symbol" && key.value.description === "<<";

/** Refuses what would keep the parser busy, or bring it down, before it begins. */
function checkText(text: string, file: string): void {
  const placed = (offset: number, expected: string, got: string, hint?: string): ScenarioError => {
    const lines = text.slice(0, offset).split("\n");
    return new ScenarioError(
      { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 },
      "",
      expected,
      got,
      hint,
    );
  };
  if (text.length > MAX_LENGTH) {
    const millions = Math.ceil(text.length / 1e6);
    throw new ScenarioError({ file }, "", `at most ${MAX_LENGTH / 1e6} million characters`, `${millions} million`);
  }
  if (/^[\s\u{feff}]*$/u.test(text))
    throw new ScenarioError({ file, line: 1, column: 1 }, "", "a scenario", "an empty file");
  const binary = NOT_TEXT.exec(text);
  if (binary !== null) {
    const got = binary[0] === "\u{fffd}" ? "bytes that are none" : quote(binary[0]);
    throw placed(binary.index, "text", got, "Is this a scenario file?");
  }
  let open = 0;
  for (const bracket of text.matchAll(/[[\]{}]/g)) {
    open = Math.max(0, open + (bracket[0] === "[" || bracket[0] === "{" ? 1 : -1));
    if (open > MAX_NESTING) throw placed(bracket.index, `at most ${MAX_NESTING} brackets open at once`, "one more");
  }
  const deep = new RegExp(`^[ \\t?:-]{${MAX_INDENT}}`, "m").exec(text);
  if (deep !== null) throw placed(deep.index, `at most ${MAX_INDENT} columns of indentation`, "more");
}
