/**
 * Compiles the user's files to modules without running them. It removes types, resolves imports, and hides globals that
 * policies must not use.
 */
import swc from "@swc/wasm-typescript";
import * as policy from "xoff/policy";
import type { OwnModule } from "xoff";
import { exactMath, forbidden } from "../../../batch/loader/forbidden.ts";
import { dataUrl } from "../../../batch/loader/data-url.ts";
import { Graph, type Home } from "../../../batch/loader/graph.ts";
import { ModuleError } from "../../../batch/loader/module-error.ts";
import type { OwnFile } from "./file.ts";

export type Linked = { readonly modules: readonly OwnModule[] } | { readonly failed: string };

/** The address of a module that exports the members of `self[name]`, which lab/worker.ts sets. */
const from = (name: string, exports: object): string =>
  dataUrl(`export const { ${Object.keys(exports).join(", ")} } = self.${name};\n`);

const plain = (path: string): string => path.replace(/^\.\//, "");

function homeOf(files: readonly OwnFile[]): Home {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const entry = from("xoffPolicy", policy);
  const guards = from("xoffGuards", { forbidden, exactMath });
  return {
    text: (path) => texts.get(path) ?? "",
    resolve: (specifier, _, place) => {
      const path = plain(specifier);
      const found = [path, path.replace(/\.(m?)js$/, ".$1ts"), `${path}.ts`, `${path}.js`].find((one) =>
        texts.has(one),
      );
      if (found === undefined) throw new ModuleError("imports of open files", `"${specifier}" (${place})`);
      return found;
    },
    entry: (specifier) => (specifier === "xoff/policy" ? entry : undefined),
    run: { guards, policy },
    typeRemover: () => swc,
    shown: (path) => path,
    href: (path) => path,
  };
}

self.addEventListener("message", ({ data: files }: MessageEvent<readonly OwnFile[]>) => {
  self.postMessage(link(files));
});

function link(files: readonly OwnFile[]): Linked {
  try {
    const home = homeOf(files);
    return {
      modules: files.map(({ name }) => {
        const graph = new Graph(name, home);
        const url = graph.url();
        return { name, url, sources: [...graph.texts].map(([path, text]) => ({ path, text })) };
      }),
    };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
