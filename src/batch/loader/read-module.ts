/**
 * Reads a user's module, TypeScript or JavaScript, and prepares it for import on any Node version and in any thread.
 *
 * The file and its relative imports are read once. Each file becomes a `data:` URL that holds its code without types and with absolute
 * imports. An import of "xoff/policy" becomes the file URL of that public module in the running xoff. Threads import the same URL, so they
 * run the same bytes even if the file changes. The result is an ordinary ES module, as fast as a built-in policy. Stack traces show the
 * file's name and its line numbers.
 *
 * The code runs with all rights of this program.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, extname, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Exported } from "./constants.ts";
import { Graph, type Home } from "./graph.ts";
import { ModuleError } from "./module-error.ts";
import { MODULE_FILE, type LoadedModule, type LoadOptions, type ModuleSource } from "./module-file.ts";
import type { TypeRemover } from "./strip-types.ts";

/**
 * The type remover is a CommonJS file of 3.7 MB. With Node 20.20, `require` loads it in 160 ms of processor time, and `import` in 310 ms.
 * The reason is that `import` also scans its text for its format and its exports.
 */
const require = createRequire(import.meta.url);

/** Reads the modules at `paths`, in that order. Throws `ModuleError`. */
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
  typeRemover: () => require("@swc/wasm-typescript") as TypeRemover,
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

/** Returns the file URL of a public entry of the running xoff, such as "xoff" or "xoff/policy". Undefined: `specifier` names no public entry. */
function entryOf(specifier: string): string | undefined {
  const [, name = "xoff"] = /^xoff(?:\/([\w-]+))?$/.exec(specifier) ?? ["", ""];
  if (name === "") return undefined;
  const entry = new URL(`../../${name === "experiment" ? "papers" : "api"}/${name}.js`, import.meta.url);
  return existsSync(fileURLToPath(entry)) ? entry.href : undefined;
}

const policyEntry = async (): Promise<Exported> => (await import(entryOf("xoff/policy") ?? "")) as Exported;

/** Returns the file of a relative import: the path as written, or the TypeScript file of that name. */
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

const MAX_BYTES = 4e6;

function textOf(path: string): string {
  if (!MODULE_FILE.test(path)) {
    const ending = extname(path) === "" ? "a name without an ending" : `one that ends in ${extname(path)}`;
    throw new ModuleError("a file that ends in .ts, .mts, .js or .mjs", `${ending} (${shownPath(path)})`);
  }
  try {
    const bytes = readFileSync(path);
    if (bytes.length > MAX_BYTES) throw new ModuleError(`a file of at most ${MAX_BYTES / 1e6} MB`, shownPath(path));
    return bytes.toString("utf8");
  } catch (error) {
    if (error instanceof ModuleError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const found = code === "ENOENT" ? "no such file" : code === "EISDIR" ? "a folder" : message;
    throw new ModuleError("a file", `${found} (${shownPath(path)})`);
  }
}

/** Returns the path relative to the current folder; the absolute path if the file is outside of it. */
function shownPath(path: string): string {
  const from = relative(process.cwd(), path);
  return from.startsWith("..") ? path : from;
}
