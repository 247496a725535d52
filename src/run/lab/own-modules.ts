/**
 * User modules without files, for example in a web page. The caller passes their code, under the names that scenarios
 * use.
 */
import { builtIn, type Registry } from "../../scenario/registry/tables.ts";
import { namedModules } from "../../scenario/read.ts";
import { readSetting, type Setting } from "../../scenario/settings.ts";
import { sha256 } from "../../scenario/hash.ts";
import type { Tables } from "../../scenario/tables.ts";
import { tablesFor, withCalled, type ModuleCode } from "./modules.ts";

/** The code of a user module. */
export interface OwnModule {
  /** The module's name in scenarios: "./my-cc.ts". */
  readonly name: string;
  /**
   * The URL from which the code is imported, in a scheme that `import` supports. The code may import the public modules
   * of the package `xoff`, such as `xoff/policy`. Other code that it imports must be in `sources` or must never change,
   * because the scenario's hash covers only `sources`.
   */
  readonly url: string;
  /** The source files of the module; the module's main file is the first. The scenario's hash covers them. */
  readonly sources: readonly { readonly path: string; readonly text: string }[];
}

/** Imported user modules: the result of `ownModules`, and the value of `own` in `ReadOptions`. */
export interface OwnModules {
  /** The names of all modules passed to `ownModules`, as scenarios use them. */
  readonly names: readonly string[];
}

/**
 * By result of `ownModules`: a registry of modules. It has all built-in modules. It also has the user modules that the
 * scenario of the same `ownModules` call names.
 */
const tables = new WeakMap<OwnModules, Registry>();

export const tablesOf = (own: OwnModules | undefined): Registry | undefined =>
  own === undefined ? undefined : tables.get(own);

/**
 * Throws `ScenarioError` if the scenario of `text` names a file of code. A scenario that is passed as text has no
 * folder from which files could be loaded.
 */
export function refuseFiles(text: string, file: string, settings: readonly Setting[]): void {
  const { named, source } = namedModules(text, file, builtIn, settings);
  if (named.length === 0) return;
  const [{ at, name }] = named;
  const ways =
    "A text has no files: use readScenarioFile of xoff/node, or pass the code as `own: await ownModules(...)`.";
  throw source.error(at, "a built-in name", `${name}, a file of code`, ways);
}

/**
 * Imports the modules that the scenario of `text` names, or that a setting in `set` names. Their code runs in the
 * calling thread with all permissions of that thread.
 *
 * Rejects with `ScenarioError` for a module that is missing, cannot be imported, or does not fit its place.
 */
export async function ownModules(
  text: string,
  modules: readonly OwnModule[],
  file = "scenario.yaml",
  set: readonly string[] = [],
): Promise<OwnModules> {
  const own = { names: modules.map(({ name }) => name) };
  const settings = set.map((one) => readSetting("set", one));
  tables.set(own, await tablesFor(text, file, settings, (name) => Promise.resolve([named(name, modules)])));
  return own;
}

/**
 * Returns the built-in tables with `modules` added, for `catalogue` and `scenarioJsonSchema`. The tables list each module
 * under the role that the module exports, with a name such as "./my-cc.ts". The code of the modules runs in the calling
 * thread.
 *
 * A module that exports no role, or that cannot be imported, is left out. To get the reason, call `ownModules` with a
 * scenario that names the module.
 */
export const ownTables = (modules: readonly OwnModule[]): Promise<Tables> =>
  withCalled(modules.map((module) => ({ name: `./${plain(module.name)}`, code: codeOf(module) })));

function named(wanted: string, modules: readonly OwnModule[]): ModuleCode {
  const found = modules.find(({ name }) => plain(name) === plain(wanted));
  if (found === undefined) throw new NoModule(wanted, modules);
  return codeOf(found);
}

function codeOf({ name, url, sources }: OwnModule): ModuleCode {
  const parts = [...sources].sort((a, b) => (a.path < b.path ? -1 : 1));
  const hash = sha256(parts.map(({ path, text }) => `${path}\0${text.length}\0${text}\0`).join(""));
  return { file: plain(name), url, hash, sources: sources.map((source) => ({ ...source, href: source.path })) };
}

const plain = (name: string): string => name.replace(/^\.\//, "");

class NoModule extends Error {
  readonly expected = "a loaded module";
  readonly got: string;
  readonly hint: string | undefined;

  constructor(wanted: string, modules: readonly OwnModule[]) {
    super(wanted);
    this.got = wanted;
    this.hint = modules.length === 0 ? undefined : `Loaded are ${modules.map(({ name }) => name).join(", ")}.`;
  }
}
