/**
 * Signals between policies: which of them a scenario's policies give, and which they read.
 *
 * Each policy declares both in its file (`reads`, `uses`, `gives` of `base/params.ts`).
 */
import { defaults, SIGNALS, type Signal } from "../base/params.ts";
import type { Role } from "../policies/policies.ts";
import { defaultPolicies } from "./defaults.ts";
import type { ChosenPolicies, ChosenPolicy } from "./scenario.ts";
import type { PolicyRow, Tables } from "./tables.ts";

/** Roles that signals come from. */
export type Giver = "detection" | "recovery";

/** Roles whose contracts let them see a signal. */
const READERS = ["congestion", "routing"] as const satisfies readonly Role[];

const giverOf = (signal: Signal): Giver => (signal === "losses" ? "recovery" : "detection");

/** All that a role gives. A user policy that does not declare `gives` counts as giving what its contract lets it. */
const byContract: Readonly<Record<Giver, readonly Signal[]>> = {
  detection: ["ECN marks", "UE marks"],
  recovery: ["losses"],
};

/** Of a policy in the table. */
export const givenBy = (role: Giver, { gives }: PolicyRow): readonly Signal[] => gives ?? byContract[role];

/**
 * Signals of a role that a policy cannot do without: those that it declares, or else those of the policy that it needs. Undefined: what that
 * policy gives is not known, so nothing but the policy itself will do.
 */
export function wantedFrom(
  giver: Giver,
  row: PolicyRow,
  values: ChosenPolicy["values"],
  { policies }: Tables,
): readonly Signal[] | undefined {
  if (row.reads !== undefined) return row.reads(values).filter((signal) => giverOf(signal) === giver);
  const { [giver]: named } = row.needs ?? {};
  return named === undefined ? [] : policies[giver][named].gives;
}

export interface Shadowed {
  readonly policy: ChosenPolicy;
  readonly index: number;
  /** The policy that gives the same signals before it. */
  readonly by: ChosenPolicy;
}

/** Detection policies without effect: a switch takes each signal from the first policy of the list that gives it. */
export function shadowedDetection({ detection }: ChosenPolicies, { policies }: Tables): readonly Shadowed[] {
  const signalsOf = ({ name }: ChosenPolicy): readonly Signal[] => givenBy("detection", policies.detection[name]);
  return detection.flatMap((policy, index) => {
    const by = detection
      .slice(0, index)
      .find((before) => signalsOf(before).some((one) => signalsOf(policy).includes(one)));
    return by === undefined ? [] : [{ policy, index, by }];
  });
}

/** Policies of a role that have an effect. */
export function giving(role: Giver, chosen: ChosenPolicies, tables: Tables): readonly ChosenPolicy[] {
  if (role === "recovery") return [chosen.recovery];
  const shadowed = shadowedDetection(chosen, tables).map(({ index }) => index);
  return chosen.detection.filter((_, k) => !shadowed.includes(k));
}

/** Signals that the policies read, or would use; undefined: one of them is a user policy that does not declare it. */
export function readSignals(chosen: ChosenPolicies, { policies }: Tables): readonly Signal[] | undefined {
  const read = new Set<Signal>();
  for (const role of READERS) {
    const row = policies[role][chosen[role].name];
    if (row.reads === undefined) return undefined;
    for (const signal of [...row.reads(chosen[role].values), ...(row.uses ?? [])]) read.add(signal);
  }
  return SIGNALS.filter((signal) => read.has(signal));
}

/** The first congestion policy that the chosen detection serves: the default, one that needs that detection, or any other. */
export function congestionFor(chosen: string | undefined, { detection, congestion }: Tables["policies"]): string {
  if (chosen === undefined) return defaultPolicies.congestion;
  const given = givenBy("detection", detection[chosen]);
  const names = Object.keys(congestion);
  const needing = names.filter((name) => congestion[name].needs?.detection === chosen);
  const isServed = (name: string): boolean =>
    congestion[name].reads?.(defaults(congestion[name].params)).every((signal) => given.includes(signal)) === true;
  return [defaultPolicies.congestion, ...needing, ...names].find(isServed) ?? defaultPolicies.congestion;
}
