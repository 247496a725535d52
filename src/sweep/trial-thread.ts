/** What a thread does for an experiment: one run, of which it answers the row. */
import { experiments } from "../experiments/index.ts";
import { readScenario, withModules } from "../lab/lab.ts";
import { asInput } from "./as-input.ts";
import { figuresAt } from "./figure-file.ts";
import { simulateTask, type RunNews } from "./simulate.ts";
import { answerPool, TaskError, type Pool } from "./thread.ts";
import type { TrialAnswer, TrialTaskAlone } from "./trials.ts";

await answerPool(
  async (
    { experiment: id, code, modules, scale, changed, trial, seed, cores }: TrialTaskAlone,
    pool: Pool<RunNews>,
  ): Promise<TrialAnswer> => {
    const began = performance.now();
    const experiment = (code === undefined ? experiments : await figuresAt(code)).find((one) => one.id === id);
    if (experiment === undefined) throw new Error(`no experiment ${id}`);
    const { key, scenario: written } = experiment.trials(scale, changed)[trial];
    const tables = await withModules(modules);
    const text = JSON.stringify({ ...written, seed }, null, 1);
    return asInput(async () => {
      const scenario = readScenario(text, `${id}.json`, undefined, [], tables);
      const results = await simulateTask(scenario, tables, pool, cores);
      if (results.summary.ending === "interrupted") throw new TaskError("cut short");
      return { row: experiment.row(results, key, scenario), seconds: (performance.now() - began) / 1000 };
    });
  },
);
