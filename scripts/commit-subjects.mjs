/**
 * Checks that the subject of each commit has at most 60 characters. `.ci/run` runs it.
 * It checks the commits since the one that added this file, without merges. A shallow clone begins with a commit that adds every file.
 */
import { fileURLToPath } from "node:url";
import { ran } from "./ran.mjs";

const MAX_LENGTH = 60;
const FILE = "scripts/commit-subjects.mjs";

/** The subjects that are too long in the repository at `folder`, as `hash subject`; none outside a repository. */
export function longSubjects(folder) {
  const git = (...args) => {
    const { status, stdout } = ran("git", args, { cwd: folder });
    return status === 0 ? stdout.split("\n").filter((line) => line !== "") : [];
  };
  const added = git("log", "--diff-filter=A", "--format=%H", "--", FILE).at(-1);
  if (added === undefined) return [];
  return git("log", "--ancestry-path", "--no-merges", "--format=%h %s", `${added}..HEAD`).filter(
    (line) => line.length - line.indexOf(" ") - 1 > MAX_LENGTH,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const long = longSubjects(fileURLToPath(new URL("..", import.meta.url)));
  for (const line of long) console.log(`${line}: more than ${MAX_LENGTH} characters`);
  process.exitCode = long.length > 0 ? 1 : 0;
}
