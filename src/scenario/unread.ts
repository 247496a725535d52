/**
 * Finds parameters that a scenario sets, but that have no effect with the other values of their policy.
 *
 * Each policy declares these parameters in its file (`unread` of `base/params.ts`).
 */
import type { Role } from "../policies/policies.ts";
import type { Path } from "./path.ts";
import type { ChosenPolicy, Scenario } from "./scenario.ts";
import { givenBy, giving, GIVERS } from "./signals.ts";
import type { Source } from "./source.ts";
import type { PolicyRow, Tables } from "./tables.ts";
import { withDefaults } from "./with-defaults.ts";

export interface UnreadParameter {
  readonly path: Path;
  readonly why: string;
}

/**
 * Lists parameters without effect, for the scenario's policies and the policies of single links. `pauses` is true if the
 * scenario's link policy can pause ports.
 */
export function unreadIn(
  source: Source,
  { policies, links = [] }: Pick<Scenario, "policies" | "links">,
  tables: Tables,
  pauses: boolean,
): readonly UnreadParameter[] {
  const signals = GIVERS.flatMap((role) =>
    giving(role, policies, tables).flatMap(({ name }) => givenBy(role, tables.policies[role][name])),
  );
  const unreadOf = (role: Role, path: Path, policy: ChosenPolicy, ownMemory: boolean): readonly UnreadParameter[] => {
    const row = tables.policies[role][policy.name];
    const unread = source.within(path, () => row.unread?.(policy.values, { signals, ownMemory, pauses }) ?? {});
    const isSet = parametersSet(source, path, policy, row);
    return Object.entries(unread).flatMap(([name, why]) =>
      isSet.includes(name) ? [{ path: [...path, name], why }] : [],
    );
  };
  const inGeneral = (Object.keys(policies) as Role[]).flatMap((role) => {
    const path = ["policies", role];
    const isList = Array.isArray(source.at(path));
    const chosen = policies[role] ?? [];
    return (Array.isArray(chosen) ? (chosen as readonly ChosenPolicy[]) : [chosen as ChosenPolicy]).flatMap(
      (policy, k) => unreadOf(role, isList ? [...path, k] : path, policy, appliesToOwnMemory(links)),
    );
  });
  const ofLinks = links.flatMap(({ policy, memory }, k) =>
    policy === undefined ? [] : unreadOf("link", ["links", k, "policy"], policy, memory !== undefined),
  );
  return [...inGeneral, ...ofLinks];
}

/**
 * True if the scenario's link policy also applies to ports with memory of their own. This is the case if an entry of
 * `links` has a memory but no policy.
 */
const appliesToOwnMemory = (links: NonNullable<Scenario["links"]>): boolean =>
  links.some(({ policy, memory }) => policy === undefined && memory !== undefined);

/** The parameters of the policy at `path` whose values in the scenario differ from their defaults. */
export function parametersSet(source: Source, path: Path, { values }: ChosenPolicy, row: PolicyRow): readonly string[] {
  const written = source.at(path);
  if (typeof written !== "object" || written === null) return [];
  const usual = withDefaults(row, {});
  return Object.keys(written).filter((name) => name !== "name" && values[name] !== usual[name]);
}
