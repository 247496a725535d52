/** Loads user modules for commands that read no scenario: the modules of `--use`, and a module named by its file. */
import { ParamError } from "../../../base/params.ts";
import { builtIn, type Registry } from "../../../run/lab/lab.ts";
import { nameOf, withOwn } from "../../../run/lab/modules.ts";
import { ModuleError } from "../../../batch/loader/module-error.ts";
import { modulesAt } from "../../../batch/loader/modules-at.ts";
import { EXIT, Failure } from "../terminal/exit.ts";

/** The built-in tables together with the modules in these files and folders. Throws `Failure`. */
export async function tablesUsing(paths: readonly string[] = []): Promise<Registry> {
  let tables = builtIn;
  for (const path of paths) {
    try {
      for (const code of await modulesAt(path)) tables = await withOwn(tables, code, (other) => modulesAt(other));
    } catch (error) {
      if (!(error instanceof ModuleError) && !(error instanceof ParamError)) throw error;
      const hint = error.hint === undefined ? "" : `. ${error.hint}`;
      throw new Failure(`${path}: expected ${error.expected}, got ${String(error.got)}${hint}`, EXIT.input);
    }
  }
  return tables;
}

/** Whether a name is the path of a module file rather than a name in the catalogue. */
const isFile = (name: string): boolean => /\.(ts|mts|js|mjs)$/.test(name);

/**
 * The name of a policy and the tables that contain it. If `name` is the path of a module file, the file is loaded
 * first.
 */
export async function named<Name extends string | undefined>(
  name: Name,
  use: readonly string[] = [],
): Promise<{ readonly name: Name | string; readonly tables: Registry }> {
  if (name === undefined || !isFile(name)) return { name, tables: await tablesUsing(use) };
  return { name: nameOf(name), tables: await tablesUsing([...use, name]) };
}
