/** Runs an experiment: in one thread for each of its partitions, or slice by slice in this thread. */
import type { Experiment } from "../lab/lab.ts";
import type { Cut } from "../lab/in-partitions.ts";
import { runInThreads, type ThreadedRun, type ThreadsProgress } from "./in-threads.ts";
import { runInSlices } from "./slices.ts";

export interface SimulateOptions {
  /** Called after each slice of a run in one thread. The network of the experiment has the progress. */
  readonly onSlice: () => void;
  /** Called with the progress of a run in several threads, a few times a second. */
  readonly onProgress: (progress: ThreadsProgress) => void;
  /** Returns true if the run must end early, with partial results. */
  readonly isCut: () => boolean;
}

/**
 * Runs an experiment. `cut` is the result of `threadsFor`. A run that was ended early has the ending "interrupted".
 * Throws the errors of `Experiment.run`.
 */
export async function simulate(
  experiment: Experiment,
  cut: Cut | string,
  { onSlice, onProgress, isCut }: SimulateOptions,
): Promise<ThreadedRun> {
  if (typeof cut !== "string") return runInThreads(experiment, cut, { onProgress, isCut });
  const ending = await runInSlices(experiment, experiment.scenario.until, onSlice, isCut);
  return { results: experiment.results(ending ?? "interrupted"), isCutShort: ending === undefined, times: [] };
}
