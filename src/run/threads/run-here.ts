/** `runHere` of the library: a scenario run in the calling thread, which hears and is heard between two slices of it. */
import { PS_PER_NS } from "../../base/units.ts";
import { built, checkGiven, placed } from "../lab/given.ts";
import { setUp, withModules, type Experiment, type Scenario } from "../lab/lab.ts";
import { hasTables } from "../lab/tables-of.ts";
import type { RunOptions, RunResults } from "./run.ts";
import { simulate } from "./simulate.ts";

/** Those of `run`, but that it is one thread. */
export type RunHereOptions = Omit<RunOptions, "threads">;

/**
 * Runs a scenario in the calling thread, in slices of about a quarter of a second, between which that thread does what else there is: messages
 * arrive, `signal` is heard and `onProgress` told.
 *
 * For a worker of one's own that can start no further ones, as in a frame without an origin, and for modules of one's own that only it may
 * import. Results are those of `run` with one thread. Rejects with what `run` rejects with; "reject" is heard at the end of a slice, too.
 */
export async function runHere(given: Scenario | string, options: RunHereOptions = {}): Promise<RunResults> {
  const { signal, onAbort = "reject", onProgress } = options;
  try {
    const experiment = await builtHere(given, options);
    const { queue, fabric } = experiment.network;
    const untilNs = experiment.scenario.until / PS_PER_NS;
    const onSlice = (): void => {
      onProgress?.({ nowNs: Math.min(queue.now / PS_PER_NS, untilNs), untilNs, packetHops: fabric.hops });
      if (onAbort === "reject") signal?.throwIfAborted();
    };
    const isCut = (): boolean => signal?.aborted === true;
    const { results } = await simulate(experiment, HERE, { onSlice, onProgress: () => {}, isCut });
    if (onAbort === "reject") signal?.throwIfAborted();
    return { ...results, threads: { count: 1, why: HERE } };
  } catch (error) {
    throw placed(error, given, options);
  }
}

/** A copy of a scenario has its modules as text alone: their code is imported first. */
async function builtHere(given: Scenario | string, options: RunHereOptions): Promise<Experiment> {
  checkGiven(given);
  if (typeof given === "string" || options.own !== undefined || hasTables(given)) return built(given, options);
  return setUp(given, { tables: await withModules(given.modules) });
}

const HERE = "it ran in the thread that asked for it";
