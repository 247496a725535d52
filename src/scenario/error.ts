/**
 * A mistake in a scenario: where it stands, what was wanted, what was found, how to mend it.
 *
 *   incast.yaml:8:22: policies.buffer.name: expected one of st, dt, got "td". Did you mean "dt"?
 *
 * What was found is cut short and its invisible characters are spelled out, since a file that is no text at all ends here too.
 */

import { quoted } from "../base/format.ts";

/** A place in a file; lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** A mistake in a scenario: its place, what was expected, what was found, and a hint on how to mend it, in one message. */
export class ScenarioError extends Error {
  override name = "ScenarioError";
  readonly place: Place;
  /** Where in the scenario, such as "policies.buffer.alpha"; "" for the whole. */
  readonly path: string;
  readonly expected: string;
  /** As shown: text is in quotes already. */
  readonly got: string;
  readonly hint: string | undefined;
  /** Other mistakes of the same scenario, and how many there are besides. */
  others: readonly ScenarioError[] = [];
  untold = 0;

  constructor(place: Place, path: string, expected: string, got: string, hint?: string) {
    const { file, line, column } = place;
    const where = [file, line, column].filter((part) => part !== undefined).join(":");
    const at = path === "" ? where : `${where}: ${path}`;
    super(`${at}: expected ${expected}, got ${got}${hint === undefined ? "" : `. ${hint}`}`);
    this.place = place;
    this.path = path;
    this.expected = expected;
    this.got = got;
    this.hint = hint;
  }
}

/** A line for each mistake, and one if there are more. */
export function linesOf(error: ScenarioError): string[] {
  const lines = [error, ...error.others].map(({ message }) => message);
  if (error.untold > 0) lines.push(`${error.place.file}: only the first ${lines.length} mistakes are shown`);
  return lines;
}

/** `text` in quotes, cut to 60 characters. */
export const quote = (text: string): string => quoted(text, 60);

/** What a scenario holds, in a few words. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (typeof value === "string") return quote(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  return "a map";
}
