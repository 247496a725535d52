/** Runs of scenarios, each in a thread and into a folder of its own. */
import type { RunSource } from "../store/run-folder.ts";
import type { RunAnswer } from "./comparison.ts";
import { runPool, type Outcome, type PoolOptions } from "./pool.ts";
import type { RunNews } from "./simulate.ts";

export interface RunTask {
  /** The scenario's file, for messages. */
  readonly file: string;
  /** What it says, known to be a scenario that can run. */
  readonly source: RunSource;
  /** Where the run's folder is to be. */
  readonly folder: string;
}

/** Outcomes in the order of the tasks; a run that is cut short answers with what it measured. */
export function runAll(
  tasks: readonly RunTask[],
  options: Omit<PoolOptions<RunAnswer, RunNews>, "module">,
): Promise<Outcome<RunAnswer>[]> {
  return runPool(tasks, { ...options, module: new URL("./run-thread.js", import.meta.url) });
}
