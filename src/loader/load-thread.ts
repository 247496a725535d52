/** What a thread does that reads modules: it answers, and ends with it. */
import { parentPort, workerData } from "node:worker_threads";
import type { LoadTask, LoadTold } from "./load-module.ts";
import { ModuleError } from "./module-error.ts";
import { readModules } from "./read-module.ts";

const { paths, options } = workerData as LoadTask;

async function read(): Promise<LoadTold> {
  try {
    return { modules: await readModules(paths, options) };
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error;
    const { expected, got, hint } = error;
    return { expected, got, hint };
  }
}

parentPort?.postMessage(await read());
