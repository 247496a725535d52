/** Completion times of one run by group of flows: by the data centres of their hosts, by size or by priority. */
import { completionTimes, type CompletionTimes, type Results, type SeenBy } from "../experiment.ts";
import { isFirst } from "./traffic.ts";

/**
 * Completion times of a group of flows. A flow counts if it began in the time span `count` of the scenario. An unfinished flow counts
 * with the time since it began.
 */
export interface Fct {
  /** Completion times at the receiver, until the last byte arrives. Null: the group has no flow. */
  readonly receiver: Times | null;
  /** Completion times at the sender, until the last ACK arrives. Null: the group has no flow. */
  readonly sender: Times | null;
  /** The number of the group's flows that began in the scenario's time span for counted flows (`count`). */
  readonly flows: number;
  /** The number of flows among `flows` that are unfinished at the end of the run. */
  readonly unfinished: number;
}

/** Completion times in microseconds. */
export interface Times {
  readonly average: number;
  readonly p99: number;
}

/** Groups by the data centres of the hosts: flows across the long link, flows within a data centre, and all flows. */
export const places = ["inter-DC", "intra-DC", "overall"] as const;
export type Place = (typeof places)[number];

/** Groups by size: below 100 KB, up to 1 MB, and above (section VI-B5). */
export const sizes = ["small", "middle", "large"] as const;
export type Size = (typeof sizes)[number];

/** Groups by priority: classes 1, 2 and 3 (section VI-C). */
export const priorities = ["high", "middle", "low"] as const;
export type Priority = (typeof priorities)[number];

type Flows = Results["tables"]["flows"]["columns"];

const isLocal = ({ source, destination }: Flows, flow: number): boolean =>
  isFirst(source[flow]) === isFirst(destination[flow]);

export const fctsByPlace = (results: Results): Record<Place, Fct> =>
  grouped(results, places, (flows, flow) => [isLocal(flows, flow) ? "intra-DC" : "inter-DC", "overall"]);

export const fctsBySize = (results: Results): Record<Size, Fct> =>
  grouped(results, sizes, ({ size_bytes }, flow) => {
    if (size_bytes[flow] < 100e3) return ["small"];
    return [size_bytes[flow] <= 1e6 ? "middle" : "large"];
  });

/** Completion times by priority. As in the paper, only flows across the long link count. */
export const fctsByPriority = (results: Results): Record<Priority, Fct> =>
  grouped(results, priorities, (flows, flow) => (isLocal(flows, flow) ? [] : [priorities[flows.class[flow] - 1]]));

function grouped<G extends string>(
  results: Results,
  groups: readonly G[],
  groupsOf: (flows: Flows, flow: number) => readonly G[],
): Record<G, Fct> {
  const fctOf = (group: G): Fct => {
    const where = (flows: Flows, flow: number): boolean => groupsOf(flows, flow).includes(group);
    const by = (clock: SeenBy): CompletionTimes => completionTimes(results, { where }, clock);
    const { n, unfinished } = by("receiver");
    const times = (clock: SeenBy): Times | null => {
      const { mean, p99 } = by(clock).fct_ns;
      return n === 0 ? null : { average: mean / 1000, p99: p99 / 1000 };
    };
    return { receiver: times("receiver"), sender: times("sender"), flows: n, unfinished };
  };
  return Object.fromEntries(groups.map((group) => [group, fctOf(group)])) as Record<G, Fct>;
}
