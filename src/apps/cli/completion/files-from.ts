/** Finds files to offer as completions of a word. */
import { readdirSync, type Dirent } from "node:fs";

/** The maximum depth of the search below the folder that the user has typed. */
const DEPTH = 3;
/** The maximum number of files that are offered. */
const MAX_FILES = 200;

/**
 * Paths of files whose name matches `kind`. `word` is the word that the shell completes. The search begins in its folder, that is, its text
 * up to the last slash. Each path begins with this folder.
 *
 * Full paths are offered rather than single folders, because a shell would treat a folder as a complete word.
 */
export function filesFrom(word: string, kind: RegExp): string[] {
  const found: string[] = [];
  const search = (folder: string, depth: number): void => {
    for (const entry of entriesOf(folder)) {
      if (found.length === MAX_FILES) return;
      // A control character, such as a newline, would split a name into two completions or control the terminal.
      if (/^\.|\p{C}/u.test(entry.name) || entry.name === "node_modules") continue;
      if (entry.isDirectory()) {
        if (depth > 0) search(`${folder}${entry.name}/`, depth - 1);
      } else if (kind.test(entry.name)) found.push(folder + entry.name);
    }
  };
  search(word.slice(0, word.lastIndexOf("/") + 1), DEPTH);
  return found;
}

/** The entries of a folder sorted by name. An unreadable folder has none. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder === "" ? "." : folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
  } catch {
    return [];
  }
}
