/** Runs of scenarios, each in its own thread and folder. */
import type { RunSource } from "../store/run-folder.ts";
import type { RunAnswer } from "./comparison.ts";
import { coresEach, runPool, type Outcome, type PoolOptions } from "./pool.ts";
import type { ModuleFile } from "../../scenario/tables.ts";
import type { RunNews } from "./simulate.ts";

export interface RunTask {
  /** The scenario's file, for messages. */
  readonly file: string;
  /** The modules from files that the scenario uses. */
  readonly modules: readonly ModuleFile[];
  /** The scenario, already checked. */
  readonly source: RunSource;
  /** The path of the run's folder. */
  readonly folder: string;
}

/** The task as it is sent to a thread, with the number of cores that it may use. */
export type RunTaskAlone = RunTask & { readonly cores: number };

/**
 * Makes the runs and returns their outcomes in the order of the tasks. An interrupted run returns the results up to its
 * interruption.
 */
export function runAll(
  tasks: readonly RunTask[],
  options: Omit<PoolOptions<RunAnswer, RunNews>, "module">,
): Promise<Outcome<RunAnswer>[]> {
  const cores = coresEach(options.atOnce, tasks.length);
  return runPool(
    tasks.map((task): RunTaskAlone => ({ ...task, cores })),
    { ...options, module: new URL("./run-thread.js", import.meta.url) },
  );
}
