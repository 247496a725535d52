/**
 * What no contract admits: an answer of a policy, or something that it asks of its view.
 *
 * The model looks at answers where it takes them, whosever policy it is, so that no number comes of a wrong one. What passes costs a comparison;
 * these functions are called for what does not.
 */
import { InvariantError } from "../base/invariant.ts";
import type { Bytes } from "../base/units.ts";
import type { ProbeColumn, ProbeColumns } from "./probe.ts";

/** Where in a network something was, by number. */
export interface Place {
  readonly flow?: number;
  readonly port?: number;
  readonly node?: number;
}

/** An answer that the contract of its role does not admit. */
export class AnswerError extends InvariantError {
  /** Of a probe, of which there may be several, its file. */
  readonly role: string;
  readonly hook: string;
  readonly place: Place;
  /** What was expected, and what came. */
  readonly what: string;

  constructor(role: string, hook: string, place: Place, what: string) {
    super(`${role}: ${hook}: ${what}`);
    this.role = role;
    this.hook = hook;
    this.place = place;
    this.what = what;
  }
}

/** The answer of `hook`, which is none of what its contract admits. */
export function wrongAnswer(role: string, hook: string, place: Place, expected: string, got: unknown): never {
  throw new AnswerError(role, hook, place, `expected ${expected}, got ${shown(got)}`);
}

/** Of an answer that is not `true`: it is to be `false`, then. */
export function checkFalse(role: string, hook: string, place: Place, answer: unknown): void {
  if (answer !== false) wrongAnswer(role, hook, place, "true or false", answer);
}

/** Is it an amount, and a number? A comparison alone takes "7" and null for numbers. NaN is none, either. */
export const isBytes = (answer: unknown): boolean => typeof answer === "number" && answer >= 0;

export function wrongThreshold(hook: "threshold" | "portThreshold", port: number, bytes: Bytes): never {
  wrongAnswer("buffer", hook, { port }, "bytes, 0 or more", bytes);
}

/** What a policy asks of its view; the stack has its line. */
export function wrongCall(call: string, expected: string, got: unknown): never {
  throw new InvariantError(`${call}: expected ${expected}, got ${shown(got)}`);
}

const MOST_COUNT = 2 ** 31 - 1;

/** A row that a probe records: a value for each column, that the column admits. `nodes`: how many there are. */
export function checkRow(call: string, columns: ProbeColumns, row: readonly unknown[], nodes: number): void {
  const all = Object.entries(columns);
  if (row.length !== all.length) {
    const names = all.map(([name]) => name).join(", ");
    wrongCall(call, `a value for each of its columns (${names})`, `${row.length} values`);
  }
  for (let k = 0; k < all.length; k++) {
    const [name, column] = all[k];
    const expected = flawIn(column, row[k], nodes);
    if (expected !== undefined) wrongCall(call, `${expected}, as ${name}`, row[k]);
  }
}

/** What a column admits, in words, where `value` is none of it. */
function flawIn({ unit, choices = [], empty }: ProbeColumn, value: unknown, nodes: number): string | undefined {
  if (typeof value !== "number") return "a number";
  const least = empty === undefined ? 0 : -1;
  const isBelow = (end: number): boolean => Number.isInteger(value) && value >= least && value < end;
  const orNone = empty === undefined ? "" : ", or -1 for none";
  switch (unit) {
    case "flag":
      return value === 0 || value === 1 ? undefined : "0 or 1";
    case "count":
      return isBelow(MOST_COUNT) ? undefined : `a whole number of 0 or more${orNone}`;
    case "choice":
      return isBelow(choices.length) ? undefined : `an index from 0 to ${choices.length - 1}${orNone}`;
    case "node":
      return isBelow(nodes) ? undefined : `the number of a node, 0 to ${nodes - 1}${orNone}`;
    default:
      if (Number.isFinite(value) || (Number.isNaN(value) && empty !== undefined)) return undefined;
      return empty === undefined ? "a finite number" : "a finite number, or NaN for none";
  }
}

const shown = (value: unknown): string =>
  value === undefined ? "nothing" : typeof value === "number" ? String(value) : (JSON.stringify(value) ?? typeof value);
