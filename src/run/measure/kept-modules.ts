/**
 * Stores modules from files with the results of a run. Each module gets its own folder with all files that it imports,
 * so it can be loaded from there.
 */

/** A module that is stored in the folder of a run. */
export interface KeptModule {
  /** The role of a policy, or "topology", "traffic" or "probe". */
  readonly of: string;
  /** The name of the module in the scenario. */
  readonly name: string;
  /** SHA-256 over all files of the module. */
  readonly hash: string;
  /** The path of the module in the run's folder, with "/" between folders. */
  readonly file: string;
}

interface Source {
  readonly path: string;
  readonly text: string;
}

/** The files of a module, with their paths in the folder of a run. The module itself is the first file. */
export function keptSources(hash: string, sources: readonly Source[]): Source[] {
  const depth = Math.max(0, ...sources.map(({ path }) => path.split("../").length - 1));
  // An imported file may be above the module's folder, with ".." in its path. Placeholder folders named "above" keep it
  // inside the run's folder.
  const below = "above/".repeat(depth);
  const folder = `modules/${hash.slice(0, 12)}`;
  return sources.map(({ path, text }) => ({ path: `${folder}/${normal(`${below}${path}`)}`, text }));
}

/** Removes ".." from a path: "above/above/../x.ts" becomes "above/x.ts". */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}
