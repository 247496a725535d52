/**
 * Finds policies in files that another policy in a file needs. `needs` names such a file by a path from the folder of the policy's own file:
 * `needs = { detection: "./my-stamps.ts" }`.
 */
import type { Needs } from "../../base/params.ts";
import { besidePath, isModulePath } from "../../base/module-path.ts";

/** The roles whose policies `needs` names. */
const ROLES = ["detection", "recovery", "headroom"] as const;

export interface NeededModule {
  readonly role: (typeof ROLES)[number];
  readonly path: string;
}

/** The files that `needs` names. */
export const neededModules = (needs: Needs = {}): NeededModule[] =>
  ROLES.flatMap((role) => {
    const { [role]: path } = needs;
    return path !== undefined && isModulePath(path) ? [{ role, path }] : [];
  });

/**
 * The name in scenarios of a needed file. A scenario that names the module by its path gets a path, and one that lists it under `use` gets
 * the name of the file.
 */
export const neededName = (module: string, path: string): string =>
  isModulePath(module) ? besidePath(module, path) : path.replace(/^.*[/\\]/, "").replace(/\.\w+$/, "");

/** The needs of a module, with each needed file under its name in scenarios. */
export const resolvedNeeds = (module: string, needs: Needs): Needs => ({
  ...needs,
  ...Object.fromEntries(neededModules(needs).map(({ role, path }) => [role, neededName(module, path)])),
});
