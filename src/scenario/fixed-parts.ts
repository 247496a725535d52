/**
 * Lists the parts of a scenario that are the same under every seed although they vary in practice. Policies and kinds of traffic declare
 * such parts. Comparisons over seeds name these parts if the seed changes no result.
 */
import type { ParamTable } from "../base/params.ts";
import type { Role } from "../policies/policies.ts";
import type { ChosenPolicy, Scenario } from "./scenario.ts";
import type { Tables } from "./tables.ts";
import { whyIdle } from "./unused.ts";

/** A part of the scenario that is the same under every seed. */
export interface FixedPart {
  /** The part's place in the scenario: "traffic", or the role of a policy, such as "routing". */
  readonly at: string;
  /** A description of the fixed part, such as "ECMP's hash is fixed by `seed: per-switch`". */
  readonly what: string;
  /** The setting that makes this part differ from seed to seed, such as "routing={name: ecmp, seed: drawn}". Null: no setting does so. */
  readonly draw: string | null;
}

/**
 * Lists the parts of the scenario that are the same under every seed, each once. Parts of traffic come first, then
 * those of the policies by role. The list explains why the seed changes nothing. A policy without effect cannot be a
 * reason for this, so it is left out.
 */
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

/**
 * Returns a setting of the policy as text, such as "routing={name: ecmp, seed: drawn}". Without it, a part of the policy
 * (such as a hash) is the same under every seed. With the setting, the part depends on the seed, because the
 * setting has the parameter values `draw`. It also has the policy's other values that are not defaults.
 */
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
