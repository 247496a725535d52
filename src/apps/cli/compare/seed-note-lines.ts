/** Formats notes on rows over seeds for a terminal. The option that varies a part by seed stays on one line, so that it can be copied. */
import { wrap } from "../../../base/wrap.ts";

export const seedNoteLines = (notes: readonly string[], width: number): string[] =>
  notes.flatMap((note) => {
    const [said, draw] = note.split(/ (?=To vary it: )/);
    return [...wrap(said, width), ...(draw === undefined ? [] : [draw])];
  });
