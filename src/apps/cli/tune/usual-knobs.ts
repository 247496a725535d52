/** The parameters that `xoff tune` varies without --vary: the usual ones of the scenario's policies, around their present values. */
import { levels } from "../../../batch/tune/levels.ts";
import type { Scenario, Setting } from "../../../run/lab/lab.ts";
import { valueAt } from "../../../run/lab/authoring.ts";
import type { ScenarioFile } from "../files/scenario-file.ts";
import { knobWith, paramsOf, policiesOf, USUAL, type Knob, type Usual } from "./knobs.ts";

export function usualKnobs(file: ScenarioFile, scenario: Scenario): Knob[] {
  const isList = (valueAt(file.text, "policies.detection") ?? "").startsWith("[");
  return Object.entries(USUAL).flatMap(([role, byPolicy]) =>
    policiesOf(scenario, role).flatMap((policy, k) =>
      Object.entries(byPolicy[policy.name] ?? {}).flatMap(([param, usual]) => {
        const at = role === "detection" && isList ? `${role}.${k}` : role;
        const present = policy.values[param];
        return typeof present === "number"
          ? around(`${at}.${param}`, present, usual, paramsOf(file, role, policy.name)[param])
          : [];
      }),
    ),
  );
}

/** Values to try around the present value of a parameter, within the range that the parameter allows. */
function around(path: string, present: number, usual: Usual, param: ReturnType<typeof paramsOf>[string]): Knob[] {
  if (!("min" in param) || present <= 0) return [];
  const { unit, min, max } = param;
  const { factor, grain = 0 } = usual;
  const low = Math.min(present, Math.max(min, grain, present / factor));
  const range = { ...usual, unit, low, high: Math.min(max, present * factor) };
  return [knobWith(path, unit, levels(range, present), present)];
}

/**
 * A setting that names the scenario's detection policy. It is necessary if the detection parameters vary, but the scenario leaves the
 * choice of the policy to congestion control. Without the policy's name, its parameters cannot be set.
 */
export function detectionNamed(
  file: ScenarioFile,
  { policies }: Scenario,
  set: readonly Setting[],
  knobs: readonly Knob[],
): Setting[] {
  const isVaried = knobs.some(({ path }) => /^(policies\.)?detection\b/.test(path));
  const isNamed =
    valueAt(file.text, "policies.detection") !== undefined ||
    set.some(({ path }) => /^(policies\.)?detection\b|^policies$/.test(path));
  const [{ name }, ...others] = policies.detection;
  return isNamed || !isVaried || others.length > 0 ? [] : [{ path: "detection", value: name, from: "xoff tune" }];
}
