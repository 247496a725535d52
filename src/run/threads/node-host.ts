/**
 * Threads of Node. Node's modules are requested by name at run time, because this file must also load in a browser,
 * which does not have them.
 */
import type { Host, Port, Thread } from "./thread.ts";

const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> };
const threads = process?.getBuiltinModule?.("node:worker_threads");
const os = process?.getBuiltinModule?.("node:os");

/** Threads of Node. Undefined: the environment is not Node. */
export const nodeHost: (Host & { readonly thread: (module: URL) => Thread }) | undefined =
  threads === undefined
    ? undefined
    : {
        cores: () => os?.availableParallelism() ?? 1,
        whyOneThread: () => undefined,
        nextTurn: () =>
          new Promise((resolve) => {
            setImmediate(resolve);
          }),
        ownPort: () => portOf(threads.parentPort),
        thread: (module) => threadOf(new threads.Worker(module)),
      };

function threadOf(worker: InstanceType<NonNullable<typeof threads>["Worker"]>): Thread {
  let hasDied = false;
  let isEnding = false;
  return {
    post: (message) => {
      worker.postMessage(message);
    },
    onMessage: (heard) => {
      worker.on("message", (message) => {
        heard(message as never);
      });
    },
    onDeath: (died) => {
      worker.on("error", (error) => {
        hasDied = true;
        died(error);
      });
      worker.on("exit", (code) => {
        if (!hasDied && !isEnding) died(new Error(`a thread ended by itself, with code ${code}`));
      });
    },
    end: async () => {
      isEnding = true;
      await worker.terminate();
    },
  };
}

function portOf(port: NonNullable<typeof threads>["parentPort"]): Port {
  if (port === null) throw new Error("this module runs in a worker thread");
  return {
    post: (message, transferred = []) => {
      port.postMessage(message, transferred);
    },
    listen: (heard) => {
      port.on("message", (message) => {
        heard(message as never);
      });
    },
  };
}
