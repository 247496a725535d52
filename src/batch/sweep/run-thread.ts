/** The thread of one run. It writes the run's folder itself and returns only a few numbers. */
import { dirname, relative } from "node:path";
import { flowSet, flowTimes, readScenario, withModules } from "../../run/lab/lab.ts";
import { FolderError, writeRun } from "../store/run-folder.ts";
import { figures } from "../../report/columns.ts";
import type { RunAnswer } from "./comparison.ts";
import type { RunTaskAlone } from "./runs.ts";
import { simulateTask, type RunNews } from "./simulate.ts";
import { answerPool, TaskError, type Pool } from "./thread.ts";

await answerPool(
  async ({ file, source, modules, folder, cores }: RunTaskAlone, pool: Pool<RunNews>): Promise<RunAnswer> => {
    const included = new Map(source.included?.map(({ path, text }) => [path, text]));
    const readFile = (path: string): string => included.get(relative(dirname(file), path)) ?? "";
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
  },
);
