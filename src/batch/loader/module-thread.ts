/** The caller's side of a thread that reads modules and imports each of them once as a trial. The thread's code is load-thread.ts. */
import { Worker } from "node:worker_threads";
import { ModuleError } from "./module-error.ts";
import type { LoadedModule, LoadOptions } from "./module-file.ts";

export interface LoadTask {
  readonly paths: readonly string[];
  readonly options: LoadOptions;
}

/** The answer to the thread's list of modules: import them as a trial, or do not, because the user does not consent. */
export type Consent = "try them" | "leave them";

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
export type AskBeforeCode = (modules: readonly LoadedModule[], options: LoadOptions) => void;

/** A task in progress. */
interface Pending extends LoadTask {
  readonly ask: AskBeforeCode;
  /** Time limit for the trial import of one module, in ms. */
  readonly mostMs: number;
  readonly resolve: (modules: readonly LoadedModule[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Works on one task at a time. While it is idle, it does not keep the process alive. */
export class ModuleThread {
  /** False after a trial that did not end, or after an error outside of any module. Later tasks need a new thread. */
  isAlive = true;
  // The output of the trial import is discarded: the code prints it again when it is imported for use.
  private readonly worker = new Worker(new URL("./load-thread.js", import.meta.url), { stdout: true });
  private pending: Pending | undefined;
  private modules: readonly LoadedModule[] = [];
  /** The file of the module whose trial is in progress. */
  private tries = "";
  private watchdog: NodeJS.Timeout | undefined;

  constructor() {
    this.worker.on("message", (message: LoadMessage) => this.receive(message));
    this.worker.on("error", (error) => this.abandon(error));
    this.worker.on("exit", () => this.abandon(this.endless("one that waits forever")));
  }

  /** Reads the modules at `paths`, in that order, and imports each as a trial. Rejects with `ModuleError`. */
  read(task: LoadTask, ask: AskBeforeCode, mostMs: number): Promise<readonly LoadedModule[]> {
    this.worker.ref();
    this.worker.postMessage(task);
    return new Promise((resolve, reject) => {
      this.pending = { ...task, ask, mostMs, resolve, reject };
    });
  }

  private receive(message: LoadMessage): void {
    clearTimeout(this.watchdog);
    const { pending } = this;
    if (pending === undefined) return;
    if ("expected" in message) {
      this.finish();
      pending.reject(new ModuleError(message.expected, message.got, message.hint));
    } else if ("modules" in message) this.haveRead(message.modules, pending);
    else if ("tries" in message) {
      this.tries = message.tries;
      const { mostMs } = pending;
      const late = (): void => this.abandon(this.endless(`none within ${mostMs / 1000} s`));
      this.watchdog = setTimeout(late, mostMs);
    } else {
      this.finish();
      pending.resolve(this.modules);
    }
  }

  private haveRead(modules: readonly LoadedModule[], { ask, options, resolve, reject }: Pending): void {
    this.modules = modules;
    if (options.isReadOnly === true) {
      this.finish();
      resolve(modules);
      return;
    }
    try {
      ask(modules, options);
      this.answer("try them");
    } catch (error) {
      this.answer("leave them");
      this.finish();
      reject(error);
    }
  }

  private answer(consent: Consent): void {
    this.worker.postMessage(consent);
  }

  private endless(got: string): ModuleError {
    return new ModuleError("a file whose top-level code ends", `${got} (${this.tries})`, "Look for an endless loop.");
  }

  /** Ends the thread, and the task in progress with an error. */
  private abandon(error: unknown): void {
    const { pending } = this;
    this.isAlive = false;
    void this.worker.terminate();
    this.finish();
    pending?.reject(error);
  }

  private finish(): void {
    clearTimeout(this.watchdog);
    this.pending = undefined;
    this.worker.unref();
  }
}
