/** `run` of the library: runs a scenario in a thread of its own, while the caller continues. */
import { checkGiven, placed, readScenario, type ReadOptions } from "../lab/scenario-input.ts";
import { ParamError, type Results, type Scenario } from "../lab/lab.ts";
import { PS_PER_NS } from "../../base/units.ts";
import { unpackResults } from "./transfer.ts";
import { errorOf } from "./errors.ts";
import { thread } from "./host.ts";
import type { RunProgress, ScenarioTask, ScenarioMessage, ThreadsUsed } from "./scenario-messages.ts";
import { LOOK_MS, stallWatch } from "./stall.ts";
import type { Threads } from "./threads.ts";

export type { RunProgress, ThreadsUsed };

/** `file`, `readFile` and `set` apply to a scenario that is passed as text. */
export interface RunOptions extends ReadOptions {
  /**
   * The maximum number of threads. The default "auto" uses as many as are worthwhile, at most one a core. The results are those of one
   * thread, to the last bit, except for the count of the engine's events. In a browser, more than one thread needs a page that is
   * cross-origin isolated. The results contain the number of threads used.
   */
  readonly threads?: Threads;
  /** Ends the run early. */
  readonly signal?: AbortSignal;
  /**
   * The effect of `signal`. "reject", the default, ends the thread at once and rejects the promise with the signal's reason. "keep" ends
   * the run within about a second, and returns the measurements up to then with the ending "interrupted".
   */
  readonly onAbort?: "reject" | "keep";
  /** Called a few times a second with the progress of the run. */
  readonly onProgress?: (progress: RunProgress) => void;
}

/** Results, and the threads that the run used. */
export interface RunResults extends Results {
  readonly threads: ThreadsUsed;
}

/**
 * Runs a scenario in a thread of its own (a worker thread of Node, a Web Worker of a browser). Resolves to its results: a summary, and
 * tables of flows, PAUSEs and so on as columns.
 *
 * The same scenario and seed give the same results anywhere. Columns come from the thread without a copy. Each run has a new thread, whose
 * memory is free again when it ends. To run many, start as many at a time as there are cores, with `threads: 1`.
 *
 * Rejects with these errors:
 *
 * - `ScenarioError` for a mistake in a scenario passed as text
 * - `ParamError` for a mistake in a scenario that was read before
 * - the signal's reason for a run that was aborted
 * - `InvariantError` for an internal error of xoff
 * - another `Error` if the thread died, for example because memory ran out
 */
export async function run(given: Scenario | string, options: RunOptions = {}): Promise<RunResults> {
  const { threads = "auto", signal, onAbort = "reject", onProgress } = options;
  if (threads !== "auto" && !(Number.isInteger(threads) && threads >= 1))
    throw new ParamError("threads", "a whole number of threads, or auto", threads);
  checkGiven(given);
  const scenario = typeof given === "string" ? readScenario(given, options) : given;
  if (onAbort === "reject") signal?.throwIfAborted();

  const worker = thread(
    "./scenario-thread.js",
    import.meta.url,
    () => new Worker(new URL("./scenario-thread.js", import.meta.url), { type: "module" }),
  );
  let onSignal: (() => void) | undefined;
  let looks: ReturnType<typeof setInterval> | undefined;
  try {
    return await new Promise<RunResults>((resolve, reject) => {
      const attempt = (work: () => void): void => {
        try {
          work();
        } catch (error) {
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a signal's reason is what its owner made it
          reject(error);
        }
      };
      onSignal = () => {
        attempt(() => {
          if (onAbort === "keep") worker.post("stop");
          else signal?.throwIfAborted();
        });
      };
      signal?.addEventListener("abort", onSignal);
      const watch = stallWatch(scenario);
      const far = { now: 0, hops: 0 };
      worker.onDeath(reject);
      worker.onMessage((told: ScenarioMessage) => {
        attempt(() => {
          if ("progress" in told) {
            ({ nowNs: far.now, packetHops: far.hops } = told.progress);
            onProgress?.(told.progress);
          } else if ("failed" in told) throw placed(errorOf(told.failed), given, options);
          else resolve({ ...unpackResults(told.carried), threads: told.used });
        });
      });
      if (scenario.modules !== undefined)
        looks = setInterval(() => {
          attempt(() => {
            watch({ now: far.now * PS_PER_NS, hops: far.hops });
          });
        }, LOOK_MS);
      const task: ScenarioTask = { scenario, threads };
      worker.post(task);
      if (signal?.aborted === true) onSignal();
    });
  } finally {
    clearInterval(looks);
    if (onSignal !== undefined) signal?.removeEventListener("abort", onSignal);
    void worker.end();
  }
}
