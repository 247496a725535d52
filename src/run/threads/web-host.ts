/** Threads of a browser, as Web Workers of type "module". */
import type { Host, Port, Thread } from "./thread.ts";

export const webHost: Host & { readonly thread: (worker: Worker) => Thread } = {
  cores: () => navigator.hardwareConcurrency,

  // Threads of one run share memory. A browser permits shared memory only for a page that is isolated from other sites.
  whyOneThread: () =>
    crossOriginIsolated
      ? undefined
      : "the page is not cross-origin isolated: its server must send Cross-Origin-Opener-Policy: same-origin and " +
        "Cross-Origin-Embedder-Policy: require-corp",

  // The thread posts a message to itself to start the next turn, because a browser delays timers by 4 ms.
  nextTurn: () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(undefined);
    }),

  ownPort: () => portOf(self),

  thread: (worker) => ({
    post: (message) => {
      worker.postMessage(message);
    },
    onMessage: (heard) => {
      worker.addEventListener("message", ({ data }) => {
        heard(data as never);
      });
    },
    onDeath: (died) => {
      worker.addEventListener("error", ({ message }) => {
        died(new Error(message || NOT_LOADED));
      });
    },
    end: () => {
      worker.terminate();
      return Promise.resolve();
    },
  }),
};

/** The error text for a worker's error event without a message. */
const NOT_LOADED = "a worker could not be loaded: its file must be next to the library's, on the same server";

function portOf(own: DedicatedWorkerGlobalScope): Port {
  // An unhandled rejection ends the thread, as in Node.
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
