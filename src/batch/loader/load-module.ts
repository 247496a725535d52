/**
 * Loads user modules. A separate thread reads them (`read-module.ts`) and imports each of them once as a trial. If
 * top-level code loops for ever, it blocks only this thread, and a time limit ends the trial. `askBeforeCode` is
 * called between reading and the trial, so no line of a file runs before the user's consent.
 *
 * The separate thread also keeps runs fast. A run in the thread that removes types from TypeScript would be slower:
 * `acc` takes 3.2 s there instead of 2.5 s (docs/decisions/0035-policies-from-files.md). A WebAssembly program removes
 * them. When its memory grows, its buffer is detached. From then on V8 checks for a detached buffer at each use of a
 * typed array in that thread.
 */
import { Worker } from "node:worker_threads";
import { isDebugged } from "./debugged.ts";
import { ModuleError } from "./module-error.ts";
import type { LoadedModule, LoadOptions } from "./module-file.ts";

export interface LoadTask {
  readonly paths: readonly string[];
  readonly options: LoadOptions;
}

/**
 * Messages of the thread. First it reports a mistake in a module, or all modules that it read. After the user's consent
 * it reports each module that it imports, and finally the end.
 */
export type LoadMessage =
  | { readonly expected: string; readonly got: string; readonly hint: string | undefined }
  | { readonly modules: readonly LoadedModule[] }
  | { readonly tries: string }
  | { readonly tried: true };

/** Called with the modules that were read, before their code runs. Throws if the user does not consent. */
type AskBeforeCode = (modules: readonly LoadedModule[], options: LoadOptions) => void;

let ask: AskBeforeCode = () => {};

/**
 * Sets this thread's function that asks for the user's consent before a module's code runs. Programs that use the
 * library set none: their own call is the consent.
 */
export function askBeforeCode(asked: AskBeforeCode): void {
  ask = asked;
}

/** Requests the user's consent for modules that another thread is about to load. */
export const askAbout: AskBeforeCode = (modules, options) => {
  ask(modules, options);
};

/** Time limit of the trial import, ms. Top-level code of a correct module takes far less. */
const MAX_MS = 30_000;

/** Reads the modules at `paths`, in that order. Throws `ModuleError`. */
export function loadModules(
  paths: readonly string[],
  options: LoadOptions,
  mostMs = MAX_MS,
): Promise<readonly LoadedModule[]> {
  // Under `node inspect` a new thread would wait for its own debugger for ever, so the modules are read in this thread.
  if (isDebugged()) return readHere(paths, options);
  const task: LoadTask = { paths, options };
  // The output of the trial import is discarded: the code prints it again when it is imported for use.
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
    worker.on("message", (message: LoadMessage) => {
      clearTimeout(watchdog);
      if ("expected" in message) reject(new ModuleError(message.expected, message.got, message.hint));
      else if ("modules" in message) {
        modules = message.modules;
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
      } else if ("tries" in message) {
        trying = message.tries;
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

/** Reads the modules in this thread, without a trial import. The user's consent is required as usual. */
async function readHere(paths: readonly string[], options: LoadOptions): Promise<readonly LoadedModule[]> {
  const { readModules } = await import("./read-module.ts");
  const modules = await readModules(paths, options);
  if (options.isReadOnly !== true) ask(modules, options);
  return modules;
}
