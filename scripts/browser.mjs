/**
 * Makes dist/browser/ from dist/: the library as files that any web server can serve, `xoff.js` and its workers. `npm run build` compiles first.
 *
 * Vite puts each worker into a file of its own and the file's place into whoever starts it. Nothing is downloaded, and nothing is left to resolve.
 */
import { fileURLToPath } from "node:url";
import { build } from "vite";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const names = { entryFileNames: "[name].js", chunkFileNames: "[name].js" };

export async function bundle(outDir = at("dist/browser")) {
  await build({
    root: at("dist"),
    base: "./",
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    worker: { format: "es", rolldownOptions: { output: names } },
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2023",
      modulePreload: false,
      chunkSizeWarningLimit: 5000, // KB
      rolldownOptions: { input: at("dist/api/xoff.js"), preserveEntrySignatures: "strict", output: names },
    },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
