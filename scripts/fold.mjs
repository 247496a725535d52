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
 * Folders that stay unchanged. All other folders contain code of the simulation, whose modules have no side effects
 * when loaded. Figures in `papers` stay unchanged, because each stored row has a hash of the source text of its figure's
 * function `row`. The studio needs no change of its own: its bundle contains folded modules of the library.
 */
const NOT_FOLDED = /^(api|apps|batch[\\/](loader|store|sweep)|papers[\\/](?!figures[\\/])|run[\\/]threads)/;

const dist = fileURLToPath(new URL("../dist", import.meta.url));
/**
 * The exported numbers of each module in dist/ that other modules import. They are stored in a file, so that the next
 * build detects which numbers changed.
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

/** Replaces constants in one file. It imports the modules that the file imports, to get the values of their exports. */
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
 * True if some modules still contain the old value of a constant. tsc does not write them again, because their own
 * sources did not change.
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
  execFileSync(
    process.execPath,
    ["node_modules/native-typescript/bin/tsc", "-b", "config/tsconfig.node.json", "--force"],
    {
      cwd: join(dist, ".."),
    },
  );
  // A separate process folds the modules again, because this process may have loaded modules with old constants.
  execFileSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: "inherit" });
} else {
  await foldAll();
  writeFileSync(keptIn, JSON.stringify(found));
}
