/** The thread that makes runs of experiments, one after another, and returns a row for each. */
import { experiments } from "../../papers/index.ts";
import { readScenario, withModules } from "../../run/lab/lab.ts";
import { ownInstances } from "../loader/data-url.ts";
import { asInput } from "./input-error.ts";
import { figuresAt } from "./figure-file.ts";
import { simulateTask, type RunNews } from "./simulate.ts";
import { answerTasks, TaskError, type Pool } from "./thread.ts";
import type { TrialAnswer, TrialSetUp, TrialTask } from "./trials.ts";

await answerTasks(({ cores }: TrialSetUp) => {
  const nextRun = ownInstances();
  return Promise.resolve(async (task: TrialTask, pool: Pool<RunNews>): Promise<TrialAnswer> => {
    const began = performance.now();
    const { experiment: id, code, scale, changed, set, trial, seed } = task;
    const own = nextRun();
    const modules = task.modules.map((module) => ({ ...module, url: own(module.url) }));
    const experiment = (code === undefined ? experiments : await figuresAt(own(code))).find((one) => one.id === id);
    if (experiment === undefined) throw new Error(`no experiment ${id}`);
    const { key, scenario: written } = experiment.trials(scale, changed)[trial];
    const tables = await withModules(modules);
    const text = JSON.stringify({ ...written, seed }, null, 1);
    return asInput(async () => {
      const scenario = readScenario(text, `${id}.json`, undefined, set, tables);
      const results = await simulateTask(scenario, tables, pool, cores);
      if (results.summary.ending === "interrupted") throw new TaskError("interrupted");
      return { row: experiment.row(results, key, scenario), seconds: (performance.now() - began) / 1000 };
    });
  });
});
