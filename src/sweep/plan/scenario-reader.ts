/** The scenarios of a plan, from what its folder keeps: whatever became of the files that it was made from. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { builtIn, readScenario, readSetting, type Registry, type Scenario, type Setting } from "../../lab/lab.ts";
import { withKept } from "../../lab/modules.ts";
import { modulesAt } from "../../loader/modules-at.ts";
import { keptAs } from "../../store/run-folder.ts";
import { SCENARIO, type SweepPlan } from "./plan.ts";

/** Reads scenarios of a plan. */
export interface ScenarioReader {
  readonly tables: Registry;
  readonly read: (point: number, seed: number) => Scenario;
}

export async function scenarioReader(folder: string, plan: SweepPlan): Promise<ScenarioReader> {
  const input = join(folder, plan.input);
  let tables = builtIn;
  for (const kept of plan.modules) {
    const [code] = await modulesAt(join(input, kept.file));
    tables = await withKept(tables, code, kept);
  }
  const text = readFileSync(join(input, SCENARIO), "utf8");
  const readFile = (path: string): string => readFileSync(join(input, keptAs(relative(input, path))), "utf8");
  const set = plan.set.map((one) => readSetting("set", one));
  return {
    tables,
    read: (point, seed) => {
      const { settings } = plan.points[point];
      const own = Object.entries(settings).map(([path, value]): Setting => ({ path, value, from: `${path}=${value}` }));
      const all = [...set, ...own, { path: "seed", value: String(seed), from: `seed=${seed}` }];
      return readScenario(text, join(input, `${plan.name}.yaml`), readFile, all, tables);
    },
  };
}
