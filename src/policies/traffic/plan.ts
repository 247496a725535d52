/** One plan of all that a scenario's traffic entries ask for. */
import { stream } from "../../base/random.ts";
import type { Bps } from "../../base/units.ts";
import type { Plan, TrafficView } from "../../contracts/traffic.ts";
import { checkCount, flowsOf, type TrafficPlanner } from "./kind.ts";

/** An entry of a scenario's traffic: the kind's name, and values that its `check` let pass. */
export interface TrafficEntry {
  readonly kind: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** By which it names its class; absent: by the class itself. */
  readonly dscp?: number;
}

/**
 * Each entry draws from streams of its own, so that one more entry at the end changes none before it. Throws `ParamError` when all
 * of them together ask for more flows than a run can hold.
 */
export function planTraffic(
  entries: readonly TrafficEntry[],
  kinds: Readonly<Record<string, TrafficPlanner>>,
  view: Omit<TrafficView, "stream">,
  seed: number,
): Plan {
  let asked = 0;
  const plans = entries.map(({ kind, values }, entry): Plan => {
    const plan = kinds[kind].create(values, {
      ...view,
      stream: (purpose, component) => stream(seed, `traffic ${entry} ${purpose}`, component),
    });
    asked += mostFlows(plan, (host) => view.rate(host));
    checkCount(asked, "traffic");
    const own = <Asked>(asked: Asked) => ({ ...asked, entry });
    const { flows, trains, tasks, sends, collectives } = plan;
    const waiting = tasks && { tasks, sends: sends?.map(own) ?? [], collectives: collectives?.map(own) ?? [] };
    return { flows: flows.map(own), trains: trains.map(own), ...waiting };
  });
  return mergePlans(plans);
}

/** Flows by start; those of one moment in the order of the plans, and within a plan in its own. Trains, tasks and sends one plan after the other. */
export function mergePlans(plans: readonly Plan[]): Plan {
  const flows = plans.flatMap((plan) => plan.flows).sort((a, b) => a.start - b.start);
  const merged = { flows, trains: plans.flatMap((plan) => plan.trains) };
  if (plans.every(({ tasks }) => tasks === undefined)) return merged;
  let before = 0;
  const moved = plans.map(({ tasks = [], sends = [], collectives = [] }) => {
    const by = before;
    before += tasks.length;
    return {
      tasks: tasks.map((task) => ({ ...task, next: task.next.map((task) => task + by) })),
      sends: sends.map((send) => ({
        ...send,
        after: send.after + by,
        ...(send.leaves === undefined ? {} : { leaves: send.leaves + by }),
        ...(send.arrives === undefined ? {} : { arrives: send.arrives + by }),
        ...(send.acked === undefined ? {} : { acked: send.acked + by }),
      })),
      collectives,
    };
  });
  return {
    ...merged,
    tasks: moved.flatMap(({ tasks }) => tasks),
    sends: moved.flatMap(({ sends }) => sends),
    collectives: moved.flatMap(({ collectives }) => collectives),
  };
}

/** First number of each train's flows, where each has numbers of its own behind those of the flows that are planned. */
export function trainNumbers({ flows, trains }: Plan, rate: (host: number) => Bps): number[] {
  let next = flows.length;
  return trains.map((train) => (next += flowsOf(train, rate(train.source))) - flowsOf(train, rate(train.source)));
}

/** Most flows that a plan may create. */
export function mostFlows({ flows, trains, sends = [] }: Plan, rate: (host: number) => Bps): number {
  return trains.reduce((sum, train) => sum + flowsOf(train, rate(train.source)), flows.length + sends.length);
}
