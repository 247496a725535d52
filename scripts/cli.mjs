/**
 * Bundles the command line from dist/ into a few files in dist/bin/. Without the bundle, Node spends more time on loading 500 modules than
 * most commands take to work. `npm run build` compiles first.
 *
 * Some modules load files relative to their own path: a run's threads, package.json, the starter scenarios. These files stay where the
 * compiler put them, and the bundle refers to that place.
 */
import { isAbsolute, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const dir = at("dist/bin");
/** The code of these threads is bundled too: loading it takes most of a short run's time. */
const THREADS = {
  "run-thread": "batch/sweep",
  "plan-thread": "batch/sweep",
  "trial-thread": "batch/sweep",
  "test-thread": "batch/sweep",
  "load-thread": "batch/loader",
};

const PLACES = new RegExp(
  String.raw`new URL\("[./]+/(${Object.keys(THREADS).join("|")})\.js", import\.meta\.url\)|import\.meta\.url`,
  "g",
);

/** Path of a file relative to dist/bin/. */
const seen = (path) => relative(dir, path).split(sep).join("/");

/**
 * Names chunks after the paths of their modules, so that two files with the same name get different chunks in every build. A program that
 * runs during a build still finds its code.
 */
const chunkName = ({ facadeModuleId, moduleIds }) =>
  `${seen(facadeModuleId ?? moduleIds.at(-1))
    .replace(/^\W+|\.m?js$/g, "")
    .replaceAll(/[^\w.-]+/g, "-")}.js`;

/** Replaces `import.meta.url` of a module by its original path relative to dist/bin/. Bundled threads are in dist/bin/ too. */
const places = {
  name: "places",
  transform: (text, id) =>
    text.replaceAll(PLACES, (_, thread) => {
      if (thread !== undefined) return `new URL("./${thread}.js", import.meta.url)`;
      return `new URL(${JSON.stringify(seen(id))}, import.meta.url).href`;
    }),
};

/** Writes the hash of the build into its module (`src/batch/sweep/build-id.ts`). */
async function withBuildId() {
  const path = at("dist/batch/sweep/build-id.js");
  const { buildId } = await import(pathToFileURL(path).href);
  const declaration = "let build;";
  return {
    name: "build-id",
    transform: (text, id) => {
      if (relative(path, id) !== "") return null;
      if (!text.includes(declaration)) throw new Error(`expected ${declaration} in ${path}, found none`);
      return text.replace(declaration, `let build = "${buildId()}";`);
    },
  };
}

export async function cli() {
  const bundle = await rolldown({
    input: {
      xoff: at("dist/apps/cli/xoff.js"),
      ...Object.fromEntries(Object.entries(THREADS).map(([name, folder]) => [name, at(`dist/${folder}/${name}.js`)])),
    },
    platform: "node",
    // Two kinds of modules stay outside the bundle. A stored row of a figure is identified by the source text of a
    // function, which bundling would change. SWC reads a file next to its own module.
    external: [/^node:/, /[\\/]dist[\\/]papers[\\/](?!figures[\\/]|experiment\.js)/, "@swc/wasm-typescript"],
    plugins: [places, await withBuildId()],
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
