/**
 * Tells whether node_modules and dist/ are up to date, for scripts/setup.mjs and the tests. Each has a stamp, a file that identifies its
 * input. The syntax works in old versions of Node.
 */
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const at = (...parts) => join(root, ...parts);
export const hash = (data) => createHash("sha256").update(data).digest("hex");

/** Returns the text of a file, or undefined if there is none. */
export function read(path) {
  try {
    return fs.readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

export const stampName = ".xoff-installed";
const installStamp = at("node_modules", stampName);

/** Identifies the installed packages: the lock file, and the platform because some packages are native. */
export const installKey = () =>
  `${hash(fs.readFileSync(at("package-lock.json")))} ${process.platform}-${process.arch}\n`;

export const installed = () => read(installStamp) === installKey();

export const buildStamp = at("dist", ".xoff-built");

/** Names, sizes and times of all files that the build reads. If they are unchanged, the compiler is not started. */
export function buildKey() {
  const lines = [installKey()];
  for (const name of [
    "config/tsconfig.base.json",
    "config/tsconfig.simulation.json",
    "config/tsconfig.threads.json",
    "config/tsconfig.node.json",
    "scripts/fold.mjs",
    "scripts/cli.mjs",
    "scripts/browser.mjs",
    "scripts/studio.mjs",
  ]) {
    lines.push(`${name} ${hash(fs.readFileSync(at(name)))}`);
  }
  const walk = (folder) => {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (/\.(ts|tsx|js|css|html)$/.test(entry.name) && !/\.(test|suite)\.ts$/.test(entry.name)) {
        const { size, mtimeMs } = fs.statSync(path);
        lines.push(`${path} ${size} ${mtimeMs}`);
      }
    }
  };
  walk(at("src"));
  return `${hash(lines.sort().join("\n"))}\n`;
}

export const built = () => read(buildStamp) === buildKey() && fs.existsSync(at("dist", "bin", "xoff.js"));
