/**
 * Loads user modules from files into the tables of a scenario. Modules are policies, topologies, kinds of traffic and
 * probes that the scenario names by path. The caller provides the function that loads a file.
 */
import { ParamError, type Needs } from "../../base/params.ts";
import type { KeptModule } from "../measure/kept-modules.ts";
import { builtIn, importModule, withModule, type Exports, type Registry } from "../../scenario/registry/tables.ts";
import { quote } from "../../scenario/error.ts";
import { placeOf } from "../../scenario/module-places.ts";
import { besidePath } from "../../base/module-path.ts";
import { neededModules, neededName } from "../../scenario/registry/needed-modules.ts";
import { pathText, type Path } from "../../scenario/path.ts";
import type { NamedModule } from "../../scenario/modules.ts";
import { namedModules } from "../../scenario/read.ts";
import type { Setting } from "../../scenario/settings.ts";
import type { ModuleFile, ModulePlace } from "../../scenario/tables.ts";

export type { KeptModule } from "../measure/kept-modules.ts";
export { importModule } from "../../scenario/registry/tables.ts";
export { moduleWords, wordOf } from "../../scenario/module-places.ts";

/** The loaded code of a module, before its role is known. */
export type ModuleCode = Pick<ModuleFile, "file" | "hash" | "url" | "sources">;

/** The reason why a module cannot be loaded, as the parts of an error message. */
export interface Unloadable extends Error {
  readonly expected: string;
  readonly got: string;
  readonly hint: string | undefined;
}

/**
 * Loads the module of the file `name`, or all modules of a folder. `isSet`: the name comes from a `--set` option, and
 * not from the scenario's file. Throws `Unloadable`.
 */
export type LoadModules = (name: string, isSet: boolean) => Promise<readonly ModuleCode[]>;

/** A place in a scenario that names code. */
export interface CodePlace {
  /** The path of a file or a folder, or the name of a module in `use`. */
  readonly name: string;
  /** The place as text, such as "my.yaml:4:26: policies.congestion". */
  readonly place: string;
  readonly isSet: boolean;
  /**
   * The path to remove so that the scenario needs this code no longer. Undefined: the network cannot be built without
   * the code.
   */
  readonly without: Path | undefined;
}

/**
 * Finds the places where the scenario in `text` names code. It names code by the path of a file or a folder, or by a
 * module's name that is listed in `called`. Loads no code.
 */
export function codePlaces(
  text: string,
  file: string,
  settings: readonly Setting[],
  called: readonly string[] = [],
): readonly CodePlace[] {
  const { named, source } = namedModules(text, file, builtIn, settings, called);
  return named.map(({ name, at, place }) => {
    const path = at.at(-1) === "name" ? at.slice(0, -1) : at;
    const { file: from, line, column } = source.place(at);
    const where = [from, line, column].filter((part) => part !== undefined).join(":");
    const isNeeded = place?.section === "topologies" || place?.section === "traffic";
    return {
      name,
      place: `${where}: ${pathText(path)}`,
      isSet: source.isSet(at),
      without: isNeeded ? undefined : path,
    };
  });
}

/**
 * Loads all modules that the scenario in `text` names, and returns the tables `base` with these modules added. The
 * scenario can then be read with the returned tables. Throws `ScenarioError` with the place of a module that cannot be
 * loaded.
 */
export async function tablesFor(
  text: string,
  file: string,
  settings: readonly Setting[],
  load: LoadModules,
  base: Registry = builtIn,
): Promise<Registry> {
  const { named, source } = namedModules(text, file, base, settings);
  let tables = base;
  for (const one of named) {
    try {
      const codes = await load(one.name, source.isSet(one.at));
      for (const code of codes) tables = await withNeeded(tables, code, one, load);
    } catch (error) {
      if (error instanceof ParamError)
        throw source.error(one.at, error.expected, String(error.got), exportHint(error.at, error.hint));
      if (!isUnloadable(error)) throw error;
      throw source.error(one.at, error.expected, error.got, error.hint);
    }
  }
  return tables;
}

const exportHint = (name: string, hint: string | undefined): string | undefined =>
  name === "" ? hint : [`The mistake is in its export ${name}`, hint].filter((part) => part !== undefined).join(". ");

const isUnloadable = (error: unknown): error is Unloadable =>
  error instanceof Error && "expected" in error && "got" in error;

/**
 * Adds a module to the tables under the name of its file. No scenario needs to name the module. Throws `ParamError` or
 * `Unloadable`.
 */
export const withOwn = (tables: Registry, code: ModuleCode, load: LoadModules): Promise<Registry> =>
  withNeeded(tables, code, { name: code.file, at: [], place: undefined }, load);

