/**
 * Runs independent tasks on a few worker threads, each of which does one task after another.
 *
 * To start a thread takes a few tenths of a second. That is little for a run of minutes but too much for a run of
 * milliseconds. So a thread is reused until a single task needs more processor time than `LONG_MS`, or all its tasks
 * together more than `RENEW_MS`.
 *
 * A new thread then replaces it, because V8 specialises code for the first network of a thread. A second network, even
 * of the same scenario, takes up to twice as long (docs/decisions/0015-own-worker-pool.md). A thread is also replaced
 * after a failed task, so that no state remains. If a thread dies, only its current task is lost.
 *
 * The first task begins alone. A further thread starts only if the tasks take longer than its start (`SOON_MS`). A
 * further task begins only if enough memory is free for it and for each running task that has not yet reported. A task
 * is assumed to need as much as the largest task so far. At least one task always runs.
 *
 * Outcomes are in the order of the tasks, even if a later task finishes first. The pool does not depend on scenarios.
 */
import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";

/**
 * Processor time of a task, in ms, after which the next task gets a new thread. A new thread itself needs half a
 * second or more of processor time, to load modules and to warm up its code. The limit does not apply to wall-clock
 * time: on a busy machine even a short task takes long, and a new thread would not pay.
 */
const LONG_MS = 2500;
/** Total processor time of a thread, in ms, after which it is replaced even if none of its tasks took `LONG_MS`. */
const RENEW_MS = 10_000;
/**
 * A second thread starts when the tasks have used this much processor time (in ms) since a task first reported progress. A small
 * comparison with a few short tasks ends before that, in one thread. A second thread would not speed it up, because the
 * start of a thread takes longer than these tasks.
 */
const SOON_MS = 300;
/**
 * The interval, in ms, at which the pool checks whether the first task has reported its memory. No second task begins
 * before that.
 */
const LOOK_MS = 20;
/** The interval, in ms, at which the pool checks whether enough memory is free for a further task. */
const SHORT_MS = 1000;

/** Processor time of all threads of the process so far, ms. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A message of the pool to a thread (`thread.ts`). */
export type Order = "stop" | { readonly task: unknown };

/** A message of a thread to the pool. */
export type WorkerMessage<Answer, News> =
  | { readonly news: News }
  | { readonly answer: Answer }
  /** The task failed, for the given reason. */
  | { readonly failed: string; readonly whose: Whose };

/** The cause of a failed task: its input, an error of xoff, or too little disk or memory. */
export type Whose = "input" | "xoff" | "disk" | "memory";

export type Outcome<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "failed"; readonly why: string; readonly whose: Whose }
  | { readonly kind: "not begun" };

export interface PoolOptions<Answer, News> {
  /** The module that a thread runs. */
  readonly module: URL;
  /** Passed to each thread as it starts. */
  readonly setUp: unknown;
  /** Maximum number of threads at once. */
  readonly atOnce: number;
  /**
   * Idle threads of earlier calls, which this call uses first. At its end, this call adds its own threads. Undefined:
   * this call ends its threads.
   */
  readonly idle?: IdleThreads;
  /** After an abort no further task begins. Running tasks are requested to end early with what they have. */
  readonly signal: AbortSignal;
  readonly onBegin?: (task: number) => void;
  readonly onNews?: (task: number, news: News) => void;
  readonly onEnd?: (task: number, outcome: Outcome<Answer>) => void;
  /** Returns the free memory of the machine in bytes. A test may replace it. */
  readonly available?: () => number;
  /** Returns the resident memory of all threads in bytes. A test may replace it. */
  readonly resident?: () => number;
}

/**
 * The options without the module and the set-up. These two follow from the kind of runs, so a caller does not give
 * them.
 */
export type RunOptions<Answer, News> = Omit<PoolOptions<Answer, News>, "module" | "setUp">;

/** Number of cores for one task, if several tasks run at once. */
export const coresEach = (atOnce: number, tasks: number): number =>
  Math.max(1, Math.floor(availableParallelism() / Math.max(1, Math.min(atOnce, tasks))));

/**
 * Runs the tasks and returns their outcomes in the same order. An error of a task becomes its outcome and never rejects
 * the promise.
 */
