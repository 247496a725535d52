/** One run inside a thread of the pool: in slices, so that the pool hears how far it is and can ask it to end early. */
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

/** How far a run is. */
export interface RunNews {
  /** Of the time to simulate. */
  readonly share: number;
  readonly packetHops: number;
}

/** Ready to run; throws `TaskError` for a mistake of a module as it is made. */
function made(scenario: Scenario, tables: Registry): Experiment {
  try {
    return madeInTime(scenario.modules, () => setUp(scenario, { tables }));
  } catch (error) {
    throw error instanceof PolicyError || error instanceof ModuleError ? new TaskError(error.message, "input") : error;
  }
}

/**
 * The results, in as many threads as pay and there are cores for; there are news of every run. "interrupted" is how a run ended that the pool cut short. A broken
 * invariant is a `TaskError` that says where, and so is a loss that the scenario leads to.
 */
export async function simulateTask(
  scenario: Scenario,
  tables: Registry,
  pool: Pool<RunNews>,
  cores: number,
): Promise<Results> {
  const experiment = watched(made(scenario, tables));
  const { queue, fabric } = experiment.network;
  let told = false;
  const tell = (now: Ps, hops: number): void => {
    told = true;
    pool.tell({ share: now / scenario.until, packetHops: hops });
  };
  try {
    const cut = threadsFor(experiment, cores === 1 ? 1 : "auto", cores);
    const { results } = await simulate(experiment, cut, {
      onSlice: () => {
        tell(queue.now, fabric.hops);
      },
      onProgress: ({ now, hops }) => {
        tell(Math.min(now, scenario.until), hops);
      },
      isCut: pool.cut,
    });
    if (!told) tell(queue.now, fabric.hops);
    return results;
  } catch (error) {
    if (error instanceof ParamError || error instanceof PolicyError) throw new TaskError(error.message, "input");
    if (!(error instanceof InvariantError)) throw error;
    throw new TaskError(
      `${error.message}; scenario ${scenario.name}, seed ${scenario.seed}, at ${formatTime(queue.now)}`,
    );
  }
}
