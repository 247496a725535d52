/**
 * A mistake in a file that someone wrote: where it is, what was wanted, what was found, how to mend it.
 *
 *   topology.txt:7:5: expected a rate such as 100Gbps, found "100Gbs". Write the unit as Gbps, Mbps, Kbps or bps.
 *
 * The simulator would read a zero and go on; here nothing goes on. What was found is cut short
 * and its invisible characters are spelled out, since a file that is no text at all is found here too.
 */

import { quoted } from "../../base/format.ts";

/** `text` in quotes, cut to 40 characters. */
export const quote = (text: string): string => quoted(text, 40);

/** A place in a file: line and column count from 1; a binary file has neither. */
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

  /** `expected` and `found` complete the sentence, `found` quoted already where it quotes; `hint` is a sentence. */
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
