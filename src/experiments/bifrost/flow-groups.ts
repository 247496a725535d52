/** Completion times of one run, by what tells its flows apart: where they go, how large they are, which priority they have. */
import type { Results } from "../../lab.ts";
import { isFirst } from "./two-dcs.ts";

export interface Fct {
  /** Microseconds; null of no flow. */
  readonly average: number | null;
  readonly p99: number | null;
  readonly flows: number;
  /** Flows that the run ended before; they are in neither. */
  readonly unfinished: number;
}

/** Those across the long link, those within a data centre, and all. */
export const places = ["inter-DC", "intra-DC", "overall"] as const;
export type Place = (typeof places)[number];

/** Below 100 KB, up to 1 MB, beyond (section VI-B5). */
export const sizes = ["small", "middle", "large"] as const;
export type Size = (typeof sizes)[number];

/** Classes 1, 2 and 3 (section VI-C). */
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

/** Of flows across the long link alone, as the paper's. */
export const fctsByPriority = (results: Results): Record<Priority, Fct> =>
  grouped(results, priorities, (flows, flow) => (isLocal(flows, flow) ? [] : [priorities[flows.class[flow] - 1]]));

function grouped<G extends string>(
  { tables }: Results,
  groups: readonly G[],
  groupsOf: (flows: Flows, flow: number) => readonly G[],
): Record<G, Fct> {
  const flows = tables.flows.columns;
  const times = new Map(groups.map((group) => [group, [] as number[]]));
  for (let flow = 0; flow < tables.flows.rows; flow++)
    for (const group of groupsOf(flows, flow)) times.get(group)?.push(flows.fct_ns[flow] / 1000);
  return Object.fromEntries([...times].map(([group, all]) => [group, summed(all)])) as Record<G, Fct>;
}

function summed(all: readonly number[]): Fct {
  const done = all.filter((time) => !Number.isNaN(time)).sort((a, b) => a - b);
  const flows = done.length;
  return {
    average: flows === 0 ? null : done.reduce((sum, time) => sum + time, 0) / flows,
    p99: flows === 0 ? null : done[Math.min(flows - 1, Math.ceil(flows * 0.99) - 1)],
    flows,
    unfinished: all.length - flows,
  };
}
