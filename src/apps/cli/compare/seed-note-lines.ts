/**
 * Wraps notes. Each note is about a part of the scenario that is the same under every seed, such as the paths of flows.
 * The note ends with a setting that lets the seed vary this part. The setting stays on one line, so that users can copy it.
 */
import { wrap } from "../../../base/wrap.ts";

export const seedNoteLines = (notes: readonly string[], width: number): string[] =>
  notes.flatMap((note) => {
    const [said, draw] = note.split(/ (?=To vary it: )/);
    return [...wrap(said, width), ...(draw === undefined ? [] : [draw])];
  });
