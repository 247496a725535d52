/**
 * Replaces an old build by a new one while programs run from it. At any time, every file that both builds have exists
 * in its old or new version.
 */
import * as fs from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * Moves the files of folder `from` over those of `to`, each by one rename. Then it removes the files that `from` lacks.
 * Identical files stay. Files for which `isLast` is true are moved last. After an interruption, `to` then still has the
 * old versions of these files. Both folders must be on the same disk.
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

/** True if two files have the same size, time and bytes. An identical file stays in place. */
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
