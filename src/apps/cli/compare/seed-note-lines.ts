/** Notes on rows over seeds as lines of a terminal. The option that draws a part stays whole, so that it can be copied. */
import { wrap } from "../../../base/wrap.ts";

export const seedNoteLines = (notes: readonly string[], width: number): string[] =>
  notes.flatMap((note) => {
    const [said, draw] = note.split(/ (?=Draw it: )/);
    return [...wrap(said, width), ...(draw === undefined ? [] : [draw])];
  });
