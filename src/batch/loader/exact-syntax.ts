/**
 * Rejects syntax that would make a run differ between machines although it names no forbidden global (`forbidden.ts`):
 *
 * - powers whose last bit differs between engines
 * - code that continues after its function has returned
 *
 * All engines compute `x ** 2` as x times x, and powers of integers exactly if a double can represent the result. From
 * the cube on, some engines multiply and round each time, and others use logarithms. V8's `x ** 3` differs from a
 * product of three factors for 28% of numbers.
 */
import type { AnyNode, Node, Program } from "acorn";
import type { Constants } from "./constants.ts";
import { ModuleError } from "./module-error.ts";
import { walk } from "./syntax.ts";

/**
 * Checks a module for syntax whose result differs between machines. Throws `ModuleError` with the place, which
 * `placeAt` computes from an offset in the text.
 */
export function checkExact(program: Program, constants: Constants, placeAt: (offset: number) => string): void {
  walk(program, (node) => {
    const late = lateIn(node);
    if (late !== undefined)
      throw new ModuleError(
        "code without async functions or await",
        `${late} (${placeAt(node.start)})`,
        "To act later, use view.timer.",
      );
    if (!isPower(node) || isExact(node.left, node.right, constants)) return;
    throw new ModuleError(
      "arithmetic that is the same in every engine",
      `a power by ${node.operator} (${placeAt(node.start)})`,
      "Write x * x * x, Math.sqrt(x), or pow(x, y) of xoff/policy, since only squares (x ** 2) and powers of whole numbers (2 ** 31) " +
        "are exact.",
    );
  });
}

/**
 * True if all JavaScript engines are known to compute the same value for a power. This holds for squares and for powers of bigints. It
 * also holds for whole constants of 0 or more, if the base is 2 or the result is a safe integer.
 */
function isExact(base: Node, exponent: Node, constants: Constants): boolean {
  const [b, e] = [base, exponent].map((node) => known(node as AnyNode, constants));
  if (e === 2 || typeof b === "bigint" || typeof e === "bigint") return true;
  return isWhole(b) && isWhole(e) && (b === 2 || Number.isSafeInteger(b ** e));
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function known(node: AnyNode, constants: Constants): unknown {
  return node.type === "Literal" ? node.value : node.type === "Identifier" ? constants.get(node.name) : undefined;
}

type Power = Extract<AnyNode, { readonly type: "BinaryExpression" | "AssignmentExpression" }>;

const isPower = (node: AnyNode): node is Power =>
  (node.type === "BinaryExpression" && node.operator === "**") ||
  (node.type === "AssignmentExpression" && node.operator === "**=");

function lateIn(node: AnyNode): string | undefined {
  if (node.type === "AwaitExpression" || (node.type === "ForOfStatement" && node.await)) return "await";
  return "async" in node && node.async ? "an async function" : undefined;
}
