/** Files to offer for a word that someone is typing. */
import { readdirSync, type Dirent } from "node:fs";

/** Folders below the one the word names that are looked into, and the most files offered. */
const DEPTH = 3;
const MAX_FILES = 200;

/**
 * Paths, written as the word begins, of files whose name matches `kind`: in the folder that the word names and some way below it.
 * Whole paths rather than folder by folder, since a shell would take a folder for the end of the word.
 */
export function filesFrom(word: string, kind: RegExp): string[] {
  const found: string[] = [];
  const search = (folder: string, depth: number): void => {
    for (const entry of entriesOf(folder)) {
      if (found.length === MAX_FILES) return;
      // A control character would part the answer, or act on the terminal.
      if (/^\.|\p{C}/u.test(entry.name) || entry.name === "node_modules") continue;
      if (entry.isDirectory()) {
        if (depth > 0) search(`${folder}${entry.name}/`, depth - 1);
      } else if (kind.test(entry.name)) found.push(folder + entry.name);
    }
  };
  search(word.slice(0, word.lastIndexOf("/") + 1), DEPTH);
  return found;
}

/** Those of a folder by name, none where it cannot be read. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder === "" ? "." : folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
  } catch {
    return [];
  }
}
