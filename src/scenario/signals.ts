/**
 * Signals between policies: the signals that a scenario's policies provide, and the signals that they read.
 *
 * Each policy declares its signals in its file (`reads`, `uses`, `gives` of `base/params.ts`).
 */
import { defaults, SIGNALS, type Needs, type Signal } from "../base/params.ts";
import type { Role } from "../policies/policies.ts";
import { defaultPolicies } from "./defaults.ts";
import type { ChosenPolicies, ChosenPolicy } from "./scenario.ts";
import type { PolicyRow, Tables } from "./tables.ts";

/** Roles that provide signals. */
export type Giver = "detection" | "recovery" | "buffer" | "transport";

/** Roles whose contracts allow them to read a signal. */
const READERS = ["congestion", "transport", "routing"] as const satisfies readonly Role[];

const givers: Readonly<Record<Signal, Giver>> = {
  "ECN marks": "detection",
  "UE marks": "detection",
  "INT stamps": "detection",
  losses: "recovery",
  "trimmed headers": "buffer",
  entropies: "transport",
};

/** By role: the signals that a policy without `gives`, such as a user's, is assumed to provide. */
const byContract: Readonly<Record<Giver, readonly Signal[]>> = {
  detection: ["ECN marks", "UE marks"],
  recovery: ["losses"],
  buffer: ["trimmed headers"],
  transport: ["entropies"],
};

/** The roles whose policies provide signals. */
export const GIVERS = Object.keys(byContract) as Giver[];

/** The signals that a policy in the table provides. */
export const givenBy = (role: Giver, { gives }: PolicyRow): readonly Signal[] => gives ?? byContract[role];

/**
 * The signals that a policy requires from the policies of role `giver`:
 * - A policy with `reads` requires the signals of that role in `reads`.
 * - A policy without `reads` may name a policy of that role in `needs`. It then requires all signals of the named policy.
 *
 * Undefined: the policy that `needs` names does not declare its signals. So it is unknown whether another policy gives
 * these signals, and only the named policy is accepted.
 */
export function wantedFrom(
  giver: Giver,
  row: PolicyRow,
  values: ChosenPolicy["values"],
  { policies }: Tables,
): readonly Signal[] | undefined {
  if (row.reads !== undefined) return row.reads(values).filter((signal) => givers[signal] === giver);
  const named = namedIn(row.needs, giver);
  return named === undefined ? [] : policies[giver][named].gives;
}

/**
 * The name of the policy of role `giver` in `needs`, the policies that another policy requires. `needs` has no field for
 * buffer and transport, so the result is undefined for these roles. A policy that requires their signals lists them in
 * `reads`.
 */
export const namedIn = (needs: Needs = {}, giver: Giver): string | undefined =>
  giver === "detection" || giver === "recovery" ? needs[giver] : undefined;

export interface Shadowed {
  readonly policy: ChosenPolicy;
  readonly index: number;
  /** A policy that precedes `policy` in the list and provides one of the signals that `policy` provides. */
  readonly by: ChosenPolicy;
}

/**
 * Detection policies without effect, because an earlier policy in the list provides one of their signals. Only the
 * first policy with a signal has effect. For example, a switch takes marks only from the first policy that sets
 * marks. Two policies that write stamps are an error instead (`run/network/stampers.ts`).
 */
export function shadowedDetection({ detection }: ChosenPolicies, { policies }: Tables): readonly Shadowed[] {
  const signalsOf = ({ name }: ChosenPolicy): readonly Signal[] => givenBy("detection", policies.detection[name]);
  return detection.flatMap((policy, index) => {
    const by = detection
      .slice(0, index)
      .find((before) => signalsOf(before).some((one) => signalsOf(policy).includes(one)));
    return by === undefined ? [] : [{ policy, index, by }];
  });
}

/**
 * The chosen policies of `role`, whose signals other policies can read. Detection policies without effect are left out
 * (`shadowedDetection`).
 */
export function giving(role: Giver, chosen: ChosenPolicies, tables: Tables): readonly ChosenPolicy[] {
  if (role === "transport") return chosen.transport === undefined ? [] : [chosen.transport];
  if (role !== "detection") return [chosen[role]];
  const shadowed = shadowedDetection(chosen, tables).map(({ index }) => index);
  return chosen.detection.filter((_, k) => !shadowed.includes(k));
}

/**
 * The signals that the hosts read, such as ECN marks. If the scenario has a transport policy, that policy reads them.
 * Otherwise congestion control reads them. A user policy without `reads` is assumed to read all signals of the detection
 * policy that its `needs` names.
 */
export function hostSignals(chosen: ChosenPolicies, tables: Tables): readonly Signal[] {
  const role = chosen.transport === undefined ? "congestion" : "transport";
  const { name, values } = chosen.transport ?? chosen.congestion;
  const row = tables.policies[role][name];
  return row.reads?.(values) ?? wantedFrom("detection", row, values, tables) ?? byContract.detection;
}

/**
 * The signals that the policies require (`reads`), and those that they use if packets carry them (`uses`). Undefined if
 * a user policy does not declare its signals.
 */
export function readSignals(chosen: ChosenPolicies, { policies }: Tables): readonly Signal[] | undefined {
  const read = new Set<Signal>();
  for (const role of READERS) {
    const policy = chosen[role];
    if (policy === undefined) continue;
    const row = policies[role][policy.name];
    if (row.reads === undefined) return undefined;
    for (const signal of [...row.reads(policy.values), ...(row.uses ?? [])]) read.add(signal);
  }
  return SIGNALS.filter((signal) => read.has(signal));
}

/**
 * The first congestion policy that works with the chosen detection policy, or the default if none does. Candidates are the default, then
 * policies that need that detection, then all others.
 */
export function congestionFor(chosen: string | undefined, { detection, congestion }: Tables["policies"]): string {
  if (chosen === undefined) return defaultPolicies.congestion;
  const given = givenBy("detection", detection[chosen]);
  const names = Object.keys(congestion);
  const needing = names.filter((name) => congestion[name].needs?.detection === chosen);
  const isServed = (name: string): boolean =>
    congestion[name].reads?.(defaults(congestion[name].params)).every((signal) => given.includes(signal)) === true;
  return [defaultPolicies.congestion, ...needing, ...names].find(isServed) ?? defaultPolicies.congestion;
}
