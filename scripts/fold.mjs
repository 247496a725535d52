/**
 * Puts the values of constants where their names stand in dist/ (`src/loader/constants.ts`): `npm run build` calls it after tsc.
 * What was done once has nothing left to do.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { byValue, constantsOf } from "../dist/loader/constants.js";
import { edited } from "../dist/loader/edits.js";
import { syntaxOf } from "../dist/loader/syntax.js";

/** All other folders of src/ are what runs in a simulation, which does nothing when it is loaded; the studio is a bundle of what was folded. */
const NOT_FOLDED = ["cli", "entry", "loader", "store", "studio", "sweep", "threads"];

async function foldAll(root) {
  const dist = join(root, "dist");
  const isSource = (folder) => !NOT_FOLDED.includes(folder) && existsSync(join(dist, folder)); // a folder of tests is not built
  const folders = readdirSync(join(root, "src")).filter(isSource);
  const paths = folders.flatMap((folder) =>
    readdirSync(join(dist, folder), { recursive: true }).map((path) => join(dist, folder, path)),
  );
  for (const name of paths) {
    if (!name.endsWith(".js")) continue;
    const text = readFileSync(name, "utf8");
    const better = await foldOne(text, name);
    if (better !== text) writeFileSync(name, better);
  }
}

/** What its own files export is looked up by importing them. */
async function foldOne(text, name) {
  const program = syntaxOf(text, name);
  const modules = new Map();
  for (const { type, source } of program.body)
    if (type === "ImportDeclaration" && source.value.startsWith("."))
      modules.set(source.value, await import(pathToFileURL(resolve(name, "..", source.value)).href));
  const constants = constantsOf(program, (specifier) => modules.get(specifier));
  return edited(text, byValue(program, constants));
}

await foldAll(fileURLToPath(new URL("..", import.meta.url)));
