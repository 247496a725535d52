/**
 * The interface of a thread, as its starter and the thread itself see it. Implementations: Node's worker_threads
 * (`node-host.ts`) and a browser's Web Workers (`web-host.ts`).
 */

/** A thread, as the code that started it sees it. */
export interface Thread {
  post(message: unknown): void;
  /** Calls `heard` with each message that the thread posts, in order. */
  onMessage(heard: (message: never) => void): void;
  /**
   * Calls `died` when the thread dies. Reasons are an uncaught error, lack of memory, or a module that could not be
   * loaded.
   */
  onDeath(died: (why: Error) => void): void;
  /** Stops the thread at once. Resolves after the thread has ended. */
  end(): Promise<void>;
}

/** The connection to the code that started this thread, as code in the thread sees it. */
export interface Port {
  /** Posts a message. The buffers in `transferred` are moved without a copy. */
  post(message: unknown, transferred?: readonly ArrayBuffer[]): void;
  listen(heard: (message: never) => void): void;
}

/** The environment that provides threads: Node or a browser. */
export interface Host {
  /** The number of cores that threads may use at the same time. */
  readonly cores: () => number;
  /** The reason why a run can use only one thread here. Undefined: it may use several. */
  readonly whyOneThread: () => string | undefined;
  /** Resolves after all pending messages of this thread were handled. */
  readonly nextTurn: () => Promise<void>;
  /** Returns the message port from the calling thread to the thread that started it. */
  readonly ownPort: () => Port;
}
