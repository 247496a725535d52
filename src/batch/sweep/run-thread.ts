/** The thread that makes runs of a comparison. It writes the folder of each run itself and returns only a few numbers. */
import { dirname, relative } from "node:path";
import { flowSet, flowTimes, readScenario, withModules } from "../../run/lab/lab.ts";
import { ownInstances } from "../loader/data-url.ts";
import { FolderError, writeRun } from "../store/run-folder.ts";
import { figures } from "../../report/columns.ts";
import type { RunAnswer } from "./comparison.ts";
import type { RunsSetUp, RunTask } from "./runs.ts";
import { simulateTask, type RunNews } from "./simulate.ts";
import { answerTasks, TaskError, type Pool } from "./thread.ts";

await answerTasks(({ cores }: RunsSetUp) => {
  const nextRun = ownInstances();
  return Promise.resolve(async (task: RunTask, pool: Pool<RunNews>): Promise<RunAnswer> => {
    const { file, source, folder } = task;
    const included = new Map(source.included?.map(({ path, text }) => [path, text]));
    const readFile = (path: string): string => included.get(relative(dirname(file), path)) ?? "";
    const own = nextRun();
    const modules = task.modules.map((module) => ({ ...module, url: own(module.url) }));
    const tables = await withModules(modules);
    const scenario = readScenario(source.text, file, readFile, source.settings, tables);
    const results = await simulateTask(scenario, tables, pool, cores);
    try {
      writeRun(folder, results, source);
    } catch (error) {
      throw error instanceof FolderError ? new TaskError(error.message, "disk") : error;
    }
    const { ending, digest } = results.summary;
    return { ending, digest, flow_set: flowSet(results.tables), figures: figures(results), flows: flowTimes(results) };
  });
});
