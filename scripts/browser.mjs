/**
 * Builds dist/browser/ from dist/: the library as files for any web server, `xoff.js` and its workers. `npm run build` compiles first.
 *
 * Vite writes each worker to a separate file, and puts its path into the module that starts the worker. The result downloads nothing else
 * and needs no further resolution of imports.
 */
import { fileURLToPath } from "node:url";
import { build } from "vite";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const names = { entryFileNames: "[name].js", chunkFileNames: "[name].js" };

await build({
  root: at("dist"),
  base: "./",
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  worker: { format: "es", rolldownOptions: { output: names } },
  build: {
    outDir: at("dist/browser"),
    emptyOutDir: true,
    target: "es2023",
    modulePreload: false,
    chunkSizeWarningLimit: 5000, // in KB
    rolldownOptions: { input: at("dist/api/xoff.js"), preserveEntrySignatures: "strict", output: names },
  },
});
