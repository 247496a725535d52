/** Threads of a browser: module workers. */
import type { Port, Thread } from "./thread.ts";

export type WebWorker = Worker;

export const cores = (): number => navigator.hardwareConcurrency;

/** Threads of one run share memory, which a browser gives only to a page that no other site can look into. */
export const whyOneThread = (): string | undefined =>
  crossOriginIsolated
    ? undefined
    : "the page is not cross-origin isolated: its server must send Cross-Origin-Opener-Policy: same-origin and " +
      "Cross-Origin-Embedder-Policy: require-corp";

/** By way of a message: timers wait for 4 ms. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });

export function thread(worker: WebWorker): Thread {
  return {
    post: (message) => {
      worker.postMessage(message);
    },
    onMessage: (heard) => {
      worker.addEventListener("message", ({ data }) => {
        heard(data as never);
      });
    },
    onDeath: (died) => {
      // A module that cannot be loaded gives an event without a message.
      worker.addEventListener("error", ({ message }) => {
        died(
          new Error(
            message || "a worker could not be loaded: its file must lie beside the library's, on the same server",
          ),
        );
      });
    },
    end: () => {
      worker.terminate();
      return Promise.resolve();
    },
  };
}

export function ownPort(): Port {
  const own = self as unknown as DedicatedWorkerGlobalScope;
  // A promise that fails ends the thread, as it does in Node.
  own.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    own.reportError(event.reason);
  });
  return {
    post: (message, transferred = []) => {
      own.postMessage(message, [...transferred]);
    },
    listen: (heard) => {
      own.addEventListener("message", ({ data }) => {
        heard(data as never);
      });
    },
  };
}
