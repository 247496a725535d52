/**
 * Errors for values that violate a contract: a wrong return value of a policy's hook, or a wrong argument of a call of
 * its view.
 *
 * The model checks returned values where it uses them. A valid value costs one comparison. `wrongAnswer`,
 * `wrongThreshold` and `wrongCall` run only for invalid values.
 */
import { InvariantError } from "../base/invariant.ts";
import type { Bytes } from "../base/units.ts";
import type { ProbeColumn, ProbeColumns } from "./probe.ts";

/** The flow, port or node that an error is about, by its network-wide number. */
export interface Place {
  readonly flow?: number;
  readonly port?: number;
  readonly node?: number;
}

/** A hook of a policy returned a value that the contract of its role forbids. */
export class AnswerError extends InvariantError {
  /**
   * The role of the policy, such as "buffer". For a probe: the path of its file, since a run may have several probes.
   */
  readonly role: string;
  readonly hook: string;
  readonly place: Place;
  /** The value that the contract expects and the value that the hook returned, in words. */
  readonly what: string;

  constructor(role: string, hook: string, place: Place, what: string) {
    super(`${role}: ${hook}: ${what}`);
    this.role = role;
    this.hook = hook;
    this.place = place;
    this.what = what;
  }
}

/** Ends the run because `hook` returned `got`, which is invalid. */
export function wrongAnswer(role: string, hook: string, place: Place, expected: string, got: unknown): never {
  throw new AnswerError(role, hook, place, `expected ${expected}, got ${shown(got)}`);
}

/**
 * Checks a Boolean return value of a hook. Callers call it only for values other than `true`, so the only valid value
 * is `false`.
 */
export function checkFalse(role: string, hook: string, place: Place, answer: unknown): void {
  if (answer !== false) wrongAnswer(role, hook, place, "true or false", answer);
}

/**
 * True if a hook returned a valid number of bytes. The type is checked because `"7" >= 0` and `null >= 0` are true. NaN
 * is invalid.
 */
export const isBytes = (answer: unknown): boolean => typeof answer === "number" && answer >= 0;

export function wrongThreshold(hook: "threshold" | "portThreshold", port: number, bytes: Bytes): never {
  wrongAnswer("buffer", hook, { port }, "bytes, 0 or more", bytes);
}

/**
 * Rejects an argument that a policy passed to a function of its view, the object through which it sees the simulator. The
 * stack of the error shows the line of the policy.
 */
export function wrongCall(call: string, expected: string, got: unknown): never {
  throw new InvariantError(`${call}: expected ${expected}, got ${shown(got)}`);
}

const MAX_COUNT = 2 ** 31 - 1;

/**
 * Checks a row that a probe records. It needs one value for each column, within the range of that column. `nodes` is
 * the number of nodes.
 */
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

/** Describes the valid values of a column if `value` is invalid. Returns undefined if `value` is valid. */
function flawIn({ unit, choices = [], empty }: ProbeColumn, value: unknown, nodes: number): string | undefined {
  if (typeof value !== "number") return "a number";
  const least = empty === undefined ? 0 : -1;
  const isBelow = (end: number): boolean => Number.isInteger(value) && value >= least && value < end;
  const orNone = empty === undefined ? "" : ", or -1 for none";
  switch (unit) {
    case "flag":
      return value === 0 || value === 1 ? undefined : "0 or 1";
    case "count":
      return isBelow(MAX_COUNT) ? undefined : `a whole number of 0 or more${orNone}`;
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
