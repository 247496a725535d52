/**
 * Puts the values of constants where their names stand in dist/ (`src/batch/loader/constants.ts`): `npm run build` calls it after tsc.
 * What was done once has nothing left to do.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { byValue, constantsOf } from "../dist/batch/loader/constants.js";
import { edited } from "../dist/batch/loader/edits.js";
import { syntaxOf } from "../dist/batch/loader/syntax.js";

/**
 * All other folders of src/ are what runs in a simulation, which does nothing when it is loaded; the studio is a bundle of what was folded, and rows of
 * figures are kept under the text of the functions in `papers` that make them.
 */
const NOT_FOLDED = /^(api|apps|batch[\\/](loader|store|sweep)|papers[\\/](?!figures[\\/])|run[\\/]threads)/;

const dist = fileURLToPath(new URL("../dist", import.meta.url));
/** By module in dist/: the numbers it exports, of those that others import. Kept, so that the next build sees which have changed. */
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

/** What its own files export is looked up by importing them. */
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

/** Has a number changed since files were folded that tsc does not write again, since they did not change? */
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
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-b", "--force"], { cwd: join(dist, "..") });
  // In a process of its own: modules that this one has imported may hold numbers reckoned from old ones.
  execFileSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: "inherit" });
} else {
  await foldAll();
  writeFileSync(keptIn, JSON.stringify(found));
}
