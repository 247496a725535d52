/**
 * Checks that a run of a scenario with `fastForward` may skip time or replay flows while the traffic repeats itself. Each
 * policy and fault must declare that its behaviour then repeats, too (`steady`). For some policies (`steady: "flows"`),
 * only the completion times of equal flows repeat. A scenario is rejected if one of its measurements needs the skipped
 * time.
 */
import type { Role } from "../policies/policies.ts";
import { roles } from "./roles.ts";
import type { Scenario } from "./scenario.ts";
import type { Source } from "./source.ts";
import type { Tables } from "./tables.ts";

/** Throws `ScenarioError` with the first reason why fast-forward must simulate every packet of the scenario. */
export function checkFastForward(source: Source, scenario: Scenario, tables: Tables): void {
  if (scenario.fastForward !== true) return;
  const why = obstacle(scenario, tables);
  if (why === undefined) return;
  throw source.error(
    ["fastForward"],
    "false in this scenario",
    "true",
    `${why}: remove fastForward to simulate every packet.`,
  );
}

/** Returns what fast-forward may leave out. The property `steady` of the scenario's policies decides (`base/params.ts`). */
export function leavesOut(scenario: Scenario, tables: Tables): LeavesOut {
  const steady = policiesOf(scenario, tables).map(({ role, name }) => tables.policies[role][name].steady);
  const { congestion } = scenario.policies;
  return {
    time: steady.every((what) => what === true),
    isPaced: congestion !== undefined && tables.policies.congestion[congestion.name].steady === "flows",
  };
}

export interface LeavesOut {
  /** True if the run may skip time. Without this, fast-forward may only replay flows. */
  readonly time: boolean;
  /** True if congestion control changes rates even where there is no congestion. */
  readonly isPaced: boolean;
}

/**
 * The policies that must declare `steady`. If all data has one class, the scheduling policy never has a choice, so it
 * need not declare `steady`.
 */
function policiesOf(scenario: Scenario, tables: Tables): readonly { readonly role: Role; readonly name: string }[] {
  const { policies } = scenario;
  return (Object.keys(roles) as Role[]).flatMap((role) => {
    if (role === "scheduling" && hasOneClass(scenario, tables)) return [];
    const chosen = role === "detection" ? policies.detection : [policies[role]];
    return chosen.flatMap((policy) => (policy === undefined ? [] : [{ role, name: policy.name }]));
  });
}

/** The first reason against fast-forward, as a sentence without its full stop. Undefined if there is none. */
function obstacle(scenario: Scenario, tables: Tables): string | undefined {
  const moving = policiesOf(scenario, tables).find(
    ({ role, name }) => tables.policies[role][name].steady === undefined,
  );
  if (moving !== undefined) return `${moving.role} ${moving.name} has state that fast-forward cannot see`;
  const apart = scenario.links?.find(
    ({ policy }) => policy !== undefined && tables.policies.link[policy.name].steady !== true,
  );
  if (apart !== undefined) return `A link of links has a policy with state that fast-forward cannot see`;
  const { every: _, queues, rates, goodputs, inFlight, probes = [], ...others } = scenario.measure;
  if (others.headroom) return "measure.headroom follows the headroom over time";
  const series = Object.entries({ queues, rates, goodputs, inFlight, probes }).find(([, list]) => list.length > 0);
  if (series !== undefined) return `measure.${series[0]} takes samples over time`;
  const fault = scenario.faults?.find(({ kind }) => tables.faultKinds[kind].steady !== true);
  if (fault !== undefined) return `Fault ${fault.kind} acts at times that depend on the packets`;
  if (scenario.count !== undefined) return "count selects flows by their start";
  if (scenario.draws === "ns3" || scenario.nic === "conweave")
    return "The run follows another simulator (rng or host.nic)";
  const chained = scenario.traffic.find(({ kind }) => tables.trafficKinds[kind].ownPace === true);
  if (chained !== undefined) return `Traffic ${chained.kind} begins flows as others end`;
  const isNoisy = scenario.wiring.links.some(
    ({ jitter, bitErrorRate = 0, frameErrorRate = 0, failsAt = 0 }) =>
      jitter !== undefined || bitErrorRate > 0 || frameErrorRate > 0 || failsAt > 0,
  );
  return isNoisy ? "A link has jitter, errors or a failure" : undefined;
}

/**
 * True if all data has one class. The scheduling policy then never chooses, because control packets leave first under
 * every scheduling policy. So the state of this policy has no effect.
 */
const hasOneClass = ({ traffic }: Scenario, { trafficKinds }: Tables): boolean =>
  traffic.every(
    ({ kind, values }) => trafficKinds[kind].oneClass === true && values["cls"] === traffic[0].values["cls"],
  );
