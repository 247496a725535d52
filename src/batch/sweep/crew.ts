/**
 * Many short tasks by few threads, each of which does one after the other.
 *
 * `pool.ts` gives each task a thread of its own, which takes some tenths of a second: nothing beside a run of minutes, everything beside one of
 * milliseconds. Here a thread goes on until a task has taken `LONG_MS`, or all of its tasks `RENEW_MS`; then another takes its place. For V8 specialises
 * code for the first network that a thread makes: a second one, were it of the same scenario, takes up to twice as long
 * (docs/decisions/0015-own-worker-pool.md). And what a failed task left behind ends with its thread. A thread that dies takes the task along
 * that it was at, and no other.
 *
 * The first task begins alone. Then no further one begins unless the machine has as much memory free as the largest so far has held, for it and for each that
 * has not said yet; one always goes on.
 */
import { Worker } from "node:worker_threads";
import { setTimeout as delay } from "node:timers/promises";
import { explain, type Outcome, type PoolOptions, type Told } from "./pool.ts";

/** After a task of so many ms a new thread for the next one pays: half a second or more goes to its modules, and to code that is cold again. */
const LONG_MS = 2500;
/** So long a thread works at shorter ones before another takes its place. */
const RENEW_MS = 10_000;
/** Between two looks whether the first has said what it holds, and whether there is memory again. */
const LOOK_MS = 20;
const SHORT_MS = 1000;

export interface CrewOptions<Answer, News> extends PoolOptions<Answer, News> {
  /** Handed to each thread as it begins. */
  readonly setUp: unknown;
  /** Bytes that the machine has free, and that all threads have in memory. */
  readonly available?: () => number;
  readonly resident?: () => number;
}

/** What a crew's thread is sent. */
export type Order = "stop" | { readonly task: unknown };

/** Never rejects for what a task does. Outcomes in the order of the tasks. */
export async function runCrew<Answer, News>(
  tasks: readonly unknown[],
  options: CrewOptions<Answer, News>,
): Promise<Outcome<Answer>[]> {
  const { atOnce, signal, available = () => process.availableMemory() } = options;
  const { resident = () => process.memoryUsage.rss() } = options;
  const outcomes = tasks.map((): Outcome<Answer> => ({ kind: "not begun" }));
  /** Tasks under way: has each said anything? Then its network is built, and counts among what is resident. */
  const underWay = new Map<number, boolean>();
  /** Most bytes that a task was ever found to hold: what all threads hold, in equal parts. */
  let largest = 0;
  let next = 0;
  const hear = (task: number): void => {
    underWay.set(task, true);
    largest = Math.max(largest, resident() / underWay.size);
  };
  const mayBegin = (): boolean => {
    const untold = [...underWay.values()].filter((told) => !told).length;
    return underWay.size === 0 || (largest > 0 && available() > largest * (1 + untold));
  };
  const takeTurns = async (): Promise<void> => {
    let thread: Thread<Answer, News> | undefined;
    while (next < tasks.length && !signal.aborted) {
      if (!mayBegin()) {
        const isShort = largest > 0;
        if (isShort) await thread?.end(); // what it holds is free again
        if (isShort) thread = undefined;
        await delay(isShort ? SHORT_MS : LOOK_MS);
        continue;
      }
      const task = next++;
      underWay.set(task, false);
      thread ??= new Thread(options);
      options.onBegin?.(task);
      outcomes[task] = await thread.does(tasks[task], (news) => {
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
    await thread?.end();
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, tasks.length) }, takeTurns));
  return outcomes;
}

class Thread<Answer, News> {
  private readonly worker: Worker;
  private readonly signal: AbortSignal;
  private worked = 0;
  private longest = 0;
  /** Why it died. */
  private died: Outcome<Answer> | undefined;

  constructor({
    module,
    setUp,
    signal,
  }: {
    readonly module: URL;
    readonly setUp: unknown;
    readonly signal: AbortSignal;
  }) {
    this.worker = new Worker(module, { workerData: setUp });
    this.signal = signal;
    this.worker.on("error", (error) => {
      this.died = { kind: "failed", ...explain(error) };
    });
  }

  get isSpent(): boolean {
    return this.worked > RENEW_MS || this.longest > LONG_MS;
  }

  does(task: unknown, onNews: (news: News) => void): Promise<Outcome<Answer>> {
    const { worker, signal } = this;
    const began = performance.now();
    return new Promise((resolve) => {
      const stop = (): void => {
        worker.postMessage("stop" satisfies Order);
      };
      const done = (outcome: Outcome<Answer>): void => {
        signal.removeEventListener("abort", stop);
        worker.off("message", hear).off("exit", exited);
        const took = performance.now() - began;
        this.worked += took;
        this.longest = Math.max(this.longest, took);
        resolve(outcome);
      };
      const hear = (told: Told<Answer, News>): void => {
        if ("news" in told) onNews(told.news);
        else if ("answer" in told) done({ kind: "answered", answer: told.answer });
        else done({ kind: "failed", why: told.failed, whose: told.whose });
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
