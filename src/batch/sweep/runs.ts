/** Runs of scenarios on a few threads, each run in its own folder. */
import type { RunSource } from "../store/run-folder.ts";
import type { RunAnswer } from "./comparison.ts";
import { coresEach, runPool, type Outcome, type RunOptions } from "./pool.ts";
import type { ModuleFile } from "../../scenario/tables.ts";
import type { RunNews } from "./simulate.ts";

export interface RunTask {
  /** The scenario's file, for messages. */
  readonly file: string;
  /** The modules from files that the scenario uses. */
  readonly modules: readonly ModuleFile[];
  /** The scenario, already checked. */
  readonly source: RunSource;
  readonly folder: string;
}

/** Input that all runs of a thread have in common. */
export interface RunsSetUp {
  /** Number of cores that each run may use. */
  readonly cores: number;
}

/**
 * Makes the runs and returns their outcomes in the order of the tasks. An interrupted run returns the results up to its
 * interruption.
 */
export function runAll(
  tasks: readonly RunTask[],
  options: RunOptions<RunAnswer, RunNews>,
): Promise<Outcome<RunAnswer>[]> {
  const setUp: RunsSetUp = { cores: coresEach(options.atOnce, tasks.length) };
  return runPool(tasks, { ...options, setUp, module: new URL("./run-thread.js", import.meta.url) });
}
