/** What a thread does for an experiment: one run, of which it answers the row. */
import { experiments } from "../experiments/index.ts";
import { InvariantError, readScenario, setUp } from "../lab.ts";
import type { RunNews } from "./simulate.ts";
import { runInSlices } from "./slices.ts";
import { answerPool, TaskError, type Pool } from "./thread.ts";
import type { TrialTask } from "./trials.ts";

await answerPool(async ({ experiment: id, scale, trial, seed }: TrialTask, pool: Pool<RunNews>) => {
  const experiment = experiments.find((one) => one.id === id);
  if (experiment === undefined) throw new Error(`no experiment ${id}`);
  const { key, scenario: written } = experiment.trials(scale)[trial];
  const scenario = readScenario(JSON.stringify({ ...written, seed }, null, 1), `${id} ${JSON.stringify(key)}`);
  const { network, run, results } = setUp(scenario);
  const tell = (): void => {
    pool.tell({ share: network.queue.now / scenario.until, packetHops: network.fabric.hops });
  };
  try {
    const ending = await runInSlices({ network, run }, scenario.until, tell, pool.cut);
    if (ending === undefined) throw new TaskError("cut short");
    return experiment.row(results(ending), key, scenario);
  } catch (error) {
    if (error instanceof InvariantError)
      throw new TaskError(`${error.message}; ${id} ${JSON.stringify(key)}, seed ${seed}`);
    throw error;
  }
});
