/**
 * Makes dist/bin/ from dist/: the command line in few files. Node takes longer to find and read 500 modules than most commands take to work.
 * `npm run build` compiles first.
 *
 * What a module asks for by its own place (a run's own threads, package.json, starters) stays where the compiler put it: in a chunk the module speaks of that place.
 */
import { isAbsolute, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const dir = at("dist/bin");
/** Threads of a pool: most of what a short run takes is to load its thread. */
const THREADS = ["run-thread", "plan-thread", "trial-thread"];

const PLACES = new RegExp(
  String.raw`new URL\("[./]+/(${THREADS.join("|")})\.js", import\.meta\.url\)|import\.meta\.url`,
  "g",
);

/** A file, as seen from dist/bin/. */
const seen = (path) => relative(dir, path).split(sep).join("/");

/**
 * Chunks by the paths of their modules: a file of the same name in another folder has another chunk, in every build. A program that runs during a
 * build finds the code that it looks for.
 */
const chunkName = ({ facadeModuleId, moduleIds }) =>
  `${seen(facadeModuleId ?? moduleIds.at(-1))
    .replace(/^\W+|\.m?js$/g, "")
    .replaceAll(/[^\w.-]+/g, "-")}.js`;

/** `import.meta.url` of a module, as seen from dist/bin/, where the threads of a pool are too. */
const places = {
  name: "places",
  transform: (text, id) =>
    text.replaceAll(PLACES, (_, thread) => {
      if (thread !== undefined) return `new URL("./${thread}.js", import.meta.url)`;
      return `new URL(${JSON.stringify(seen(id))}, import.meta.url).href`;
    }),
};

export async function cli() {
  const bundle = await rolldown({
    input: {
      xoff: at("dist/apps/cli/xoff.js"),
      ...Object.fromEntries(THREADS.map((name) => [name, at(`dist/batch/sweep/${name}.js`)])),
    },
    platform: "node",
    // Our figures' rows are named by the text of the function that makes them, and SWC reads a file beside it.
    external: [/^node:/, /[\\/]dist[\\/]papers[\\/](?!figures[\\/]|experiment\.js)/, "@swc/wasm-typescript"],
    plugins: [places],
  });
  await bundle.write({
    dir,
    format: "esm",
    chunkFileNames: chunkName,
    paths: (path) => (isAbsolute(path) ? seen(path) : path),
  });
  await bundle.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await cli();
