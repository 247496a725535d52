/**
 * A worker thread that runs one module after another, for warm.mjs, so that the modules that they import are loaded and compiled once. A message
 * has the next module with its `workerData` and `parentPort`.
 */
import { syncBuiltinESMExports } from "node:module";
import worker from "node:worker_threads";

let modules = 0;

worker.parentPort.on("message", ({ module, workerData, parentPort }) => {
  Object.assign(worker, { workerData, parentPort });
  syncBuiltinESMExports();
  void import(`${module}?${++modules}`);
});