export async function runPool<Answer, News>(
  tasks: readonly unknown[],
  options: PoolOptions<Answer, News>,
): Promise<Outcome<Answer>[]> {
  const { atOnce, signal, available = () => process.availableMemory() } = options;
  const { resident = () => process.memoryUsage.rss(), idle } = options;
  const outcomes = tasks.map((): Outcome<Answer> => ({ kind: "not begun" }));
  /**
   * The tasks that are running. The value of a task is true after its first report of progress: its network is built
   * then, so the resident memory includes it.
   */
  const underWay = new Map<number, boolean>();
  /** Largest memory of a task so far, bytes. It is estimated as the resident memory divided by the number of running tasks. */
  let largest = 0;
  let next = 0;
  /** Processor time at the first report, ms. Infinity before it. */
  let heardAt = Infinity;
  const hear = (task: number): void => {
    heardAt = Math.min(heardAt, processorMs());
    underWay.set(task, true);
    largest = Math.max(largest, resident() / underWay.size);
  };
  const mayBegin = (): boolean => {
    const untold = [...underWay.values()].filter((message) => !message).length;
    return underWay.size === 0 || (largest > 0 && available() > largest * (1 + untold));
  };
  /** False as long as the running tasks may end before a further thread would have started. */
  const areLong = (): boolean => underWay.size === 0 || processorMs() - heardAt >= SOON_MS;
  const takeTurns = async (): Promise<void> => {
    let thread: Thread<Answer, News> | undefined;
    while (next < tasks.length && !signal.aborted) {
      if (thread === undefined && idle?.isEmpty !== false && !areLong()) {
        await delay(LOOK_MS);
        continue;
      }
      if (!mayBegin()) {
        const isShort = largest > 0;
        // Ending the thread frees its memory.
        if (isShort) await thread?.end();
        if (isShort) thread = undefined;
        await delay(isShort ? SHORT_MS : LOOK_MS);
        continue;
      }
      const task = next++;
      underWay.set(task, false);
      thread ??= idle?.take<Answer, News>() ?? new Thread(options);
      options.onBegin?.(task);
      outcomes[task] = await thread.does(tasks[task], signal, (news) => {
        hear(task);
        options.onNews?.(task, news);
      });
      underWay.delete(task);
      options.onEnd?.(task, outcomes[task]);
      if (thread.isSpent || outcomes[task].kind === "failed") {
        await thread.end();
        thread = undefined;
      }
    }
    if (thread === undefined) return;
    // After an abort, the thread would end every further task early, so it cannot be used again.
    if (idle === undefined || signal.aborted) await thread.end();
    else idle.add(thread);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, tasks.length) }, takeTurns));
  return outcomes;
}

/**
 * Threads that wait between two calls of `runPool` with the same module and set-up. They keep the process alive until `end`, and keep the
 * memory of their last task.
 */
export class IdleThreads {
  private threads: Thread<never, never>[] = [];

  /** Removes an idle thread from the list and returns it. Undefined if there is no idle thread. */
  take<Answer, News>(): Thread<Answer, News> | undefined {
    this.threads = this.threads.filter((thread) => !thread.isDead);
    return this.threads.pop();
  }

  get isEmpty(): boolean {
    return this.threads.length === 0;
  }

  add<Answer, News>(thread: Thread<Answer, News>): void {
    this.threads.push(thread as unknown as Thread<never, never>);
  }

  async end(): Promise<void> {
    await Promise.all(this.threads.splice(0).map((thread) => thread.end()));
  }
}

class Thread<Answer, News> {
  private readonly worker: Worker;
  isDead = false;
  private worked = 0;
  private longest = 0;
  /** The outcome to report if the thread has died. */
  private died: Outcome<Answer> | undefined;

  constructor({ module, setUp }: { readonly module: URL; readonly setUp: unknown }) {
    this.worker = new Worker(module, { workerData: setUp });
    this.worker.on("error", (error) => {
      this.died = { kind: "failed", ...explain(error) };
    });
    this.worker.on("exit", () => {
      this.isDead = true;
    });
  }

  get isSpent(): boolean {
    return this.worked > RENEW_MS || this.longest > LONG_MS;
  }

  does(task: unknown, signal: AbortSignal, onNews: (news: News) => void): Promise<Outcome<Answer>> {
    const { worker } = this;
    const [began, usedBefore] = [performance.now(), processorMs()];
    return new Promise((resolve) => {
      const stop = (): void => {
        worker.postMessage("stop" satisfies Order);
      };
      const done = (outcome: Outcome<Answer>): void => {
        signal.removeEventListener("abort", stop);
        worker.off("message", hear).off("exit", exited);
        // The processor time of this thread is not known. It is at most the wall-clock time, and at most the processor
        // time of all threads (`processorMs`). The smaller bound counts.
        const used = Math.min(performance.now() - began, processorMs() - usedBefore);
        this.worked += used;
        this.longest = Math.max(this.longest, used);
        resolve(outcome);
      };
      const hear = (message: WorkerMessage<Answer, News>): void => {
        if ("news" in message) onNews(message.news);
        else if ("answer" in message) done({ kind: "answered", answer: message.answer });
        else done({ kind: "failed", why: message.failed, whose: message.whose });
      };
      const exited = (code: number): void => {
        const why = `its thread ended with code ${code} and without a result`;
        done(this.died ?? { kind: "failed", why, whose: "xoff" });
      };
      worker.on("message", hear).on("exit", exited);
      signal.addEventListener("abort", stop);
      worker.postMessage({ task } satisfies Order);
      if (signal.aborted) stop();
    });
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}

/** Returns the reason of a thread's death. */
export function explain(error: NodeJS.ErrnoException): { readonly why: string; readonly whose: Whose } {
  if (error.code === "ERR_WORKER_OUT_OF_MEMORY")
    return { why: "out of memory: try fewer at once (--jobs 1), or a smaller run", whose: "memory" };
  return { why: error.stack ?? error.message, whose: "xoff" };
}
