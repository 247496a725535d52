/**
 * Parses JSON and keeps the place of every value. Messages need the line, and edits must leave the rest of a file unchanged.
 *
 * One rule is stricter than the standard: an object must not have a key twice, because the effective value would be unclear.
 */
import { InputError, quote } from "../hpcc/input-error.ts";

/** `start` and `end` are offsets in the text. */
export type JsonNode = JsonScalar | JsonObject | JsonList;

interface Span {
  readonly start: number;
  readonly end: number;
}

export interface JsonScalar extends Span {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
}

export interface JsonObject extends Span {
  readonly kind: "object";
  readonly members: ReadonlyMap<string, JsonMember>;
}

export interface JsonList extends Span {
  readonly kind: "list";
  readonly items: readonly JsonNode[];
}

export interface JsonMember {
  /** Offset of the key. */
  readonly start: number;
  readonly node: JsonNode;
}

/** Maximum nesting depth. Configs stay far below it, and the parser is recursive. */
const DEEPEST = 64;

const BLANK = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// A JSON string must not contain control characters.
const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const WORDS = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Returns line and column of an offset, from 1. */
export function placeIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let begins = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) {
    line++;
    begins = at + 1;
  }
  return { line, column: offset - begins + 1 };
}

/** Parses a text with exactly one value. Throws `InputError` with its place. */
export function parseJson(text: string, file: string): JsonNode {
  let at = text.startsWith("\uFEFF") ? 1 : 0;

  const fail = (expected: string, hint?: string, offset = at): never => {
    const rest = text.slice(offset, offset + 20).split(/[\r\n]/)[0];
    const found = offset >= text.length ? "the end of the file" : rest === "" ? "the end of the line" : quote(rest);
    throw new InputError({ file, ...placeIn(text, offset) }, expected, found, hint);
  };
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const skip = (): void => void match(BLANK);
  const eat = (char: string): boolean => {
    skip();
    if (text[at] !== char) return false;
    at++;
    return true;
  };

  function string(expected: string): string {
    const found = match(STRING);
    return found === undefined ? fail(expected) : (JSON.parse(found) as string);
  }

  function object(start: number, depth: number): JsonObject {
    const members = new Map<string, JsonMember>();
    if (!eat("}"))
      do {
        skip();
        const begins = at;
        if (text[at] === "}" && members.size > 0) fail("a key in quotes", "Remove the comma after the last field.");
        const key = string("a key in quotes");
        if (members.has(key)) fail(`each key once, not ${quote(key)} again`, undefined, begins);
        if (!eat(":")) fail('a ":" after the key');
        members.set(key, { start: begins, node: value(depth + 1) });
      } while (eat(","));
    if (members.size > 0 && !eat("}")) fail('a "," or the "}" of the object');
    return { kind: "object", members, start, end: at };
  }

  function list(start: number, depth: number): JsonList {
    const items: JsonNode[] = [];
    if (!eat("]"))
      do items.push(value(depth + 1));
      while (eat(","));
    if (items.length > 0 && !eat("]")) fail('a "," or the "]" of the list');
    return { kind: "list", items, start, end: at };
  }

  function value(depth: number): JsonNode {
    skip();
    const start = at;
    if (depth > DEEPEST) fail(`at most ${DEEPEST} levels of objects and lists`);
    if (eat("{")) return object(start, depth);
    if (eat("[")) return list(start, depth);
    if (text[at] === '"') return { kind: "scalar", value: string("a string in quotes"), start, end: at };
    const number = match(NUMBER);
    if (number !== undefined) return { kind: "scalar", value: Number(number), start, end: at };
    for (const [word, meant] of WORDS)
      if (text.startsWith(word, at)) {
        at += word.length;
        return { kind: "scalar", value: meant, start, end: at };
      }
    return fail("a value of JSON");
  }

  const whole = value(0);
  skip();
  if (at < text.length) fail("the end of the file after its value");
  return whole;
}
