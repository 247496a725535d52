/** A thread as both sides have it, whoever provides it: Node's worker_threads (`node-host.ts`), or a browser's Web Workers (`web-host.ts`). */

/** The side that started it. */
export interface Thread {
  post(message: unknown): void;
  /** `heard` is given what the thread posts, in order. */
  onMessage(heard: (message: never) => void): void;
  /** It died: of an error that it did not catch, of memory that ran out, or because its module could not be loaded. */
  onDeath(died: (why: Error) => void): void;
  /** Ends it wherever it is; resolves once it is gone. */
  end(): Promise<void>;
}

/** The thread's own side. */
export interface Port {
  /** What lies in the buffers of `transferred` goes over without being copied. */
  post(message: unknown, transferred?: readonly ArrayBuffer[]): void;
  listen(heard: (message: never) => void): void;
}

/** Whoever provides threads. */
export interface Host {
  /** Cores that threads may use at once. */
  readonly cores: () => number;
  /** Why a run has to do with one thread here; undefined: it has not. */
  readonly whyOneThread: () => string | undefined;
  /** Resolves once messages that have come were heard. */
  readonly nextTurn: () => Promise<void>;
  /** The port of the thread that asks. */
  readonly ownPort: () => Port;
}
