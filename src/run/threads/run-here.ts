/** `runHere` of the library: runs a scenario in slices in the calling thread, which can handle messages between slices. */
import { PS_PER_NS } from "../../base/units.ts";
import { built, checkGiven, placed } from "../lab/scenario-input.ts";
import { setUp, withModules, type Experiment, type Scenario } from "../lab/lab.ts";
import { hasTables } from "../lab/scenario-tables.ts";
import type { RunOptions, RunResults } from "./run.ts";
import { simulate } from "./simulate.ts";

/** The options of `run`, except `threads`, because `runHere` uses one thread. */
export type RunHereOptions = Omit<RunOptions, "threads">;

/**
 * Runs a scenario in the calling thread, in slices of about a quarter of a second. Between slices the thread does its
 * other work: messages arrive, `signal` takes effect, and `onProgress` is called.
 *
 * Use it in your own worker if that worker cannot start further workers, as in an iframe with an opaque origin. Use it
 * also for user modules that only this thread may import.
 *
 * The results equal those of `run` with one thread. Rejects with the errors of `run`. With `onAbort: "reject"` an abort
 * ends the run after the current slice, and not at once as in `run`.
 */
export async function runHere(given: Scenario | string, options: RunHereOptions = {}): Promise<RunResults> {
  const { signal, onAbort = "reject", onProgress, onPorts } = options;
  try {
    const experiment = await builtHere(given, options);
    const { queue, fabric } = experiment.network;
    const untilNs = experiment.scenario.until / PS_PER_NS;
    const onSlice = (): void => {
      onProgress?.({ nowNs: Math.min(queue.now / PS_PER_NS, untilNs), untilNs, packetHops: fabric.hops });
      if (onAbort === "reject") signal?.throwIfAborted();
    };
    const isCut = (): boolean => signal?.aborted === true;
    const { results } = await simulate(experiment, HERE, { onSlice, onProgress: () => {}, isCut, onPorts });
    if (onAbort === "reject") signal?.throwIfAborted();
    return { ...results, threads: { count: 1, why: HERE } };
  } catch (error) {
    throw placed(error, given, options);
  }
}

/**
 * Builds the experiment. A copy of a scenario contains only the text of its modules, so their code is imported first.
 */
async function builtHere(given: Scenario | string, options: RunHereOptions): Promise<Experiment> {
  checkGiven(given);
  if (typeof given === "string" || options.own !== undefined || hasTables(given)) return built(given, options);
  return setUp(given, { tables: await withModules(given.modules) });
}

const HERE = "it ran in the thread that asked for it";
