/** `run` of the library: a scenario run in a thread of its own, whoever asks going on meanwhile. */
import { checkGiven, placed, readScenario, type ReadOptions } from "../lab/given.ts";
import { ParamError, type Results, type Scenario } from "../lab/lab.ts";
import { PS_PER_NS } from "../../base/units.ts";
import { arrived } from "./carried.ts";
import { errorOf } from "./errors.ts";
import { thread } from "./host.ts";
import type { RunProgress, ScenarioTask, ScenarioTold, ThreadsUsed } from "./scenario-talk.ts";
import { LOOK_MS, stallWatch } from "./stall.ts";
import type { Threads } from "./threads.ts";

export type { RunProgress, ThreadsUsed };

/** What `file`, `readFile` and `set` say holds for a scenario that is given as text. */
export interface RunOptions extends ReadOptions {
  /**
   * Most threads for this run; "auto", the default: as many as pay, up to one a core. Results are those of one thread, to the last bit, but for the
   * count of the engine's events. In a
   * browser more than one needs a page that is cross-origin isolated; what a run was given is in its results.
   */
  readonly threads?: Threads;
  /** Ends the run early. */
  readonly signal?: AbortSignal;
  /**
   * What becomes of a run that `signal` ends: "reject", the default, ends its thread at once, and the promise is rejected with the signal's reason;
   * "keep" ends it in order, within a second or so, with what was measured until then and the ending "interrupted".
   */
  readonly onAbort?: "reject" | "keep";
  /** Hears a few times a second how far the run is. */
  readonly onProgress?: (progress: RunProgress) => void;
}

/** Results, and the threads that the run was given. */
export interface RunResults extends Results {
  readonly threads: ThreadsUsed;
}

/**
 * Runs a scenario in a thread of its own (a worker thread of Node, a Web Worker of a browser), and resolves to its results: a summary, and tables of flows,
 * PAUSEs, ports and so on as columns.
 *
 * The same scenario and seed give the same results anywhere. Columns come from the thread without being copied. Each run has a new thread, whose
 * memory is free again when it ends; to run many, start as many at a time as there are cores, with `threads: 1`.
 *
 * Rejects with `ScenarioError` for a mistake in a scenario given as text, `ParamError` for one in a scenario that was read before, the
 * signal's reason for a run that was aborted, `InvariantError` where xoff itself is at fault, and another `Error` where the thread died, for want of memory, say.
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
      worker.onMessage((told: ScenarioTold) => {
        attempt(() => {
          if ("progress" in told) {
            ({ nowNs: far.now, packetHops: far.hops } = told.progress);
            onProgress?.(told.progress);
          } else if ("failed" in told) throw placed(errorOf(told.failed), given, options);
          else resolve({ ...arrived(told.carried), threads: told.used });
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
