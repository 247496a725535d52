/** Builds the network of a scenario that was read and checked. */
import { formatBytes } from "../../base/format.ts";
import type { Network } from "../../sim/model/network.ts";
import { portNumbers, portOn } from "../../sim/model/numbering.ts";
import type { Switch } from "../../sim/model/switch.ts";
import { ParamError, type PolicyModule } from "../../base/params.ts";
import type { Registry } from "../../scenario/registry/tables.ts";
import type { ChosenPolicy, LinkRule, Scenario, Span } from "../../scenario/scenario.ts";
import { trafficView } from "../../scenario/traffic.ts";
import type { Plan, Train } from "../../contracts/traffic.ts";
import type { Bps } from "../../base/units.ts";
import { mostFlows, planTraffic } from "../../policies/traffic/plan.ts";
import { buildExact, type Choice, type ExactOptions } from "./exact.ts";
import { ownMemory } from "./own-memory.ts";
import { checkReach } from "./reach.ts";

export type ScenarioOptions = ExactOptions;

export interface BuiltScenario {
  readonly network: Network;
  /** The planned traffic. */
  readonly plan: Plan;
}

/**
 * Builds the network and plans its traffic. Throws `ParamError` if a value of the scenario does not fit, such as
 * headroom above a switch's memory.
 */
export function buildScenario(
  scenario: Scenario,
  { policies, trafficKinds, faultKinds }: Registry,
  options: ScenarioOptions,
): BuiltScenario {
  const { wiring, policies: chosen, until } = scenario;
  const view = trafficView(wiring, until);
  const plan = planTraffic(scenario.traffic, trafficKinds, view, scenario.seed);
  checkReach(wiring, plan);
  const waitsFor = awaited(scenario, plan, (host) => view.rate(host));

  const pick = <View, Policy>(
    role: keyof Registry["policies"],
    { name, values }: ChosenPolicy,
    path = `policies.${role}`,
  ): Choice<View, Policy> =>
    blamed(path, {
      module: policies[role][name] as PolicyModule<View, Policy>,
      values,
    });
  const { links: apart = [] } = scenario;
  checkOwnMemory(chosen.link, apart, policies);
  const numbers = portNumbers(wiring);
  const own = ownMemory(scenario, numbers, (policy) => pick("link", policy).module.needs ?? {});
  const network = buildExact(
    {
      seed: scenario.seed,
      wiring,
      ...(waitsFor === undefined ? {} : { waitsFor }),
      plan,
      flows: mostFlows(plan, (host) => view.rate(host)),
      payload: scenario.payload,
      sizes: scenario.sizes === "exact" ? "real" : scenario.sizes,
      ...(scenario.times === undefined ? {} : { times: scenario.times }),
      ...(scenario.draws === undefined ? {} : { draws: scenario.draws }),
      ...(scenario.nic === undefined ? {} : { nic: scenario.nic }),
      ...(scenario.ports === undefined ? {} : { ports: scenario.ports }),
      memory: scenario.memory,
      private: scenario.private,
      lossless: scenario.lossless,
      controlClass: scenario.controlClass,
      ...(scenario.acks === undefined ? {} : { acks: scenario.acks }),
      window: scenario.window,
      scaleWindow: scenario.scaleWindow,
      buffer: pick("buffer", chosen.buffer),
      headroom: pick("headroom", chosen.headroom),
      link: pick("link", chosen.link),
      linkParts: apart.map(({ ports, policy = chosen.link }, k) => ({
        choice: pick("link", policy, `links[${k}].policy`),
        ports: ports.map((end) => portOn(numbers, end)),
      })),
      ownMemory: own.ofPorts,
      sharedOut: own.sharedOut,
      detection: chosen.detection.map((policy, k) => pick("detection", policy, `policies.detection[${k}]`)),
      congestion: pick("congestion", chosen.congestion),
      recovery: pick("recovery", chosen.recovery),
      ...(chosen.transport === undefined ? {} : { transport: pick("transport", chosen.transport) }),
      routing: pick("routing", chosen.routing),
      ...(scenario.paths === undefined ? {} : { paths: scenario.paths }),
      scheduling: pick("scheduling", chosen.scheduling),
      faults: (scenario.faults ?? []).map((fault) => ({
        ...fault,
        module: faultKinds[fault.kind],
        ports: fault.ports.map((end) => portOn(numbers, end)),
      })),
    },
    options,
  );
  checkHooks(network, scenario, policies);
  const isEndless = [...plan.flows, ...(plan.sends ?? [])].some(({ bytes }) => bytes === Infinity);
  network.stopWhenDone = waitsFor !== undefined || !isEndless;
  network.stopAtDeadlock = scenario.onDeadlock === "stop";
  checkMemory(network);
  return { network, plan };
}

/**
 * Returns the span of time that `count` of a scenario with `until: done` sets. The run ends when all finite flows that
 * begin in this span are done. Undefined: the scenario sets the end time of the run. Throws `ParamError` if no finite flow can begin in
 * the span.
 */
