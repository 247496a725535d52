/** Runs of scenarios, each in a thread and into a folder of its own. */
import type { RunSource } from "../store/run-folder.ts";
import type { RunAnswer } from "./comparison.ts";
import { coresEach, runPool, type Outcome, type PoolOptions } from "./pool.ts";
import type { ModuleFile } from "../../scenario/tables.ts";
import type { RunNews } from "./simulate.ts";

export interface RunTask {
  /** The scenario's file, for messages. */
  readonly file: string;
  /** What it uses from files. */
  readonly modules: readonly ModuleFile[];
  /** What it says, known to be a scenario that can run. */
  readonly source: RunSource;
  /** Where the run's folder is to be. */
  readonly folder: string;
}

/** As it is sent to a thread: with the cores that are its own. */
export type RunTaskAlone = RunTask & { readonly cores: number };

/** Outcomes in the order of the tasks; a run that is cut short answers with what it measured. */
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
