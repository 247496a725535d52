/**
 * Loads user modules. A separate thread reads them (`read-module.ts`) and imports each of them once as a trial. If
 * top-level code loops for ever, it blocks only this thread, and a time limit ends the trial. `askBeforeCode` is
 * called between reading and the trial, so no line of a file runs before the user's consent.
 *
 * A WebAssembly program removes the types of TypeScript. When the memory of this program grows, V8 detaches the buffer of
 * the memory. From then on V8 checks for a detached buffer at each use of a typed array in the same thread. This check
 * slows a simulation run. In the separate thread it slows none, because all runs are in other threads. A run with the
 * congestion control policy `acc` takes 3.2 s with the check, and 2.5 s without it
 * (docs/decisions/0035-policies-from-files.md).
 *
 * One thread serves all calls of the process, because its start takes longer than the work on a module.
 */
import { isDebugged } from "./debugged.ts";
import type { LoadedModule, LoadOptions } from "./module-file.ts";
import { ModuleThread, type AskBeforeCode } from "./module-thread.ts";

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

let thread: ModuleThread | undefined;
/** Settles when the thread has finished its last task. */
let lastTask: Promise<unknown> = Promise.resolve();

/** Reads the modules at `paths`, in that order. Throws `ModuleError`. */
export function loadModules(
  paths: readonly string[],
  options: LoadOptions,
  mostMs = MAX_MS,
): Promise<readonly LoadedModule[]> {
  // Under `node inspect` a new thread would wait for its own debugger for ever, so the modules are read in this thread.
  if (isDebugged()) return readHere(paths, options);
  const task = lastTask.then(() => {
    if (thread?.isAlive !== true) thread = new ModuleThread();
    return thread.read({ paths, options }, ask, mostMs);
  });
  lastTask = task.catch(() => undefined);
  return task;
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
