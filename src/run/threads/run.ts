/** `run` of the library: runs a scenario in a separate thread, while the calling thread continues. */
import { checkGiven, placed, readScenario, type ReadOptions } from "../lab/scenario-input.ts";
import { ParamError, type Results, type Scenario } from "../lab/lab.ts";
import { PS_PER_NS } from "../../base/units.ts";
import { unpackResults } from "./transfer.ts";
import { errorOf } from "./errors.ts";
import { thread } from "./host.ts";
import type { PortStates } from "../measure/port-states.ts";
import type { RunProgress, ScenarioTask, ScenarioMessage, ThreadsUsed } from "./scenario-messages.ts";
import { LOOK_MS, stallWatch } from "./stall.ts";
import type { Threads } from "./threads.ts";

export type { PortStates, RunProgress, ThreadsUsed };

/** The options of `run`. `file`, `readFile` and `set` apply only to a scenario that is passed as text. */
export interface RunOptions extends ReadOptions {
  /**
   * The maximum number of threads. The default "auto" uses as many as are worthwhile, at most one for each core. The
   * results contain the number of threads used.
   *
   * Except for the count of the engine's events, the results equal those of one thread to the last bit. In a browser,
   * more than one thread needs a page that is cross-origin isolated.
   */
  readonly threads?: Threads;
  /** A signal that ends the run early. */
  readonly signal?: AbortSignal;
  /**
   * The effect of an abort by `signal`.
   *
   * - "reject", the default: the thread ends at once, and the promise is rejected with the signal's reason.
   * - "keep": the run ends within about a second. The promise resolves to the measurements up to then, with the ending
   *   "interrupted".
   */
  readonly onAbort?: "reject" | "keep";
  /** Called a few times a second with the progress of the run. */
  readonly onProgress?: (progress: RunProgress) => void;
  /**
   * Called up to five times a second with the queues and pauses of all ports, for a display of the run. It changes no
   * result. Absent: the states are not read.
   */
  readonly onPorts?: (states: PortStates) => void;
}

/** The results of a run, and the number of threads that it used. */
export interface RunResults extends Results {
  readonly threads: ThreadsUsed;
}

/**
 * Runs a scenario in a separate thread (a worker thread of Node, a Web Worker of a browser). Resolves to its results: a
 * summary, and tables as columns, such as the tables of flows and PAUSEs.
 *
 * The same scenario and seed give the same results anywhere. Columns are transferred from the thread without a copy.
 * Each run has a new thread, whose memory is freed when the run ends. For many runs, start as many at a time as there
 * are cores, with `threads: 1`.
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
  const { threads = "auto", signal, onAbort = "reject", onProgress, onPorts } = options;
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
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a signal's reason may be any value
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
      worker.onMessage((message: ScenarioMessage) => {
        attempt(() => {
          if ("progress" in message) {
            ({ nowNs: far.now, packetHops: far.hops } = message.progress);
            onProgress?.(message.progress);
          } else if ("ports" in message) onPorts?.(message.ports);
          else if ("failed" in message) throw placed(errorOf(message.failed), given, options);
          else resolve({ ...unpackResults(message.carried), threads: message.used });
        });
      });
      if (scenario.modules !== undefined)
        looks = setInterval(() => {
          attempt(() => {
            watch({ now: far.now * PS_PER_NS, hops: far.hops });
          });
        }, LOOK_MS);
      const task: ScenarioTask = { scenario, threads, reportsPorts: onPorts !== undefined };
      worker.post(task);
      if (signal?.aborted === true) onSignal();
    });
  } finally {
    clearInterval(looks);
    if (onSignal !== undefined) signal?.removeEventListener("abort", onSignal);
    void worker.end();
  }
}
