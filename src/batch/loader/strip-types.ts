/** Turns TypeScript into JavaScript by replacing types with blanks. So lines and columns stay the same, and nothing else changes. */
import type { transformSync } from "@swc/wasm-typescript";
import { ModuleError } from "./module-error.ts";

/** Parses TypeScript and removes its types. */
export interface TypeRemover {
  readonly transformSync: typeof transformSync;
}

/** The error that the type remover throws. */
interface Flaw {
  readonly code: string;
  readonly message: string;
  readonly startLine: number;
  readonly startColumn: number;
}

/**
 * Returns the JavaScript of a TypeScript text. Throws `ModuleError` with the place of a mistake. `file` is the file's
 * name in messages.
 */
export function stripTypes(text: string, file: string, swc: TypeRemover): string {
  try {
    return swc.transformSync(text, { mode: "strip-only", module: true, filename: file }).code;
  } catch (error) {
    const { code, message, startLine, startColumn } = error as Flaw;
    const place = `${file}:${startLine}:${startColumn + 1}`;
    const [what] = message.split(/\.? Expected |\n/);
    if (code === "UnsupportedSyntax")
      throw new ModuleError(
        "TypeScript whose types can be removed",
        `${what} (${place})`,
        "Write JavaScript with types: constants instead of an enum.",
      );
    const [expected, got] = partsOf(what);
    throw new ModuleError(expected, `${got} (${place})`);
  }
}

/** The parts of a compiler's message: what it expected, and what it got. */
function partsOf(what: string): readonly [expected: string, got: string] {
  const [, expected, got] = /^Expected (.+), got (.+)$/.exec(what) ?? [];
  if (expected !== undefined) return [expected, got];
  const [, only] = /^Expected (.+)$/.exec(what) ?? [];
  if (only !== undefined) return [only, "other code"];
  return what === "Expression expected" ? ["an expression", "other code"] : ["TypeScript", what];
}
