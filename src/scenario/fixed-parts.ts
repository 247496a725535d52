/**
 * Parts of a scenario that are the same under every seed although they differ in practice. Policies and kinds of traffic declare them.
 * Comparisons over seeds name these parts if the seed changes no result.
 */
import type { ParamTable } from "../base/params.ts";
import type { Role } from "../policies/policies.ts";
import type { ChosenPolicy, Scenario } from "./scenario.ts";
import type { Tables } from "./tables.ts";
import { whyIdle } from "./unused.ts";

/** A part that no seed draws. */
export interface FixedPart {
  /** Where the scenario says so: "routing", "traffic". */
  readonly at: string;
  /** "ECMP's hash is fixed by `seed: per-switch`" */
  readonly what: string;
  /** The setting by which a seed draws it: "routing={name: ecmp, seed: drawn}"; null: there is none. */
  readonly draw: string | null;
}

/** In the order: traffic, then policies by role. Each once. A policy without effect is left out: another draw of it would change nothing either. */
export function fixedParts(scenario: Scenario, tables: Tables): FixedPart[] {
  const { traffic, policies } = scenario;
  const given = traffic.flatMap(({ kind, values }): FixedPart[] => {
    const found = tables.trafficKinds[kind]?.fixed?.(values);
    return found === undefined ? [] : [{ at: "traffic", what: found.what, draw: null }];
  });
  const chosen = Object.entries(policies).flatMap(([role, some]: [string, ChosenPolicy | readonly ChosenPolicy[]]) =>
    [some].flat().map((policy) => ({ role: role as Role, policy })),
  );
  const held = chosen.flatMap(({ role, policy: { name, values } }): FixedPart[] => {
    const module = tables.policies[role][name];
    const found = module?.fixed?.(values);
    if (found === undefined || (module.idle !== undefined && whyIdle(module.idle, scenario) !== undefined)) return [];
    const { what, draw } = found;
    return [{ at: role, what, draw: draw === undefined ? null : settingOf(role, name, module.params, values, draw) }];
  });
  const all = [...given, ...held];
  return all.filter(({ what }, k) => all.findIndex((other) => other.what === what) === k);
}

/** Values as given, but for those that draw. */
function settingOf(
  role: string,
  name: string,
  params: ParamTable,
  values: Readonly<Record<string, unknown>>,
  draw: Readonly<Record<string, string>>,
): string {
  const kept = Object.entries(values).filter(([key, value]) => {
    const param = params[key];
    return param !== undefined && "default" in param && value !== param.default && !(key in draw);
  });
  const fields = [["name", name], ...kept, ...Object.entries(draw)].map(([key, value]) => `${key}: ${String(value)}`);
  return `${role}={${fields.join(", ")}}`;
}
