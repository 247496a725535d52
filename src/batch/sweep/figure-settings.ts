/** Checks a user's settings that override the scenarios of a figure, before the first run. */
import type { Experiment, Scale } from "../../papers/figures/contract.ts";
import type { Changed } from "../../papers/figures/readings.ts";
import { ParamError, readScenario, scenarioHash, withModules, type Setting } from "../../run/lab/lab.ts";
import type { ModuleFile } from "../../scenario/tables.ts";

/**
 * Throws `ScenarioError` for a value that a scenario of the figure does not allow. Throws `ParamError` for settings that change no trial or
 * that make two trials identical.
 */
export async function checkSet(
  experiment: Experiment,
  scale: Scale,
  changed: Changed,
  set: readonly Setting[],
  modules: readonly (readonly ModuleFile[])[],
): Promise<void> {
  const from = set.map((one) => one.from).join(" ");
  const labels = new Map<string, string>();
  const before = new Set<string>();
  let changes = false;
  for (const [trial, { key, scenario }] of experiment.trials(scale, changed).entries()) {
    const tables = await withModules(modules.at(trial));
    const text = JSON.stringify(scenario, null, 1);
    const label = Object.entries(key).map(([name, value]) => `${name}=${value}`);
    const hash = (settings: readonly Setting[]): string =>
      scenarioHash(readScenario(text, [experiment.id, ...label].join(", "), undefined, settings, tables));
    const [own, now] = [hash([]), hash(set)];
    changes ||= own !== now;
    const other = labels.get(now);
    if (other !== undefined && !before.has(own))
      throw new ParamError(
        from,
        `a value under which the runs of ${experiment.id} differ`,
        `the same run for ${other} and ${label.join(", ")}`,
        "The figure varies this value itself: remove the setting.",
      );
    labels.set(now, label.join(", "));
    before.add(own);
  }
  if (!changes)
    throw new ParamError(from, `a value that changes a run of ${experiment.id}`, "the values of the figure");
}
