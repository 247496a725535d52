/**
 * Policies, topologies and kinds of traffic of one's own where there are no files, as in a page: code that is at hand under the names by which
 * scenarios call it.
 */
import { builtIn, type Registry } from "../../scenario/registry/tables.ts";
import { namedModules } from "../../scenario/read.ts";
import { readSetting, type Setting } from "../../scenario/settings.ts";
import { sha256 } from "../../scenario/hash.ts";
import type { Tables } from "../../scenario/tables.ts";
import { tablesFor, withCalled, type ModuleCode } from "./modules.ts";

/** A module of one's own. */
export interface OwnModule {
  /** As scenarios call it: "./my-cc.ts". */
  readonly name: string;
  /** What its code is imported by: a URL of one of the schemes that `import` knows. It may import xoff's own entries, and nothing that changes. */
  readonly url: string;
  /** What it was made from, the file itself first; the scenario's hash covers them. */
  readonly sources: readonly { readonly path: string; readonly text: string }[];
}

/** Modules of one's own that were imported: what `own` of `ReadOptions` takes, made by `ownModules`. */
export interface OwnModules {
  /** Those that there were to choose from, as scenarios call them. */
  readonly names: readonly string[];
}

/** By what was made of them: the tables in which they stand beside what comes with xoff. */
const tables = new WeakMap<OwnModules, Registry>();

export const tablesOf = (own: OwnModules | undefined): Registry | undefined =>
  own === undefined ? undefined : tables.get(own);

/** Throws `ScenarioError` if the scenario of `text` names a file of code: a text has no folder with files. */
export function refuseFiles(text: string, file: string, settings: readonly Setting[]): void {
  const { named, source } = namedModules(text, file, builtIn, settings);
  if (named.length === 0) return;
  const [{ at, name }] = named;
  const ways =
    "A text has no files: use readScenarioFile of xoff/node, or pass the code as `own: await ownModules(...)`.";
  throw source.error(at, "a built-in name", `${name}, a file of code`, ways);
}

/**
 * Imports those of `modules` that the scenario of `text` names, or one of the values `set` over it. Their code is run, in the calling thread, with all that it may do there.
 *
 * Rejects with `ScenarioError` for a module that is not there, cannot be imported, or is not what its place asks for.
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
 * What `catalogue` and `scenarioJsonSchema` take to have `modules` in them, beside all that comes with xoff: each as "./my-cc.ts", in the role that it
 * exports. Their code is run, in the calling thread.
 *
 * One that exports no role, or cannot be imported, is left out: `ownModules` says why, of a scenario that names it.
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
