/** Loads modules from a file or from a folder. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { loadModules } from "./load-module.ts";
import { ModuleError } from "./module-error.ts";
import { ENDINGS, MODULE_FILE, type LoadedModule, type LoadOptions } from "./module-file.ts";

/**
 * Loads the module at `path`, or the modules of a folder in order of name. Of a folder, only the modules that export
 * `role` are returned, because the others may be their helpers. Throws `ModuleError`.
 */
export async function modulesAt(
  path: string,
  options: Omit<LoadOptions, "sameEverywhere"> = {},
): Promise<readonly LoadedModule[]> {
  // The modules are used in runs, and a run must be the same on every machine.
  const asked = { ...options, sameEverywhere: true };
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw nothingAt(path);
  if (!stat.isDirectory()) return loadModules([path], asked);
  const names = readdirSync(path).filter((name) => MODULE_FILE.test(name) && !/\.(d|test|spec)\.\w+$/.test(name));
  const all = await loadModules(
    names.sort().map((name) => join(path, name)),
    asked,
  );
  const modules = all.filter(({ exports }) => exports.includes("role"));
  if (modules.length > 0) return modules;
  throw new ModuleError(
    "a folder with modules that export their role",
    names.length === 0 ? `no .ts or .js file (${path})` : `none among ${names.join(", ")} (${path})`,
    'Add to a policy for example: export const role = "congestion";',
  );
}

function nothingAt(path: string): ModuleError {
  const meant = ENDINGS.map((ending) => `${path}${ending}`).find((file) => existsSync(file));
  const hint = meant === undefined ? undefined : `Did you mean "${meant}"?`;
  return new ModuleError("a file, or a folder with files", `no such file or folder (${path})`, hint);
}
