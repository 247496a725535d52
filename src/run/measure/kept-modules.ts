/** Modules from files as a run's folder keeps them: each with the files that it imports, in a folder of its own, so that it can be loaded there again. */

/** What is kept of a module. */
export interface KeptModule {
  /** A role, "topology", "traffic" or "probe". */
  readonly of: string;
  /** As the scenario calls it. */
  readonly name: string;
  /** SHA-256 over its files. */
  readonly hash: string;
  /** In the run's folder, with "/" between its parts. */
  readonly file: string;
}

interface Source {
  readonly path: string;
  readonly text: string;
}

/** Its files, under the paths that they have in the folder of a run; the module itself first. */
export function keptSources(hash: string, sources: readonly Source[]): Source[] {
  const depth = Math.max(0, ...sources.map(({ path }) => path.split("../").length - 1));
  // What lies above the module's folder lies beside as many made-up ones.
  const below = "above/".repeat(depth);
  const folder = `modules/${hash.slice(0, 12)}`;
  return sources.map(({ path, text }) => ({ path: `${folder}/${normal(`${below}${path}`)}`, text }));
}

/** Without "..": "above/above/../x.ts" is "above/x.ts". */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}
