/**
 * The interface of a thread, for both sides. Node's worker_threads (`node-host.ts`) or a browser's Web Workers (`web-host.ts`) provide it.
 */

/** The side that started the thread. */
export interface Thread {
  post(message: unknown): void;
  /** `heard` is called with the messages that the thread posts, in order. */
  onMessage(heard: (message: never) => void): void;
  /** Called when the thread dies: of an uncaught error, of lack of memory, or because its module could not be loaded. */
  onDeath(died: (why: Error) => void): void;
  /** Ends the thread at once. Resolves when it has ended. */
  end(): Promise<void>;
}

/** The thread's own side. */
export interface Port {
  /** The buffers in `transferred` are transferred without a copy. */
  post(message: unknown, transferred?: readonly ArrayBuffer[]): void;
  listen(heard: (message: never) => void): void;
}

/** The provider of threads. */
export interface Host {
  /** The number of cores that threads may use at once. */
  readonly cores: () => number;
  /** The reason why a run has only one thread here. Undefined: it may have several. */
  readonly whyOneThread: () => string | undefined;
  /** Resolves after all pending messages were handled. */
  readonly nextTurn: () => Promise<void>;
  /** The port of the calling thread. */
  readonly ownPort: () => Port;
}
