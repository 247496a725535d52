/**
 * Modules from somebody's files, read in a thread of their own (`read-module.ts`).
 *
 * What leaves types out and finds imports are programs in WebAssembly, whose memory grows. That detaches a buffer, and from the first one on V8
 * looks whether a buffer is detached at each use of a typed array in that thread: a run there would take a tenth longer (docs/decisions/0035-policies-from-files.md).
 */
import { Worker } from "node:worker_threads";
import { ModuleError } from "./module-error.ts";
import type { LoadedModule, LoadOptions } from "./module-file.ts";

export interface LoadTask {
  readonly paths: readonly string[];
  readonly options: LoadOptions;
}

/** What the thread answers: the modules, or what is wrong with one. */
export type LoadTold =
  | { readonly modules: readonly LoadedModule[] }
  | { readonly expected: string; readonly got: string; readonly hint: string | undefined };

/** Modules by the paths of their files, in that order. Throws `ModuleError`. */
export function loadModules(paths: readonly string[], options: LoadOptions): Promise<readonly LoadedModule[]> {
  const task: LoadTask = { paths, options };
  const worker = new Worker(new URL("./load-thread.js", import.meta.url), { workerData: task });
  return new Promise((resolve, reject) => {
    worker.on("error", reject);
    worker.on("message", (told: LoadTold) => {
      if ("modules" in told) resolve(told.modules);
      else reject(new ModuleError(told.expected, told.got, told.hint));
    });
  });
}

export async function loadModule(path: string, options: LoadOptions): Promise<LoadedModule> {
  const [module] = await loadModules([path], options);
  return module;
}
