/**
 * A mistake in an input file. The message has the place, the expected text, the found text and a hint.
 *
 *   topology.txt:7:5: expected a rate such as 100Gbps, found "100Gbs". Write the unit as Gbps, Mbps, Kbps or bps.
 *
 * The simulator would read a zero and continue; here every such mistake ends the import. The text that was found is shortened and its
 * invisible characters are escaped, because the file may be binary.
 */

import { quoted } from "../../base/format.ts";

/** Returns `text` in quotes, cut to 40 characters. */
export const quote = (text: string): string => quoted(text, 40);

/** A place in a file. Line and column count from 1; a binary file has neither. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

export class InputError extends Error {
  override name = "InputError";
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly expected: string;
  readonly found: string;
  readonly hint: string | undefined;

  /**
   * The message is "<place>: expected <expected>, found <found>", followed by the hint. Quotes in `found` are part of the
   * text. `hint` is a whole sentence.
   */
  constructor(at: Place, expected: string, found: string, hint?: string) {
    const place = [at.file, at.line, at.column].filter((part) => part !== undefined).join(":");
    super(`${place}: expected ${expected}, found ${found}${hint === undefined ? "" : `. ${hint}`}`);
    this.file = at.file;
    this.line = at.line;
    this.column = at.column;
    this.expected = expected;
    this.found = found;
    this.hint = hint;
  }
}
