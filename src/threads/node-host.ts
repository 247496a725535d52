/** Threads of Node. Its modules are asked for by name while it runs, so that a browser, which has none, can load this file as well. */
import type { Port, Thread } from "./thread.ts";

const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> };
const threads = process?.getBuiltinModule?.("node:worker_threads");
const os = process?.getBuiltinModule?.("node:os");

export const isHere = threads !== undefined;

export const cores = (): number => os?.availableParallelism() ?? 1;

export const whyOneThread = (): undefined => undefined;

export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

export function thread(module: URL): Thread {
  if (threads === undefined) throw new Error("there are no threads of Node here");
  const worker = new threads.Worker(module);
  const gone = new Promise<number>((resolve) => {
    worker.once("exit", resolve);
  });
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
      void gone.then((code) => {
        if (!hasDied && !isEnding) died(new Error(`a thread ended by itself, with code ${code}`));
      });
    },
    end: async () => {
      isEnding = true;
      await worker.terminate();
    },
  };
}

export function ownPort(): Port {
  const port = threads?.parentPort;
  if (!port) throw new Error("this module runs in a worker thread");
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
