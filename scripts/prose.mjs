/**
 * Lints the text that a person reads: documentation and comments. In src/, scripts/ and bench/ it lints strings too.
 * `npm run lint` runs it.
 *
 *   node scripts/prose.mjs               every file
 *   node scripts/prose.mjs README.md     these files
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isProse } from "./prose/files.mjs";
import { lint } from "./prose/lint.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const chosen = process.argv.slice(2).map((path) => relative(root, path).replaceAll("\\", "/"));
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 2 ** 26,
});
const files = tracked.split("\n").filter((file) => isProse(file) && existsSync(`${root}/${file}`));
const checked = chosen.length > 0 ? chosen : files;

let found = 0;
for (const file of checked)
  for (const { line, message } of await lint(file, readFileSync(`${root}/${file}`, "utf8"))) {
    console.log(`${file}:${line}: ${message}`);
    found++;
  }

console.log(`prose: ${found} found in ${checked.length} files`);
if (found > 0) console.log("The rules: CONTRIBUTING.md, Language");
process.exitCode = found > 0 ? 1 : 0;
