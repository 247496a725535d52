/**
 * What no contract admits: an answer of a policy, or something that it asks of its view.
 *
 * The model looks at answers where it takes them, whosever policy it is, so that no number comes of a wrong one. What passes costs a comparison;
 * these functions are called for what does not.
 */
import { InvariantError } from "../base/invariant.ts";
import type { Bytes } from "../base/units.ts";

/** Where in a network something was, by number. */
export interface Place {
  readonly flow?: number;
  readonly port?: number;
  readonly node?: number;
}

/** An answer that the contract of its role does not admit. */
export class AnswerError extends InvariantError {
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

export function wrongThreshold(hook: "threshold" | "portThreshold", port: number, bytes: Bytes): never {
  wrongAnswer("buffer", hook, { port }, "bytes, 0 or more", bytes);
}

/** What a policy asks of its view; the stack has its line. */
export function wrongCall(call: string, expected: string, got: unknown): never {
  throw new InvariantError(`${call}: expected ${expected}, got ${shown(got)}`);
}

const shown = (value: unknown): string =>
  value === undefined ? "nothing" : typeof value === "number" ? String(value) : (JSON.stringify(value) ?? typeof value);
