/**
 * Finds the files that a user policy needs. Each needed file contains another user policy. The file of the policy
 * exports `needs`, with the paths of the needed files from its own folder: `needs = { detection: "./my-stamps.ts" }`.
 */
import type { Needs } from "../../base/params.ts";
import { besidePath, isModulePath } from "../../base/module-path.ts";

/** The roles for which a user policy's file can name a needed policy in `needs`, which the file exports. */
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
 * The name that scenarios use for a file that `module` needs. `path` is the path of the needed file in `needs`. If
 * `module` itself is a path, the result is a path, too. Otherwise `module` is the name of a file listed under `use`. The
 * result is then the name of the needed file, without folder and extension.
 */
export const neededName = (module: string, path: string): string =>
  isModulePath(module) ? besidePath(module, path) : path.replace(/^.*[/\\]/, "").replace(/\.\w+$/, "");

/** The needs of a module. Each path of a needed file is replaced by the name that scenarios use for that file. */
export const resolvedNeeds = (module: string, needs: Needs): Needs => ({
  ...needs,
  ...Object.fromEntries(neededModules(needs).map(({ role, path }) => [role, neededName(module, path)])),
});
