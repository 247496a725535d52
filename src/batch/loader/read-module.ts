/**
 * A module from somebody's file, TypeScript or JavaScript, made ready to be imported as it is on any Node, in any thread.
 *
 * The file and what it imports relatively are read once. Of each comes a URL that holds its code (`data:`), with types left out and imports
 * made absolute: "xoff/policy" is that of the xoff that runs. Threads import the same URL, so they run the same bytes whatever becomes of the
 * file. It is an ES module like any other, with the same bindings, so it costs what a built-in costs; its name in stack traces is the
 * file's, and lines are those of the file.
 *
 * The code runs as part of this program and may do what the program may.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, extname, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Exported } from "./constants.ts";
import { Graph, type Home } from "./graph.ts";
import { ModuleError } from "./module-error.ts";
import { MODULE_FILE, type LoadedModule, type LoadOptions, type ModuleSource } from "./module-file.ts";

/** Modules by the paths of their files, in that order. Throws `ModuleError`. */
export async function readModules(paths: readonly string[], options: LoadOptions): Promise<LoadedModule[]> {
  const home = await onDisk(options);
  return paths.map((path) => readModule(path, home));
}

const onDisk = async ({ sameEverywhere }: LoadOptions): Promise<Home> => ({
  text: textOf,
  resolve: (specifier, from, place) => resolveFile(resolve(dirname(from), specifier), place),
  entry: entryOf,
  run: sameEverywhere
    ? { guards: new URL("./forbidden.js", import.meta.url).href, policy: await policyEntry() }
    : undefined,
  shown: shownPath,
  href: (path) => pathToFileURL(path).href,
});

function readModule(path: string, home: Home): LoadedModule {
  const graph = new Graph(resolve(path), home);
  const url = graph.url();
  const folder = dirname(graph.root);
  const files = [...graph.texts].map(([file, text]) => ({
    path: relative(folder, file).replaceAll("\\", "/"),
    text,
    href: pathToFileURL(file).href,
  }));
  const hash = createHash("sha256");
  for (const { path: name, text } of [...files].sort((a, b) => (a.path < b.path ? -1 : 1)))
    hash.update(`${name}\0${text.length}\0${text}\0`);
  const sources = ownFirst(files, basename(graph.root));
  return { file: path, url, hash: hash.digest("hex"), sources, exports: graph.exports };
}

const ownFirst = (files: readonly ModuleSource[], own: string): ModuleSource[] => [
  ...files.filter(({ path }) => path === own),
  ...files.filter(({ path }) => path !== own),
];

/** The public entries of the xoff that runs: "xoff", "xoff/policy" and so on. */
function entryOf(specifier: string): string | undefined {
  const [, name = "xoff"] = /^xoff(?:\/([\w-]+))?$/.exec(specifier) ?? ["", ""];
  if (name === "") return undefined;
  const entry = new URL(`../../${name === "experiment" ? "papers" : "api"}/${name}.js`, import.meta.url);
  return existsSync(fileURLToPath(entry)) ? entry.href : undefined;
}

const policyEntry = async (): Promise<Exported> => (await import(entryOf("xoff/policy") ?? "")) as Exported;

/** A helper's file: as it is named, or as TypeScript where that is what there is. */
function resolveFile(path: string, place: string): string {
  const candidates = [path, path.replace(/\.(m?)js$/, ".$1ts"), `${path}.ts`, `${path}.js`];
  const found = candidates.find((one) => MODULE_FILE.test(one) && existsSync(one));
  if (found !== undefined) return found;
  if (existsSync(path) && extname(path) !== "")
    throw new ModuleError(
      "imports of .ts, .mts, .js or .mjs files",
      `"${shownPath(path)}" (${place})`,
      `Put its content into such a file: export const ${exampleName(path)} = ...;`,
    );
  throw new ModuleError("imports of existing files", `"${shownPath(path)}" (${place})`);
}

const exampleName = (path: string): string => basename(path, extname(path)).replaceAll(/\W/g, "_");

const MOST = 4e6;

function textOf(path: string): string {
  if (!MODULE_FILE.test(path)) {
    const ending = extname(path) === "" ? "a name without an ending" : `one that ends in ${extname(path)}`;
    throw new ModuleError("a file that ends in .ts, .mts, .js or .mjs", `${ending} (${shownPath(path)})`);
  }
  try {
    const bytes = readFileSync(path);
    if (bytes.length > MOST) throw new ModuleError(`a file of at most ${MOST / 1e6} MB`, shownPath(path));
    return bytes.toString("utf8");
  } catch (error) {
    if (error instanceof ModuleError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const found = code === "ENOENT" ? "no such file" : code === "EISDIR" ? "a folder" : message;
    throw new ModuleError("a file", `${found} (${shownPath(path)})`);
  }
}

/** As somebody would call it from here: short, unless it lies elsewhere. */
function shownPath(path: string): string {
  const from = relative(process.cwd(), path);
  return from.startsWith("..") ? path : from;
}
