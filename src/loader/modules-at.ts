/** Modules by the path of a file, or of a folder that has some. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { loadModule, MODULE_FILE, ModuleError, type LoadedModule } from "./load-module.ts";

/** Of a folder those files that say what they are for (`export const role`), by name; the others may be their helpers. Throws `ModuleError`. */
export async function modulesAt(path: string): Promise<LoadedModule[]> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [await loadModule(path, RUN)];
  const names = readdirSync(path).filter((name) => MODULE_FILE.test(name) && !/\.(d|test|spec)\.\w+$/.test(name));
  const modules: LoadedModule[] = [];
  for (const name of names.sort()) {
    const module = await loadModule(join(path, name), RUN);
    if (module.exports.includes("role")) modules.push(module);
  }
  if (modules.length > 0) return modules;
  throw new ModuleError(
    "a folder with modules that export their role",
    names.length === 0 ? `no .ts or .js file (${path})` : `none among ${names.join(", ")} (${path})`,
    'A policy says it by: export const role = "congestion";',
  );
}

/** What a run is given must be the same everywhere. */
const RUN = { sameEverywhere: true } as const;