function awaited(
  { untilDone, count = { from: 0, to: Infinity } }: Scenario,
  { flows, trains, tasks = [], sends = [] }: Plan,
  rate: (host: number) => Bps,
): Span | undefined {
  if (untilDone === undefined) return undefined;
  const { from, to } = count;
  const isAwaited = flows.some(({ bytes, start }) => bytes !== Infinity && start >= from && start < to);
  if (sends.some(({ after }) => tasks[after].from < count.to)) return count;
  if (isAwaited || trains.some((train) => mayBegin(train, count, rate(train.source)))) return count;
  const hint = "No flow with an end begins within `count`: change it, or the traffic.";
  throw new ParamError("until", "a time, or flows with an end", "done", hint);
}

/**
 * True if a flow of the train (a sequence of flows) may begin within the span. Only the start of the first flow is
 * known. The second flow begins at least one transmission time later, and any later time may be the start of some flow.
 */
function mayBegin({ start, stop, bytes }: Train, { from, to }: Span, rate: Bps): boolean {
  const second = start + (bytes * 8e12) / rate;
  const end = Math.min(stop, to);
  return start >= from ? start < end : Math.max(second, from) < end;
}

/**
 * Checks that the detection policies have the hooks that the congestion policy needs. User policies make this check
 * necessary: their hooks are known only after they are created.
 */
function checkHooks(
  { switches }: Network,
  { policies: { congestion, detection } }: Scenario,
  policies: Registry["policies"],
): void {
  const made = switches.find((at) => at !== null)?.policies;
  if (made === undefined) return;
  const wanted = policies.congestion[congestion.name].reads?.(congestion.values) ?? [];
  const hooks = [
    ...(wanted.includes("ECN marks") && made.ecnMarker === null ? (["mark"] as const) : []),
    ...(wanted.includes("INT stamps") && made.stamper === null ? (["stamp"] as const) : []),
  ];
  if (hooks.length === 0) return;
  const expected = `a policy with ${hooks.join(" and ")}, for congestion ${congestion.name}`;
  const hint = "A policy without marks declares so: export const gives = [].";
  throw new ParamError("policies.detection", expected, detection.map(({ name }) => name).join(", "), hint);
}

function checkOwnMemory(common: ChosenPolicy, apart: readonly LinkRule[], { link }: Registry["policies"]): void {
  const needsMemory = (name: string): boolean => link[name].needs?.ownMemory === true;
  const expected = (name: string): string => `a size: ${name} runs on links whose ports have memory of their own`;
  if (needsMemory(common.name)) {
    throw new ParamError(
      "policies.link",
      "a policy that shares the memory of its switch",
      common.name,
      "List its links under `links`, with their memory.",
    );
  }
  apart.forEach(({ policy, memory }, k) => {
    if (policy === undefined || memory !== undefined || !needsMemory(policy.name)) return;
    throw new ParamError(`links[${k}].memory`, expected(policy.name), undefined);
  });
}

/**
 * Returns the same choice with better errors: if `create` rejects the values for this network, the error names `path`.
 */
function blamed<View, Policy>(path: string, { module, values }: Choice<View, Policy>): Choice<View, Policy> {
  const create: typeof module.create = (given, view) => {
    try {
      return module.create(given, view);
    } catch (error) {
      if (!(error instanceof ParamError)) throw error;
      const at = error.at === "" ? path : `${path}.${error.at}`;
      throw new ParamError(at, error.expected, error.got, error.hint);
    }
  };
  return { module: { ...module, create }, values };
}

/** Checks that the buffer policy leaves memory to share after its own reserve. */
function checkLimit({ fabric: { wiring } }: Network, at: Switch): void {
  const { memory, capacity } = at.pool;
  const limit = at.policies.buffer.limit?.[at.node] ?? capacity;
  if (limit > 0) return;
  const expected = `more than ${formatBytes(memory - limit)}, which the buffer policy reserves for the ${at.ports} ports of ${wiring.names[at.node]}`;
  const path = wiring.memory?.has(at.node) === true ? "topology" : "switch.memory";
  throw new ParamError(
    path,
    expected,
    formatBytes(memory),
    "Raise the memory, shorten the links, or set its headroom.",
  );
}

/** Checks that each switch has memory left to share after headroom and private segments are reserved. */
function checkMemory(network: Network): void {
  for (const at of network.switches) {
    if (at === null) continue;
    if (at.pool.capacity > 0) {
      checkLimit(network, at);
      continue;
    }
    const sharing = at.ports - at.portsApart;
    if (sharing === 0) continue;
    const { memory, capacity } = at.pool;
    // 7 classes have private segments. The control class has its own memory instead.
    const own = at.pool.private * sharing * 7;
    const parts = `${formatBytes(memory - capacity - own)} of headroom and ${formatBytes(own)} of private segments`;
    const { wiring } = network.fabric;
    throw new ParamError(
      // The error names the place of the memory in the scenario. Some topologies set the memory of single switches.
      wiring.memory?.has(at.node) === true ? "topology" : "switch.memory",
      `more than ${formatBytes(memory - capacity)}: ${parts} for the ${sharing} ports of ${wiring.names[at.node]}`,
      formatBytes(memory),
      "Raise the memory, shorten the links, or set headroom's size.",
    );
  }
}
