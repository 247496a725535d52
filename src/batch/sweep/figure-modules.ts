/**
 * Loads the modules that the scenarios of a figure name. Paths start at the figure's file: "./my-cc.ts" in a trial of mine/fig1.ts is
 * mine/my-cc.ts.
 */
import type { Experiment, Scale } from "../../papers/figures/contract.ts";
import type { Changed } from "../../papers/figures/readings.ts";
import { tablesFor } from "../../run/lab/modules.ts";
import { modulesAt } from "../loader/modules-at.ts";
import { pathFrom } from "../loader/path-from.ts";
import type { Setting } from "../../run/lab/lab.ts";
import type { ModuleFile } from "../../scenario/tables.ts";

/**
 * Returns the modules of each trial. The scenarios of xoff's own figures name no modules. But the settings `set` can name them for any
 * figure, as paths relative to the current folder. If a module cannot be loaded, throws `ScenarioError` that names the trial.
 */
export async function modulesOfTrials(
  experiment: Experiment,
  scale: Scale,
  changed: Changed,
  set: readonly Setting[] = [],
): Promise<readonly (readonly ModuleFile[])[]> {
  const { id, from } = experiment;
  if (from === undefined && set.length === 0) return [];
  const loaded = new Map<string, ReturnType<typeof modulesAt>>();
  const load = (name: string, isSet: boolean) => {
    const path = pathFrom(from?.file ?? "", name, isSet);
    const modules = loaded.get(path) ?? modulesAt(path);
    loaded.set(path, modules);
    return modules;
  };
  const modules: (readonly ModuleFile[])[] = [];
  for (const { key, scenario } of experiment.trials(scale, changed)) {
    const name = Object.entries(key).map(([what, value]) => `${what}=${value}`);
    const tables = await tablesFor(JSON.stringify(scenario, null, 1), [id, ...name].join(", "), set, load);
    modules.push(tables.modules ?? []);
  }
  return modules;
}
