/**
 * Runs independent tasks, each in its own worker thread, with a limited number at once.
 *
 * A thread ends after one task (docs/decisions/0015-own-worker-pool.md). Its memory is then freed. V8 compiles code for
 * the policies of a single run. A thread that dies loses no other task.
 *
 * Outcomes are in the order of the tasks, even if a later task finishes first. The pool does not depend on scenarios.
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** A message of a thread to the pool (`thread.ts`). */
export type WorkerMessage<Answer, News> =
  | { readonly news: News }
  | { readonly answer: Answer }
  /** The task cannot be done, for the given reason. */
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
  /** Maximum number of threads at once. */
  readonly atOnce: number;
  /** After an abort no further task begins. Running tasks are requested to end early with what they have. */
  readonly signal: AbortSignal;
  readonly onBegin?: (task: number) => void;
  readonly onNews?: (task: number, news: News) => void;
  readonly onEnd?: (task: number, outcome: Outcome<Answer>) => void;
}

/** Number of cores for each of the tasks that run at once. */
export const coresEach = (atOnce: number, tasks: number): number =>
  Math.max(1, Math.floor(availableParallelism() / Math.max(1, Math.min(atOnce, tasks))));

/** Runs the tasks and returns their outcomes. An error of a task becomes its outcome and never rejects the promise. */
export async function runPool<Answer, News>(
  tasks: readonly unknown[],
  options: PoolOptions<Answer, News>,
): Promise<Outcome<Answer>[]> {
  const outcomes = tasks.map((): Outcome<Answer> => ({ kind: "not begun" }));
  let next = 0;
  const takeTurns = async (): Promise<void> => {
    while (next < tasks.length && !options.signal.aborted) {
      const task = next++;
      options.onBegin?.(task);
      outcomes[task] = await inThread(tasks[task], task, options);
      options.onEnd?.(task, outcomes[task]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.atOnce, tasks.length) }, takeTurns));
  return outcomes;
}

function inThread<Answer, News>(
  workerData: unknown,
  task: number,
  { module, signal, onNews }: PoolOptions<Answer, News>,
): Promise<Outcome<Answer>> {
  return new Promise((resolve) => {
    const worker = new Worker(module, { workerData });
    const stop = (): void => {
      worker.postMessage("stop");
    };
    let outcome: Outcome<Answer> | undefined;
    signal.addEventListener("abort", stop);
    worker.on("message", (message: WorkerMessage<Answer, News>) => {
      if ("news" in message) onNews?.(task, message.news);
      else if ("answer" in message) outcome = { kind: "answered", answer: message.answer };
      else outcome = { kind: "failed", why: message.failed, whose: message.whose };
    });
    worker.on("error", (error) => {
      outcome = { kind: "failed", ...explain(error) };
    });
    // Every worker ends with this event.
    worker.on("exit", (code) => {
      signal.removeEventListener("abort", stop);
      resolve(
        outcome ?? { kind: "failed", why: `its thread ended with code ${code} and without a result`, whose: "xoff" },
      );
    });
  });
}

/** Returns the reason of a thread's death. */
export function explain(error: NodeJS.ErrnoException): { readonly why: string; readonly whose: Whose } {
  if (error.code === "ERR_WORKER_OUT_OF_MEMORY")
    return { why: "out of memory: try fewer at once (--jobs 1), or a smaller run", whose: "memory" };
  return { why: error.stack ?? error.message, whose: "xoff" };
}
