/**
 * Independent tasks, each in a worker thread of its own, so many at once.
 *
 * A thread does one task and ends with it (docs/decisions/0015-own-worker-pool.md): its memory is free again, code is specialised for the
 * policies of one run alone, and a thread that dies takes its own task along and no other. Answers come back in the order of the tasks,
 * whichever was ready first. Knows no scenario.
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** What a thread tells the pool (`thread.ts`). */
export type Told<Answer, News> =
  | { readonly news: News }
  | { readonly answer: Answer }
  /** The task cannot be done, for the reason given. */
  | { readonly failed: string; readonly whose: Whose };

/** Whose fault it is that a task was not done: that of what it was given, ours, or that of a machine short of disk or memory. */
export type Whose = "input" | "xoff" | "disk" | "memory";

export type Outcome<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "failed"; readonly why: string; readonly whose: Whose }
  | { readonly kind: "not begun" };

export interface PoolOptions<Answer, News> {
  /** The module that a thread runs. */
  readonly module: URL;
  /** Most threads at once. */
  readonly atOnce: number;
  /** When it aborts, no task begins any more, and those that run are asked to end early with what they have. */
  readonly signal: AbortSignal;
  readonly onBegin?: (task: number) => void;
  readonly onNews?: (task: number, news: News) => void;
  readonly onEnd?: (task: number, outcome: Outcome<Answer>) => void;
}

/** Cores that each of so many tasks has for itself. */
export const coresEach = (atOnce: number, tasks: number): number =>
  Math.max(1, Math.floor(availableParallelism() / Math.max(1, Math.min(atOnce, tasks))));

/** Never rejects for what a task does. */
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
    worker.on("message", (told: Told<Answer, News>) => {
      if ("news" in told) onNews?.(task, told.news);
      else if ("answer" in told) outcome = { kind: "answered", answer: told.answer };
      else outcome = { kind: "failed", why: told.failed, whose: told.whose };
    });
    worker.on("error", (error) => {
      outcome = { kind: "failed", ...explain(error) };
    });
    // Comes last, whatever came before.
    worker.on("exit", (code) => {
      signal.removeEventListener("abort", stop);
      resolve(
        outcome ?? { kind: "failed", why: `its thread ended with code ${code} and without a result`, whose: "xoff" },
      );
    });
  });
}

/** Why a thread died. */
export function explain(error: NodeJS.ErrnoException): { readonly why: string; readonly whose: Whose } {
  if (error.code === "ERR_WORKER_OUT_OF_MEMORY")
    return { why: "out of memory: try fewer at once (--jobs 1), or a smaller run", whose: "memory" };
  return { why: error.stack ?? error.message, whose: "xoff" };
}
