/**
 * Puts a new build in the place of an old one while programs run from there: every file that both have is there at any moment, old or new.
 */
import * as fs from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * Moves the files of the folder `from` over those of `to`, each by one rename, then removes files that `from` had not. Files that are the same
 * stay. Those for which `isLast` holds go last: who is interrupted before still finds the old ones. Both folders are on one disk.
 */
export function swapIn(from, to, isLast = () => false) {
  const files = filesIn(from);
  for (const last of [false, true]) {
    for (const file of files.filter((one) => isLast(one) === last)) {
      const [source, target] = [join(from, file), join(to, file)];
      if (isSame(source, target)) continue;
      if (fs.statSync(target, { throwIfNoEntry: false })?.isDirectory()) fs.rmSync(target, { recursive: true });
      fs.mkdirSync(dirname(target), { recursive: true });
      fs.renameSync(source, target);
    }
  }
  const kept = new Set(files);
  for (const file of filesIn(to)) if (!kept.has(file)) fs.rmSync(join(to, file));
  removeEmpty(to);
}

const filesIn = (folder) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath || entry.path, entry.name)));

/** By size and bytes; then the old file's time is kept, too, as tools that look at times expect. */
function isSame(source, target) {
  const [one, other] = [source, target].map((path) => fs.statSync(path, { throwIfNoEntry: false }));
  if (other === undefined || !other.isFile() || one.size !== other.size) return false;
  return one.mtimeMs === other.mtimeMs && fs.readFileSync(source).equals(fs.readFileSync(target));
}

function removeEmpty(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) {
      const path = join(folder, entry.name);
      removeEmpty(path);
      if (fs.readdirSync(path).length === 0) fs.rmdirSync(path);
    }
}
