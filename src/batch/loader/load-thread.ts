/**
 * The thread that reads modules. It reports the modules and waits until the user consents to run their code. Then it
 * imports each module once as a trial, and ends.
 */
import { parentPort, workerData } from "node:worker_threads";
import type { LoadTask, LoadMessage } from "./load-module.ts";
import { ModuleError } from "./module-error.ts";
import type { LoadedModule } from "./module-file.ts";
import { readModules } from "./read-module.ts";

const { paths, options } = workerData as LoadTask;
const tell = (message: LoadMessage): void => parentPort?.postMessage(message);

async function read(): Promise<readonly LoadedModule[]> {
  try {
    const modules = await readModules(paths, options);
    tell({ modules });
    return modules;
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error;
    const { expected, got, hint } = error;
    tell({ expected, got, hint });
    process.exit();
  }
}

const modules = await read();
await new Promise((resolve) => parentPort?.once("message", resolve));
for (const { file, url } of modules) {
  tell({ tries: file });
  try {
    await import(url);
  } catch {
    // An error of the trial import is ignored. The same error occurs again when the module is imported for use.
  }
}
tell({ tried: true });
