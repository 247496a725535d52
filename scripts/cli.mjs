/**
 * Makes dist/bin/ from dist/: the command line in few files. Node takes longer to find and read 500 modules than most commands take to work.
 * `npm run build` compiles first.
 *
 * What a module asks for by its own place (threads, package.json, starters) stays where the compiler put it: in a chunk the module speaks of that place.
 */
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const dir = at("dist/bin");

/** `import.meta.url` of a module, as seen from dist/bin/. */
const places = {
  name: "places",
  transform: (text, id) =>
    text.replaceAll("import.meta.url", () => {
      const place = relative(dir, id).split(sep).join("/");
      return `new URL(${JSON.stringify(place)}, import.meta.url).href`;
    }),
};

export async function cli() {
  const bundle = await rolldown({
    input: { xoff: at("dist/cli/main.js") },
    platform: "node",
    // Our figures' rows are named by the text of the function that makes them, and SWC reads a file beside it.
    external: [/^node:/, /[\\/]dist[\\/]experiments[\\/]/, "@swc/wasm-typescript"],
    plugins: [places],
  });
  // Names without a hash: who builds while another runs it writes the same over the same.
  await bundle.write({ dir, format: "esm", chunkFileNames: "[name].js" });
  await bundle.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await cli();
