/** Combines all traffic entries of a scenario into one plan. */
import { stream } from "../../base/random.ts";
import type { Bps } from "../../base/units.ts";
import type { Plan, TrafficView } from "../../contracts/traffic.ts";
import { checkCount, flowsOf, type TrafficPlanner } from "./kind.ts";

/** A traffic entry of a scenario: the name of its kind, and values that passed its `check`. */
export interface TrafficEntry {
  readonly kind: string;
  readonly values: Readonly<Record<string, unknown>>;
  /**
   * The DSCP value, if the traffic entry chooses its priority class by DSCP. Absent: the traffic entry has a class
   * number, or the default class.
   */
  readonly dscp?: number;
}

/**
 * Plans all traffic entries. Each entry has its own random streams, so an entry added at the end does not change
 * earlier ones. Throws `ParamError` if all entries together have more flows than a run may have.
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
    const { flows, trains, tasks, sends = [], collectives = [], traces = [] } = plan;
    const [ownSends, ownCollectives, ownTraces] = [sends.map(own), collectives.map(own), traces.map(own)];
    const waiting = tasks && { tasks, sends: ownSends, collectives: ownCollectives, traces: ownTraces };
    return { flows: flows.map(own), trains: trains.map(own), ...waiting };
  });
  return mergePlans(plans);
}

/**
 * Merges plans. Flows are sorted by start. Flows with the same start keep the order of the plans, and their order
 * within a plan. Trains, tasks and sends follow plan by plan.
 */
export function mergePlans(plans: readonly Plan[]): Plan {
  const flows = plans.flatMap((plan) => plan.flows).sort((a, b) => a.start - b.start);
  const merged = { flows, trains: plans.flatMap((plan) => plan.trains) };
  if (plans.every(({ tasks }) => tasks === undefined)) return merged;
  // The task numbers of a single plan need no change. The copies below would take seconds for a trace of a million messages.
  if (plans.length === 1) return { ...plans[0], flows };
  let before = 0;
  const moved = plans.map(({ tasks = [], sends = [], collectives = [], traces = [] }) => {
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
      traces: traces.map((trace) => ({ ...trace, tasks: trace.tasks.map((task) => task + by) })),
    };
  });
  return {
    ...merged,
    tasks: moved.flatMap(({ tasks }) => tasks),
    sends: moved.flatMap(({ sends }) => sends),
    collectives: moved.flatMap(({ collectives }) => collectives),
    traces: moved.flatMap(({ traces }) => traces),
  };
}

/**
 * The first flow number of each train (a sequence of flows). Trains have separate ranges of numbers after those of the
 * planned flows.
 */
export function trainNumbers({ flows, trains }: Plan, rate: (host: number) => Bps): number[] {
  let next = flows.length;
  return trains.map((train) => (next += flowsOf(train, rate(train.source))) - flowsOf(train, rate(train.source)));
}

/** An upper bound of the number of flows that a plan creates. */
export function mostFlows({ flows, trains, sends = [] }: Plan, rate: (host: number) => Bps): number {
  return trains.reduce((sum, train) => sum + flowsOf(train, rate(train.source)), flows.length + sends.length);
}
