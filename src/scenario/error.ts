/**
 * A mistake in a scenario: its place, the expected value, the value found and a hint for mending it.
 *
 *   incast.yaml:8:22: policies.buffer.name: expected one of st, dt, got "td". Did you mean "dt"?
 *
 * The message shortens the value found and spells out its invisible characters, because a binary file causes this error too.
 */

import { quoted } from "../base/format.ts";

/** A place in a file. Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** A mistake in a scenario. The message holds the place, the expected value, the value found and a hint for mending it. */
export class ScenarioError extends Error {
  override name = "ScenarioError";
  readonly place: Place;
  /** The path in the scenario, such as "policies.buffer.alpha". The empty string denotes the whole scenario. */
  readonly path: string;
  readonly expected: string;
  /** The value found, as the message shows it. Text is already in quotes. */
  readonly got: string;
  readonly hint: string | undefined;
  /** Further mistakes of the same scenario that the message lists. `untold` counts the mistakes beyond this list. */
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

/** One line for each listed mistake, and a last line if the scenario has more mistakes than the list. */
export function linesOf(error: ScenarioError): string[] {
  const lines = [error, ...error.others].map(({ message }) => message);
  if (error.untold > 0) lines.push(`${error.place.file}: only the first ${lines.length} mistakes are shown`);
  return lines;
}

/** `text` in quotes, cut to 60 characters. */
export const quote = (text: string): string => quoted(text, 60);

/** A short description of a value in a scenario, for messages. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (typeof value === "string") return quote(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  return "a map";
}
