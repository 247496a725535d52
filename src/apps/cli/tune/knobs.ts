/** A parameter that `xoff tune` varies: its path in the scenario, and the values that it may have. */
import { spell } from "../../../base/param-text.ts";
import type { NumberUnit, ParamTable } from "../../../base/params.ts";
import type { Range } from "../../../batch/tune/levels.ts";
import type { Point } from "../../../batch/tune/search.ts";
import type { Scenario, Setting } from "../../../run/lab/lab.ts";
import type { Role } from "../../../policies/policies.ts";
import type { Tables } from "../../../scenario/tables.ts";
import type { ScenarioFile } from "../files/scenario-file.ts";

export interface Knob {
  /** Path of the parameter as in a setting, such as "detection.kmin". */
  readonly path: string;
  readonly unit: NumberUnit;
  /** Values that the search may try, in ascending order and in base units. */
  readonly values: readonly number[];
  /** The index of the parameter's present value in `values`. */
  readonly present: number;
}

/** A parameter to vary. The present value is added to the given values if it is not among them. */
export function knobWith(path: string, unit: NumberUnit, given: readonly number[], present: number): Knob {
  const values = [...new Set([...given, present])].sort((a, b) => a - b);
  return { path, unit, values, present: values.indexOf(present) };
}

export const valueText = ({ values, unit }: Knob, index: number): string => spell(values[index], unit);

/** The settings at one point of the search: one value for each varied parameter. */
export const settingsAt = (knobs: readonly Knob[], point: Point): Setting[] =>
  knobs.map((knob, k) => {
    const value = valueText(knob, point[k]);
    return { path: knob.path, value, from: `${knob.path}=${value}` };
  });

/** The range of values that the search tries for a parameter, unless the user states one. */
export interface Usual extends Pick<Range, "step" | "grain"> {
  /**
   * Without --vary, the search covers the values from the present one divided by this factor to the present one times
   * this factor.
   */
  readonly factor: number;
}

const FACTOR = 4;

/**
 * The parameters that `xoff tune` varies if --vary is absent. The keys are role, policy and parameter. The search varies pmax in whole
 * percents, and alpha by factors of two. A SONiC config has whole percents for pmax, and powers of two for alpha.
 */
export const USUAL: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Usual>>>>>> = {
  detection: {
    red: {
      kmin: { factor: FACTOR, grain: 1000 },
      kmax: { factor: FACTOR, grain: 1000 },
      pmax: { factor: FACTOR, grain: 0.01 },
    },
  },
  buffer: { dt: { alpha: { factor: 16, step: 2, grain: 1 / 1024 } } },
  congestion: { dcqcn: { increaseInterval: { factor: FACTOR }, additiveIncrease: { factor: FACTOR } } },
};

/** The policies of a role in a scenario. Detection may have several. */
export function policiesOf({ policies }: Scenario, role: string): readonly Scenario["policies"]["buffer"][] {
  if (role === "detection") return policies.detection;
  const found = (policies as Readonly<Record<string, unknown>>)[role] as Scenario["policies"]["buffer"] | undefined;
  return found === undefined ? [] : [found];
}

export const paramsOf = ({ tables }: Pick<ScenarioFile, "tables">, role: string, policy: string): ParamTable =>
  (tables as Tables).policies[role as Role][policy].params;
