/**
 * Wraps the notes about parts of a scenario that the seed does not change, such as paths. A note names a setting with
 * which the seed changes the part. This setting stays on one line, so that it can be copied.
 */
import { wrap } from "../../../base/wrap.ts";

export const seedNoteLines = (notes: readonly string[], width: number): string[] =>
  notes.flatMap((note) => {
    const [said, draw] = note.split(/ (?=To vary it: )/);
    return [...wrap(said, width), ...(draw === undefined ? [] : [draw])];
  });
