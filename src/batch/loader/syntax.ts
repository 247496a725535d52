/** Parses a module to a syntax tree (ESTree, by acorn) and walks through it. */
import { parse, type AnyNode, type Node, type Program } from "acorn";
import { ModuleError } from "./module-error.ts";

/** The error that acorn throws. */
interface Flaw {
  readonly message: string;
  readonly pos?: number;
}

/** Parses JavaScript. `name` is the file's name in messages. Throws `ModuleError` with the place of a mistake. */
export function syntaxOf(code: string, name: string): Program {
  try {
    return parse(code, { ecmaVersion: "latest", sourceType: "module" });
  } catch (error) {
    const { message, pos = 0 } = error as Flaw;
    const place = placeAt(code, pos, name);
    if (code[pos] === "@")
      throw new ModuleError(
        "TypeScript whose types can be removed",
        `a decorator (${place})`,
        "Call a function instead.",
      );
    throw new ModuleError("an ES module", `other code: ${message.replace(/ \(\d+:\d+\)$/, "")} (${place})`);
  }
}

/** Returns the place of an offset: "my-cc.ts:31". */
export const placeAt = (code: string, at: number, name: string): string =>
  `${name}:${code.slice(0, at).split("\n").length}`;

/** Called for each node of the tree. `parent[key]` is the node, or a list that contains it. */
export type See = (node: AnyNode, parent: AnyNode, key: string) => void;

/** Calls `see` for each node below `root`, in the order of the source. `root` itself is not included. */
export function walk(root: Node, see: See): void {
  for (const [key, value] of Object.entries(root)) {
    for (const node of Array.isArray(value) ? (value as unknown[]) : [value as unknown]) {
      if (!isNode(node)) continue;
      see(node, root as AnyNode, key);
      walk(node, see);
    }
  }
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
