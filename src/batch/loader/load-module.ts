/**
 * Modules from somebody's files, read in a thread of their own (`read-module.ts`) and imported there once for a trial: code at the top of a file that loops
 * for ever would have the thread of a run hear nothing any more. Between the two `askBeforeCode` is asked: until then no line of a file has run.
 *
 * What leaves types out is a program in WebAssembly, whose memory grows. That detaches a buffer, and from the first one on V8
 * looks whether a buffer is detached at each use of a typed array in that thread: a run there would take a tenth longer (docs/decisions/0035-policies-from-files.md).
 */
import { Worker } from "node:worker_threads";
import { isDebugged } from "./debugged.ts";
import { ModuleError } from "./module-error.ts";
import type { LoadedModule, LoadOptions } from "./module-file.ts";

export interface LoadTask {
  readonly paths: readonly string[];
  readonly options: LoadOptions;
}

/** Messages of the thread: a mistake in a module or all modules read, then after the answer each module that it imports, then the end. */
export type LoadTold =
  | { readonly expected: string; readonly got: string; readonly hint: string | undefined }
  | { readonly modules: readonly LoadedModule[] }
  | { readonly tries: string }
  | { readonly tried: true };

/** Called with the modules that were read, before their code runs. Throws if it must not run. */
type AskBeforeCode = (modules: readonly LoadedModule[], options: LoadOptions) => void;

let ask: AskBeforeCode = () => {};

/** Sets the function that decides in this thread. Without one, as in the library, all code runs: the caller chose it. */
export function askBeforeCode(asked: AskBeforeCode): void {
  ask = asked;
}

/** Asks about modules that another thread is going to load. */
export const askAbout: AskBeforeCode = (modules, options) => {
  ask(modules, options);
};

/** The top of a file takes no time. */
const MOST_MS = 30_000;

/** Modules by the paths of their files, in that order. Throws `ModuleError`. */
export function loadModules(
  paths: readonly string[],
  options: LoadOptions,
  mostMs = MOST_MS,
): Promise<readonly LoadedModule[]> {
  // Under `node inspect` a new thread would wait for a debugger of its own for ever.
  if (isDebugged()) return readHere(paths, options);
  const task: LoadTask = { paths, options };
  // What they print they print again where they are used.
  const worker = new Worker(new URL("./load-thread.js", import.meta.url), { workerData: task, stdout: true });
  return new Promise((resolve, reject) => {
    let modules: readonly LoadedModule[] = [];
    let trying = "";
    let watchdog: NodeJS.Timeout | undefined;
    const bark = (got: string): void => {
      void worker.terminate();
      reject(new ModuleError("a file whose top-level code ends", `${got} (${trying})`, "Look for an endless loop."));
    };
    worker.on("error", reject);
    worker.on("exit", () => {
      clearTimeout(watchdog);
      if (trying !== "") bark("one that waits forever");
    });
    worker.on("message", (told: LoadTold) => {
      clearTimeout(watchdog);
      if ("expected" in told) reject(new ModuleError(told.expected, told.got, told.hint));
      else if ("modules" in told) {
        modules = told.modules;
        if (options.isReadOnly === true) {
          void worker.terminate();
          resolve(modules);
          return;
        }
        try {
          ask(modules, options);
          worker.postMessage("try them");
        } catch (error) {
          void worker.terminate();
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      } else if ("tries" in told) {
        trying = told.tries;
        watchdog = setTimeout(bark, mostMs, `none within ${mostMs / 1000} s`);
      } else {
        trying = "";
        resolve(modules);
      }
    });
  });
}

export async function loadModule(path: string, options: LoadOptions): Promise<LoadedModule> {
  const [module] = await loadModules([path], options);
  return module;
}

/** In this thread, without a trial. Consent is asked for as with one. */
async function readHere(paths: readonly string[], options: LoadOptions): Promise<readonly LoadedModule[]> {
  const { readModules } = await import("./read-module.ts");
  const modules = await readModules(paths, options);
  if (options.isReadOnly !== true) ask(modules, options);
  return modules;
}
