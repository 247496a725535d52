/** A run in as many threads as it was cut for: in one, slice by slice. */
import type { Experiment } from "../lab/lab.ts";
import type { Cut } from "../lab/in-parts.ts";
import { runInThreads, type ThreadedRun, type ThreadsProgress } from "./in-threads.ts";
import { runInSlices } from "./slices.ts";

export interface SimulateOptions {
  /** After each slice of a run in one thread: its network says how far it is. */
  readonly onSlice: () => void;
  /** How far a run in several threads is, a few times a second. */
  readonly onProgress: (progress: ThreadsProgress) => void;
  /** Is it to end early, with what it has? */
  readonly isCut: () => boolean;
}

/** `cut` is what `threadsFor` says. Of a run that was cut short the ending is "interrupted". Throws what `Experiment.run` throws. */
export async function simulate(
  experiment: Experiment,
  cut: Cut | string,
  { onSlice, onProgress, isCut }: SimulateOptions,
): Promise<ThreadedRun> {
  if (typeof cut !== "string") return runInThreads(experiment, cut, { onProgress, isCut });
  const ending = await runInSlices(experiment, experiment.scenario.until, onSlice, isCut);
  return { results: experiment.results(ending ?? "interrupted"), isCutShort: ending === undefined, times: [] };
}
