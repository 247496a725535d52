/** The main thread of `xoff test`. It tests the module in a second thread, and ends that thread if a hook does not return. */
import { Worker } from "node:worker_threads";
import type { ModuleFile } from "../../scenario/tables.ts";
import type { OwnFigures } from "../../report/columns.ts";

export interface Trial {
  readonly name: string;
  readonly passed: boolean;
  /** The reason of a failure, or a remark on a passed check. */
  readonly note?: string;
}

/** The measured values of two runs of the small fabric: with the default policies (`usual`) and with the module (`own`). */
export interface Beside {
  readonly usual: OwnFigures;
  readonly own: OwnFigures;
}

export type TestMessage = Trial | { readonly begins: string } | { readonly beside: Beside } | { readonly done: true };

export interface Tested {
  readonly trials: readonly Trial[];
  /** The measured values with the default policies and with the module. Undefined if the module does not run. */
  readonly beside: Beside | undefined;
}

/**
 * The input of `xoff test`: a module, settings for the small fabric in which the module runs, and the modules that
 * these settings name.
 */
export interface Tried {
  readonly module: ModuleFile;
  /** The module and all others that its runs need. */
  readonly modules: readonly ModuleFile[];
  readonly set: readonly string[];
}

/** Time limit of a check, ms. A check normally takes seconds. */
const MAX_MS = 60_000;

/** `onTrial` is called as each check ends. */
export function testModule(tried: Tried, onTrial: (trial: Trial) => void, mostMs = MAX_MS): Promise<Tested> {
  return new Promise((resolve) => {
    const trials: Trial[] = [];
    let compared: Beside | undefined;
    let now = "is loaded";
    let isDone = false;
    const end = (trial: Trial): void => {
      trials.push(trial);
      onTrial(trial);
    };
    const worker = new Worker(new URL("./test-thread.js", import.meta.url), { workerData: tried });
    const bark = (): void => {
      isDone = true;
      end({
        name: now,
        passed: false,
        note: `no answer for ${mostMs / 1000} s: does a hook of ${tried.module.file} loop for ever? The rest was not tried`,
      });
      void worker.terminate();
    };
    let watchdog = setTimeout(bark, mostMs);
    worker.on("message", (message: TestMessage) => {
      clearTimeout(watchdog);
      watchdog = setTimeout(bark, mostMs);
      if ("begins" in message) now = message.begins;
      else if ("beside" in message) compared = message.beside;
      else if ("done" in message) isDone = true;
      else end(message);
    });
    worker.on("error", (error) => {
      if (!isDone) end({ name: now, passed: false, note: error.message });
      isDone = true;
    });
    worker.on("exit", (code) => {
      clearTimeout(watchdog);
      if (!isDone) end({ name: now, passed: false, note: `its thread ended with code ${code} and without a result` });
      resolve({ trials, beside: compared });
    });
  });
}
