/** The syntax tree of a module (ESTree, by acorn), and a way through it. */
import { parse, type AnyNode, type Node, type Program } from "acorn";
import { ModuleError } from "./module-error.ts";

/** What acorn throws. */
interface Flaw {
  readonly message: string;
  readonly pos?: number;
}

/** `name` is its file's in messages. Throws `ModuleError` that names the place. */
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

/** "my-cc.ts:31" */
export const placeAt = (code: string, at: number, name: string): string =>
  `${name}:${code.slice(0, at).split("\n").length}`;

/** A node with what it is of another: `node` is its `key`, or in its `key`. */
export type See = (node: AnyNode, parent: AnyNode, key: string) => void;

/** Sees all that is below `root`, in the order in which it stands. `root` itself it does not see. */
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