/** Adds a module, then the files that its `needs` names. */
async function withNeeded(base: Registry, code: ModuleCode, one: NamedModule, load: LoadModules): Promise<Registry> {
  let tables = await added(base, code, one);
  if (tables === base) return base;
  const called = one.place === undefined ? nameOf(code.file) : one.name;
  for (const { role, path } of neededModules((await imported(code))["needs"] as Needs | undefined)) {
    const needed: NamedModule = { name: neededName(called, path), at: one.at, place: { section: "policies", role } };
    try {
      // `true`: this path is relative to the current folder, as are the paths in settings such as `--set`.
      for (const other of await load(besidePath(code.file, path), true))
        tables = await withNeeded(tables, other, needed, load);
    } catch (error) {
      if (!(error instanceof ParamError) && !isUnloadable(error)) throw error;
      throw new ParamError("", `${error.expected}, as needs.${role} of ${code.file}`, error.got, error.hint);
    }
  }
  return tables;
}

/**
 * Adds modules to the tables `base`, each under its given name. A module exports its role, for example by
 * `export const role = "congestion"`. The role decides to which table the module is added. Modules without a role are
 * left out, as are modules that cannot be loaded.
 */
export async function withCalled(
  modules: readonly { readonly name: string; readonly code: ModuleCode }[],
  base: Registry = builtIn,
): Promise<Registry> {
  let tables = base;
  for (const { name, code } of modules) {
    try {
      tables = await added(tables, code, { name, at: [], place: ownPlace(await imported(code), code) });
    } catch (error) {
      if (!(error instanceof ParamError)) throw error;
    }
  }
  return tables;
}

/**
 * Adds a module that was stored with the results of a run, under its name in that run. Throws `ParamError` or
 * `Unloadable`.
 */
export const withKept = (tables: Registry, code: ModuleCode, { of, name }: KeptModule): Promise<Registry> =>
  added(tables, code, { name, at: [], place: placeOf(of) });

async function added(tables: Registry, code: ModuleCode, { name, place }: NamedModule): Promise<Registry> {
  const exports = await imported(code);
  const meant = place ?? ownPlace(exports, code);
  checkPlace(exports, meant, code);
  const called = place === undefined ? nameOf(code.file) : name;
  const module: ModuleFile = { ...meant, ...code, name: called };
  const known = tables.modules?.find((other) => isSamePlace(other, meant) && other.name === called);
  if (known !== undefined) {
    if (known.hash === module.hash) return tables;
    throw new ParamError("", "files with different names", `two files named ${quote(called)}`);
  }
  if (isTaken(tables, meant, called))
    throw new ParamError("", "a new name", quote(called), "xoff has this name already: rename the file.");
  return withModule(tables, module, exports);
}

/** The exports of a module. An error during the import is reported as a mistake in its file. */
async function imported({ url, file }: ModuleCode): Promise<Exports> {
  try {
    return await importModule(url);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, missing] = /does not provide an export named '(\w+)'/.exec(message) ?? [];
    if (missing !== undefined)
      throw new ParamError(
        "",
        "imports of existing exports",
        `${missing} (${file})`,
        `Import a type with \`import type\`, or as \`type ${missing}\`.`,
      );
    const [what] = message.split("\n");
    if (/^(?:module|exports|require) is not defined|^require differs/.test(message))
      throw new ParamError(
        "",
        "an ES module",
        `CommonJS (${placeIn(error, file)})`,
        "Write `export const about = ...` for `exports.about = ...`, and `import` for `require`.",
      );
    throw new ParamError("", "a module that can be imported", `${what} (${placeIn(error, file)})`);
  }
}

/**
 * The file and line of the innermost stack frame that has a file. Without such a frame: `file`. The address in a frame
 * is a file URL. If the code runs in a web page, the address is the name of the user's file.
 */
export function placeIn(error: unknown, file: string): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const [, name, line] = /^\s+at (?:.*\()?(?:file:\/\/\S*\/)?([^/\s():]+\.m?[jt]s):(\d+)/m.exec(stack) ?? [];
  return name === undefined ? file : `${name}:${line}`;
}

export const nameOf = (file: string): string => file.replace(/^.*[/\\]/, "").replace(/\.(ts|mts|js|mjs)$/, "");

/**
 * The place of a module in a scenario, that is, its section and its role. The module exports the role, for example by
 * `export const role = "congestion"`. Throws `ParamError` if it exports no known role.
 */
function ownPlace({ role }: Exports, { file }: ModuleCode): ModulePlace {
  const found = typeof role === "string" ? placeOf(role) : undefined;
  if (found !== undefined) return found;
  throw new ParamError(
    "",
    `a module that exports its role (${file})`,
    role === undefined ? "none" : JSON.stringify(role),
    'Add a line such as: export const role = "congestion"; or "topology", "traffic" or "probe".',
  );
}

function checkPlace({ role }: Exports, meant: ModulePlace, { file }: ModuleCode): void {
  if (role === undefined || typeof role !== "string") return;
  const own = placeOf(role);
  if (own !== undefined && isSamePlace(own, meant)) return;
  throw new ParamError("", `a module for ${meant.role ?? meant.section}`, `one for ${role} (${file})`);
}

const isSamePlace = (one: ModulePlace, other: ModulePlace): boolean =>
  one.section === other.section && one.role === other.role;

function isTaken(
  { policies, topologies, trafficKinds, probes }: Registry,
  { section, role }: ModulePlace,
  name: string,
): boolean {
  const known = { topologies, traffic: trafficKinds, probes };
  return Object.hasOwn(section === "policies" ? policies[role] : known[section], name);
}
