/**
 * Finds settings of a scenario that provably have no effect on its run.
 *
 * The name of a default policy does not count as a setting. Nor does a parameter value that equals its default. A rule says when a setting
 * has no effect. It must be true for every possible course of the run, so a rule that depends on occupancies does not belong here.
 */
import type { Idle } from "../base/params.ts";
import type { Wiring } from "../contracts/topology.ts";
import type { Role } from "../policies/policies.ts";
import { defaultEvery, defaultPolicies } from "./defaults.ts";
import type { Path } from "./path.ts";
import { pathText } from "./path.ts";
import { parseTime } from "./quantity.ts";
import { roles } from "./roles.ts";
import type { ChosenPolicy, LinkEnd, Scenario, Unused } from "./scenario.ts";
import { readSignals, shadowedDetection } from "./signals.ts";
import type { Source } from "./source.ts";
import type { Tables } from "./tables.ts";
import { parametersSet, unreadIn } from "./unread.ts";

export function unusedIn(source: Source, scenario: Scenario, tables: Tables): readonly Unused[] {
  const found: Unused[] = [];
  const add = (paths: readonly Path[], why: string): void => {
    for (const path of paths) found.push(unused(source, path, why));
  };
  for (const role of Object.keys(roles) as Role[]) {
    if (role === "detection") continue;
    const policy = scenario.policies[role];
    if (policy === undefined) continue;
    const { idle } = tables.policies[role][policy.name];
    const ofMemory = role === "buffer" || role === "headroom" ? whyNoSharedMemory(scenario, tables) : undefined;
    const why = ofMemory ?? (idle === undefined ? undefined : whyIdle(idle, scenario));
    if (why !== undefined) add(saidOf(source, role, [], policy, tables), why);
  }
  const { transport } = scenario.policies;
  if (transport !== undefined) {
    for (const role of ["congestion", "recovery"] as const)
      if (source.at(["policies", role]) !== undefined)
        add([["policies", role]], `transport ${transport.name} replaces it`);
    const why = `transport ${transport.name} decides when to send, and in which class`;
    if (scenario.window !== 0) add([["host", "window"]], why);
    if (scenario.scaleWindow) add([["host", "scaleWindow"]], why);
    if (source.at(["classes", "acks"]) === "control") add([["classes", "acks"]], why);
  }
  if (source.at(["switch", "private"]) !== undefined) {
    const why = whyNoSharedMemory(scenario, tables);
    if (why !== undefined) add([["switch", "private"]], why);
  }
  const whole = scenario.policies.detection;
  const at = (k: number): Path => (Array.isArray(source.at(["policies", "detection"])) ? [k] : []);
  const shadowed = shadowedDetection(scenario.policies, tables);
  for (const { index, policy, by } of shadowed)
    add(saidOf(source, "detection", at(index), policy, tables), `detection ${by.name} precedes it`);
  // A probe may read the marks that detection sets on packets. So no detection policy counts as unused if the scenario
  // has probes.
  const read = scenario.measure.probes === undefined ? readSignals(scenario.policies, tables) : undefined;
  whole.forEach((policy, k) => {
    const { gives = [] } = tables.policies.detection[policy.name];
    const isRead = read === undefined || gives.some((signal) => read.includes(signal));
    if (gives.length === 0 || isRead || shadowed.some(({ index }) => index === k)) return;
    const longer = gives.includes("INT stamps") ? ", which only lengthen packets" : "";
    add(saidOf(source, "detection", at(k), policy, tables), `no policy uses ${gives.join(" or ")}${longer}`);
  });
  const isLossy = ({ link }: LinkEnd): boolean => {
    const { bitErrorRate = 0, frameErrorRate = 0 } = scenario.wiring.links[link];
    return bitErrorRate + frameErrorRate > 0;
  };
  const isFound = (path: Path): boolean =>
    found.some(({ path: other }) => `${pathText(path)}.`.startsWith(`${other}.`));
  // `idle` is the condition under which a link policy has no effect, such as no lossless class. A user policy may lack
  // `idle`. It is then assumed to pause in every scenario, because it may pause lossy classes too.
  const { idle } = tables.policies.link[scenario.policies.link.name];
  const pauses = idle === undefined || whyIdle(idle, scenario) === undefined;
  for (const { path, why } of unreadIn(source, scenario, tables, pauses)) if (!isFound(path)) add([path], why);
  scenario.links?.forEach(({ ports }, k) => {
    const path = ["links", k, "retry"];
    if (source.at(path) !== undefined && !ports.some(isLossy))
      add([path], "its links have no bitErrorRate and no frameErrorRate");
  });
  const { every, queues, rates, goodputs, inFlight, probes = [] } = scenario.measure;
  const samples = [queues, rates, goodputs, inFlight, probes].some((list) => list.length > 0);
  if (!samples && every !== parseTime(defaultEvery)) add([["measure", "every"]], "no series is sampled");
  return found;
}

function unused(source: Source, path: Path, why: string): Unused {
  const text = pathText(path);
  return {
    path: text,
    place: source.place(path, "key"),
    message: `${text.replace(/^policies\./, "")} has no effect: ${why}.`,
    isSet: source.isSet(path),
  };
}

/** The reason why shared memory and its policies have no effect. Undefined if a port of a switch uses shared memory. */
function whyNoSharedMemory({ policies, links = [] }: Scenario, tables: Tables): string | undefined {
  const isOwn = ({ name }: ChosenPolicy): boolean => tables.policies.link[name].needs?.ownMemory !== undefined;
  if (!isOwn(policies.link) || !links.every(({ policy = policies.link }) => isOwn(policy))) return undefined;
  return `link ${policies.link.name} gives each port of a switch its own memory`;
}

/**
 * The reason why a policy has no effect in this scenario. `idle` is the condition under which the policy has no effect.
 * Undefined if the scenario does not meet this condition.
 */
export function whyIdle(idle: Idle, { lossless, faults, links, wiring, paths }: Scenario): string | undefined {
  if (idle === "single paths")
    return hasSinglePaths(wiring, paths) ? "each pair of nodes has a single path" : undefined;
  // Without lossless classes the policy may still have an effect. A fault may send PAUSE frames, and links with
  // memory of their own have thresholds of their own.
  return lossless.length === 0 && faults === undefined && links === undefined ? "no class is lossless" : undefined;
}

/**
 * The paths of those parameters of a policy that differ from their defaults. If none differs: the path of the policy,
 * unless it is the default policy.
 */
function saidOf(source: Source, role: Role, at: Path, policy: ChosenPolicy, { policies }: Tables): readonly Path[] {
  const path = ["policies", role, ...at];
  if (source.at(path) === undefined) return [];
  const parameters = parametersSet(source, path, policy, policies[role][policy.name]);
  if (parameters.length > 0) return parameters.map((name) => [...path, name]);
  return policy.name === (defaultPolicies as Readonly<Record<string, string>>)[role] ? [] : [path];
}

/** True if routing has no choice between paths. */
export const hasSinglePaths = (wiring: Wiring, given: Scenario["paths"] = []): boolean =>
  given.length === 0 && isForest(wiring);

/** Whether any two nodes have at most one path between them. */
function isForest({ names, links }: Wiring): boolean {
  const above = Array.from(names.keys());
  const top = (node: number): number => {
    let at = node;
    while (above[at] !== at) at = above[at] = above[above[at]];
    return at;
  };
  for (const { a, b } of links) {
    if (top(a) === top(b)) return false;
    above[top(a)] = top(b);
  }
  return true;
}
