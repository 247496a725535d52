/**
 * The thread that makes runs of a sweep and writes each of them as a row. For each run it answers the thread pool: true if
 * the row is written, false if the run was interrupted.
 */
import { RESULTS_ID } from "../../base/version.ts";
import { fixedParts, flowSet } from "../../run/lab/lab.ts";
import { figures } from "../../report/columns.ts";
import { parquetBytes } from "../../report/tables/parquet.ts";
import { asInput } from "./input-error.ts";
import { keptShape, SWEEP_FORMAT, type PlannedRun, type Point, type SweepPlan } from "./plan/plan.ts";
import { scenarioReader } from "./plan/scenario-reader.ts";
import { writeRow, type StoredRow } from "./plan/row.ts";
import { simulateTask, type RunNews } from "./simulate.ts";
import { answerTasks, TaskError, type Pool } from "./thread.ts";

/**
 * Input that all runs of the thread have in common. The steps of `xoff tune` differ in points and seeds only, so they
 * share it.
 */
export interface SweepSetUp {
  readonly folder: string;
  readonly plan: Omit<SweepPlan, "points" | "seeds">;
  readonly build: string;
}

export interface SweepTask {
  readonly run: PlannedRun;
  readonly point: Point;
  /** Number of cores for the run. */
  readonly cores: number;
}

await answerTasks(async ({ folder, plan, build }: SweepSetUp) => {
  const read = await scenarioReader(folder, plan);
  return async ({ run: { name, seed }, point, cores }: SweepTask, pool: Pool<RunNews>): Promise<boolean> => {
    const began = performance.now();
    // An error found here is reported as the user's mistake, not as an internal error. The scenario was correct when the
    // sweep was planned, but a file that the scenario names may have changed since.
    const { scenario, tables } = await asInput(() => read(point, seed));
    const results = await simulateTask(scenario, tables, pool, cores);
    if (results.summary.ending === "interrupted") return false;
    const kept = new Map<string, Uint8Array>();
    const made = new Map(Object.entries({ ...results.tables, ...results.probes }));
    for (const table of plan.keep) {
      const [shape, cells] = [keptShape(plan, table), made.get(table)];
      if (shape !== undefined && cells !== undefined) kept.set(`${table}.parquet`, parquetBytes(shape, cells));
    }
    const { ending, digest } = results.summary;
    const row: StoredRow = {
      ...{ format: SWEEP_FORMAT, run: name, results: RESULTS_ID, build, ending, digest },
      ...{ flow_set: flowSet(results.tables), fixed: fixedParts(scenario, tables) },
      figures: figures(results), // JSON stores a number that is not finite as null.
      seconds: (performance.now() - began) / 1000,
    };
    try {
      writeRow(folder, row, kept);
    } catch (error) {
      throw new TaskError(`its row cannot be written: ${(error as Error).message}`, "disk");
    }
    return true;
  };
});
