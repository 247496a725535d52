/** Tells whether dist/ is the build of the present sources. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));

/**
 * True if `path`, a file of the build, is newer than every source file. Tests do not belong to the build. Comparing times is faster than starting
 * the compiler, which takes a second in each test file.
 */
export function isCurrent(path = join(root, "dist", ".xoff-built")): boolean {
  if (!existsSync(path)) return false;
  const { mtimeMs } = statSync(path);
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  return sources.every(
    (source) => source.endsWith(".test.ts") || statSync(join(root, "src", source)).mtimeMs <= mtimeMs,
  );
}
