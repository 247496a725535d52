/**
 * Modules from files in the folder of a run. Each module is stored with the files that it imports in a folder of its own, so it can be
 * loaded from there.
 */

/** A stored module. */
export interface KeptModule {
  /** A role, "topology", "traffic" or "probe". */
  readonly of: string;
  /** The name in the scenario. */
  readonly name: string;
  /** SHA-256 over its files. */
  readonly hash: string;
  /** The path in the run's folder, separated by "/". */
  readonly file: string;
}

interface Source {
  readonly path: string;
  readonly text: string;
}

/** The files of a module, under their paths in the folder of a run. The module itself is first. */
export function keptSources(hash: string, sources: readonly Source[]): Source[] {
  const depth = Math.max(0, ...sources.map(({ path }) => path.split("../").length - 1));
  // Files above the module's folder get as many placeholder folders ("above/") as they have "..".
  const below = "above/".repeat(depth);
  const folder = `modules/${hash.slice(0, 12)}`;
  return sources.map(({ path, text }) => ({ path: `${folder}/${normal(`${below}${path}`)}`, text }));
}

/** The path without "..": "above/above/../x.ts" becomes "above/x.ts". */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}
