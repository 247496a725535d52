/**
 * Replaces the names of constants in dist/ by their values (`src/batch/loader/constants.ts`). `npm run build` calls it after tsc. A second
 * call changes nothing.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { byValue, constantsOf } from "../dist/batch/loader/constants.js";
import { edited } from "../dist/batch/loader/edits.js";
import { syntaxOf } from "../dist/batch/loader/syntax.js";

/**
 * Folders that stay unchanged. All others contain simulation code, which has no side effects when it is loaded. The studio is bundled from
 * folded modules. The stored rows of figures are identified by the source text of functions in `papers`.
 */
const NOT_FOLDED = /^(api|apps|batch[\\/](loader|store|sweep)|papers[\\/](?!figures[\\/])|run[\\/]threads)/;

const dist = fileURLToPath(new URL("../dist", import.meta.url));
/**
 * For each module in dist/, its exported numbers that other modules import. They are stored, so that the next build detects which ones
 * changed.
 */
const found = {};

async function foldAll() {
  const rooms = readdirSync(join(dist, "../src")).filter((room) => existsSync(join(dist, room)));
  const paths = rooms.flatMap((room) =>
    readdirSync(join(dist, room), { recursive: true }).map((path) => join(room, path)),
  );
  for (const path of paths) {
    if (!path.endsWith(".js") || NOT_FOLDED.test(path)) continue;
    const name = join(dist, path);
    const text = readFileSync(name, "utf8");
    const better = await foldOne(text, name);
    if (better !== text) writeFileSync(name, better);
  }
}

/** Imports the modules that a file names to look up the values of their exports. */
async function foldOne(text, name) {
  const program = syntaxOf(text, name);
  const modules = new Map();
  for (const { type, source } of program.body) {
    if (type !== "ImportDeclaration" || !source.value.startsWith(".")) continue;
    const path = resolve(name, "..", source.value);
    modules.set(source.value, await import(pathToFileURL(path).href));
    found[relative(dist, path)] = numbersOf(modules.get(source.value));
  }
  const constants = constantsOf(program, (specifier) => modules.get(specifier));
  return edited(text, byValue(program, constants));
}

const numbersOf = (module) => Object.fromEntries(Object.entries(module).filter(([, value]) => Number.isFinite(value)));

/**
 * True if modules contain the old value of a changed constant. tsc does not write these modules again, because their sources did not
 * change.
 */
async function isStale(kept) {
  for (const [name, numbers] of Object.entries(kept)) {
    const path = join(dist, name);
    const now = existsSync(path) ? numbersOf(await import(pathToFileURL(path).href)) : {};
    if (Object.entries(numbers).some(([name, value]) => now[name] !== value)) return true;
  }
  return false;
}

const keptIn = join(dist, "folded.tsbuildinfo");
const isOld = existsSync(keptIn) && (await isStale(JSON.parse(readFileSync(keptIn, "utf8"))));
if (isOld) {
  rmSync(keptIn);
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-b", "config/tsconfig.node.json", "--force"], {
    cwd: join(dist, ".."),
  });
  // A separate process, because modules that this one imported can contain values computed from old constants.
  execFileSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: "inherit" });
} else {
  await foldAll();
  writeFileSync(keptIn, JSON.stringify(found));
}
