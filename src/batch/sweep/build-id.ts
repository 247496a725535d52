/** Identifies the build of xoff that made a run. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Folders of the program that do not affect a run of an experiment, or affect it only through the experiment's scenario.
 * An effect through the scenario needs no place in `buildId`, because stored results are found by a hash of the scenario.
 */
const ASIDE = /^(api|apps|batch[\\/](store|sweep)|bin|browser|formats|papers|report|run[\\/]threads|studio)\b/;
/**
 * The build's hash, after the first call of `buildId`. In the bundle of the command line, `scripts/cli.mjs` sets this
 * variable to the hash. Without this, a command that needs the hash would take 0.1 s to read all files.
 */
let build: string | undefined;

/**
 * Returns a hash of the code that simulates. If two stored results have equal hashes, they come from the same build.
 * Different hashes do not tell whether two builds have different results: only tests show that (`RESULTS_ID`).
 */
export function buildId(): string {
  if (build !== undefined) return build;
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const hash = createHash("sha256");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  for (const name of files.filter((one) => one.endsWith(".js") && !ASIDE.test(one)).sort())
    hash.update(name).update(readFileSync(join(root, name)));
  return (build = hash.digest("hex").slice(0, 8));
}
