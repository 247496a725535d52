/**
 * The thread that reads modules. For each task it reports the modules and waits until the user consents to run their
 * code. Then it imports each module once as a trial.
 */
import { parentPort } from "node:worker_threads";
import { ModuleError } from "./module-error.ts";
import type { LoadedModule } from "./module-file.ts";
import type { Consent, LoadMessage, LoadTask } from "./module-thread.ts";
import { readModules } from "./read-module.ts";

const tell = (message: LoadMessage): void => parentPort?.postMessage(message);
/**
 * Waits for the next message. Only this wait keeps the thread alive, and during the trial import of a module there is no
 * such wait. So if the module waits for an event that never comes, the thread ends.
 */
const next = <Message>(): Promise<Message> => new Promise((resolve) => parentPort?.once("message", resolve));

/** Returns the modules to try, or undefined if no module of this task is to be tried. */
async function read({ paths, options }: LoadTask): Promise<readonly LoadedModule[] | undefined> {
  try {
    const modules = await readModules(paths, options);
    tell({ modules });
    return options.isReadOnly === true ? undefined : modules;
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error;
    const { expected, got, hint } = error;
    tell({ expected, got, hint });
    return undefined;
  }
}

for (;;) {
  const modules = await read(await next<LoadTask>());
  if (modules === undefined || (await next<Consent>()) === "leave them") continue;
  for (const { file, url } of modules) {
    tell({ tries: file });
    try {
      await import(url);
    } catch {
      // An error of the trial import is ignored. The same error occurs again when the module is imported for use.
    }
  }
  tell({ tried: true });
}
