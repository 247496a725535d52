/**
 * The text of a scenario: its plain values, and the place of each value in the text.
 *
 * The text is YAML 1.2, which includes JSON, with anchors and merge keys. An input file may be truncated, binary or endless. It may also be
 * deeply nested or refer to itself. For every file the parser quickly returns a value without cycles or throws a `ScenarioError`. This
 * module does not depend on the shape of scenarios.
 */
import { isAlias, isMap, isScalar, isSeq, LineCounter, visit } from "yaml";
import type { Alias, Document, Node, Pair } from "yaml";

import { didYouMean, ParamError } from "../base/params.ts";
import { quote, ScenarioError, shown, type Place } from "./error.ts";
import { pathOf, pathText, without, type Path } from "./path.ts";
import { put, type PlacedSetting } from "./settings.ts";
import { parseYaml } from "./syntax.ts";
import { checkText } from "./text.ts";

/** The maximum number of anchors and aliases, which the parser compares pairwise. */
const MAX_ALIASES = 1000;
/** The maximum total number of nodes that all aliases expand to. */
const MAX_EXPANSION = 100_000;

export class Source {
  readonly value: unknown;
  private readonly file: string;
  private readonly settings: readonly PlacedSetting[];
  private readonly lines: LineCounter;
  private readonly root: Node | null;
  /** The node that each alias refers to. */
  private readonly meant = new Map<Alias, Node>();

  /**
   * Parses a scenario. `file` is only its name in messages. `settings` override the text, and values at the paths in `leftOut` are ignored.
   * Throws `ScenarioError` if the text cannot be parsed.
   */
  constructor(text: string, file: string, settings: readonly PlacedSetting[] = [], leftOut: readonly Path[] = []) {
    this.file = file;
    this.settings = settings;
    checkText(text, file);
    this.lines = new LineCounter();
    const document = parseYaml(text, this.lines, (...flaw) => this.errorAt(...flaw));
    this.root = document.contents;
    this.checkNodes(document);
    this.value = leftOut.reduce(without, settings.reduce<unknown>(put, this.plain(document)));
  }

  /** The place of the value at `path`. If the value does not exist, the place of its nearest existing parent. */
  place(path: Path, of: "value" | "key" = "value"): Place {
    const setting = this.settings.findLast(({ path: set }) => set.every((step, k) => step === path[k]));
    if (setting !== undefined) return { file: setting.from };
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

  /** Whether a setting, not the file, determines the value at `path`. */
  isSet(path: Path): boolean {
    return this.settings.some(({ path: set }) => set.every((step, k) => step === path[k]));
  }

  /**
   * The value at `path`. The path may lead into a text, for example into a policy that is written as only its name. The
   * result is then this text.
   */
  at(path: Path): unknown {
    return path.reduce<unknown>(
      (value, step) =>
        typeof value === "string" ? value : (value as Record<string | number, unknown> | null | undefined)?.[step],
      this.value,
    );
  }

  /** A mistake at `path`. `got` is a phrase that already contains any quotes it needs. */
  error(path: Path, expected: string, got: string, hint?: string, of?: "value" | "key"): ScenarioError {
    const parts = of === "key" ? path.slice(0, -1) : path;
    return new ScenarioError(this.place(path, of), pathText(parts), expected, got, hint);
  }

  /** Returns the result of `work`. Converts a `ParamError`, whose path is relative to `path`, to a `ScenarioError`. */
  within<Result>(path: Path, work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw error instanceof ParamError ? this.mistake(path, error) : error;
    }
  }

  /** Converts a `ParamError` to a `ScenarioError` that shows the value as written in the file. */
  mistake(path: Path, { at: inner, expected, got, hint }: ParamError): ScenarioError {
    const at = [...path, ...pathOf(inner)];
    const written = this.at(at);
    return this.error(at, expected, shown(typeof written === "object" || written === undefined ? got : written), hint);
  }

  private plain(document: Document.Parsed): unknown {
    try {
      return document.toJS({ maxAliasCount: MAX_EXPANSION });
    } catch {
      throw this.error([], `aliases of at most ${MAX_EXPANSION} values`, "more");
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

  /** Rejects duplicate keys and merges of values other than maps. Also rejects an alias without an anchor or inside its own anchor. */
  private checkNodes(document: Document.Parsed): void {
    const anchors = new Map<string, Node>();
    let names = 0;
    const count = (offset: number): void => {
      if (++names > MAX_ALIASES) throw this.errorAt(offset, `at most ${MAX_ALIASES} anchors and aliases`, "more");
    };
    visit(document, {
      Alias: (_, alias, above) => {
        const node = anchors.get(alias.source);
        const offset = alias.range?.[0] ?? 0;
        count(offset);
        if (node === undefined) {
          const hint = didYouMean(alias.source, anchors.keys());
          throw this.errorAt(offset, "an alias after its anchor", quote(`*${alias.source}`), hint);
        }
        if (above.includes(node)) {
          throw this.errorAt(
            offset,
            "values that do not contain themselves",
            `${quote(`*${alias.source}`)} inside its own anchor`,
          );
        }
        this.meant.set(alias, node);
      },
      Node: (_, node) => {
        if ("anchor" in node && node.anchor !== undefined) {
          count(node.range?.[0] ?? 0);
          anchors.set(node.anchor, node);
        }
        if (!isMap(node)) return;
        const keys = new Set<string>();
        for (const { key, value } of node.items as Pair<Node, Node | null>[]) {
          const offset = key.range?.[0] ?? 0;
          if (!isScalar(key)) throw this.errorAt(offset, "a name before the colon", "a list or a map");
          if (isMerge(key) && !this.isMergeable(value, anchors)) {
            throw this.errorAt(value?.range?.[0] ?? offset, "a map after <<, or a list of maps", "something else");
          }
          const name = String(key.value);
          if (keys.has(name) && !isMerge(key)) throw this.errorAt(offset, "each key once", `a second ${quote(name)}`);
          keys.add(name);
        }
      },
    });
  }

  private isMergeable(value: Node | null, anchors: ReadonlyMap<string, Node>): boolean {
    const real = (node: Node | null): Node | null => (isAlias(node) ? (anchors.get(node.source) ?? null) : node);
    const merged = real(value);
    return isMap(merged) || (isSeq<Node>(merged) && merged.items.every((one) => isMap(real(one))));
  }

  private errorAt(offset: number, expected: string, got: string, hint?: string): ScenarioError {
    return new ScenarioError(this.placeOf(offset), "", expected, got, hint);
  }

  private placeOf(offset: number): Place {
    const { line, col } = this.lines.linePos(offset);
    return { file: this.file, line: Math.max(1, line), column: Math.max(1, col) };
  }
}

/** Whether a key is the merge key `<<`. The parser represents it as a symbol. */
const isMerge = (key: unknown): boolean =>
  isScalar(key) && typeof key.value === "symbol" && key.value.description === "<<";
