/** Makes one run in a thread of the pool. The run is divided into slices, so that the pool learns its progress and can end it early. */
import { formatTime } from "../../base/format.ts";
import {
  InvariantError,
  ParamError,
  PolicyError,
  setUp,
  type Experiment,
  type Registry,
  type Results,
  type Scenario,
} from "../../run/lab/lab.ts";
import { ModuleError } from "../loader/module-error.ts";
import { madeInTime } from "../loader/in-time.ts";
import type { Ps } from "../../base/units.ts";
import { simulate } from "../../run/threads/simulate.ts";
import { threadsFor } from "../../run/threads/threads.ts";
import { TaskError, type Pool } from "./thread.ts";
import { watched } from "./watchdog.ts";

/** Progress of a run. */
export interface RunNews {
  /** Simulated share of the run's time, 0 to 1. */
  readonly share: number;
  readonly packetHops: number;
}

/** Sets up the run. Throws `TaskError` if the creation of a policy fails because of a mistake in its module. */
function made(scenario: Scenario, tables: Registry): Experiment {
  try {
    return madeInTime(scenario.modules, () => setUp(scenario, { tables }));
  } catch (error) {
    throw error instanceof PolicyError || error instanceof ModuleError ? new TaskError(error.message, "input") : error;
  }
}

/**
 * Makes a run and returns its results. The run uses as many of the `cores` as make it faster, and reports its progress
 * at least once. A run that the pool interrupts has the ending "interrupted".
 *
 * Throws a `TaskError` for a broken invariant, with its place, and for a packet loss that the scenario's settings
 * cause.
 */
export async function simulateTask(
  scenario: Scenario,
  tables: Registry,
  pool: Pool<RunNews>,
  cores: number,
): Promise<Results> {
  const experiment = watched(made(scenario, tables));
  const { queue, fabric } = experiment.network;
  let hasReported = false;
  const report = (now: Ps, hops: number): void => {
    hasReported = true;
    pool.tell({ share: now / scenario.until, packetHops: hops });
  };
  try {
    const cut = threadsFor(experiment, cores === 1 ? 1 : "auto", cores);
    const { results } = await simulate(experiment, cut, {
      onSlice: () => {
        report(queue.now, fabric.hops);
      },
      onProgress: ({ now, hops }) => {
        report(Math.min(now, scenario.until), hops);
      },
      isCut: pool.cut,
    });
    if (!hasReported) report(queue.now, fabric.hops);
    return results;
  } catch (error) {
    if (error instanceof ParamError || error instanceof PolicyError) throw new TaskError(error.message, "input");
    if (!(error instanceof InvariantError)) throw error;
    throw new TaskError(
      `${error.message}; scenario ${scenario.name}, seed ${scenario.seed}, at ${formatTime(queue.now)}`,
    );
  }
}
