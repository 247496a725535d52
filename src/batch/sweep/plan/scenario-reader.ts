/**
 * Reads the scenarios of a plan from the copies in the folder of the sweep. So later changes of the original files have
 * no effect.
 */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import {
  builtIn,
  readScenario,
  readSetting,
  type Registry,
  type Scenario,
  type Setting,
} from "../../../run/lab/lab.ts";
import { withKept, type KeptModule, type ModuleCode } from "../../../run/lab/modules.ts";
import { ownInstances } from "../../loader/data-url.ts";
import { modulesAt } from "../../loader/modules-at.ts";
import { keptAs } from "../../store/run-folder.ts";
import { SCENARIO, type Point, type SweepPlan } from "./plan.ts";

/** The scenario of a run, and the tables of policies and other modules with which the scenario was read. */
interface Read {
  readonly scenario: Scenario;
  readonly tables: Registry;
}

/**
 * Returns the scenario of a point and seed. Each run imports the modules from the user's files anew, so that runs share
 * no top-level variables of a module.
 */
export type ScenarioReader = (point: Point, seed: number) => Promise<Read>;

export async function scenarioReader(
  folder: string,
  plan: Pick<SweepPlan, "input" | "modules" | "name" | "set">,
): Promise<ScenarioReader> {
  const input = join(folder, plan.input);
  const modules: { readonly kept: KeptModule; readonly code: ModuleCode }[] = [];
  for (const kept of plan.modules) {
    const [code] = await modulesAt(join(input, kept.file));
    modules.push({ kept, code });
  }
  const nextRun = ownInstances();
  const text = readFileSync(join(input, SCENARIO), "utf8");
  const readFile = (path: string): string => readFileSync(join(input, keptAs(relative(input, path))), "utf8");
  const set = plan.set.map((one) => readSetting("set", one));
  return async ({ settings }, seed) => {
    const own = Object.entries(settings).map(([path, value]): Setting => ({ path, value, from: `${path}=${value}` }));
    const all = [...set, ...own, { path: "seed", value: String(seed), from: `seed=${seed}` }];
    const instance = nextRun();
    let tables = builtIn;
    for (const { kept, code } of modules) tables = await withKept(tables, { ...code, url: instance(code.url) }, kept);
    return { scenario: readScenario(text, join(input, `${plan.name}.yaml`), readFile, all, tables), tables };
  };
}
