/** The fabric of plb's figure 7 and its kin: a leaf-spine, two to one oversubscribed, under each load balancer. */
import { ackClasses } from "../acks.ts";
import { completionTimes, type Results, type Scale } from "../experiment.ts";
import { chosenForAll, plbOf, policiesOf, type PlbReading } from "./readings.ts";

export const chosenForBalancers: readonly string[] = [
  "Load is payload's share of the links from leaves to spines, all of them working: what hosts send to their own leaf comes on top.",
  ...chosenForAll,
  "All flows begin within a stated time, and the run goes on until they are done; it ends after ten times that, or twenty where flows are as large as Data Mining's. Who is not done then counts at its age, and the page says how many.",
];

/** In the order in which they are drawn. */
export const balancers = {
  PLB: plbOf,
  CONGA: () => ({ name: "conga" }),
  "CONGA, T_dre 10 us": () => ({ name: "conga", interval: "10us" }),
  DRILL: () => ({ name: "drill" }),
  Hermes: () => ({ name: "hermes" }),
  LetFlow: () => ({ name: "letflow" }),
  ECMP: () => ({ name: "ecmp" }),
} as const;
export type Balancer = keyof typeof balancers;
export const balancerNames = Object.keys(balancers) as Balancer[];

/** leaves = spines, hosts on each leaf. */
const FABRIC: Readonly<Record<Scale, { readonly spines: number; readonly hosts: number }>> = {
  quick: { spines: 4, hosts: 8 },
  paper: { spines: 8, hosts: 16 },
};

export function balancerScenario(options: {
  readonly balancer: Balancer;
  readonly scale: Scale;
  readonly reading: PlbReading;
  readonly cdf: string;
  readonly load: number;
  /** Flows begin within so many ms; the run ends after `patience` times that. */
  readonly ms: number;
  readonly patience?: number;
  /** Links that never work, and slower ones, as in a scenario. */
  readonly fail?: readonly string[];
  readonly slow?: readonly string[];
}): Record<string, unknown> {
  const { balancer, scale, reading, cdf, load, ms, patience = 10, fail = [], slow = [] } = options;
  const { spines, hosts } = FABRIC[scale];
  const all = spines * hosts;
  // Of a host's flows so many leave its leaf, and a leaf's hosts have one uplink for each spine.
  const leaving = (all - hosts) / (all - 1);
  return {
    until: "done",
    limit: `${patience * ms}ms`,
    topology: {
      kind: "leaf-spine",
      leaves: spines,
      spines,
      hostsPerLeaf: hosts,
      rate: "40Gbps",
      delay: "5us",
      fail,
      slow,
    },
    ...ackClasses(reading),
    switch: { memory: "9MiB" },
    traffic: [{ kind: "poisson", cdf, load: (load * spines) / hosts / leaving, stop: `${ms}ms` }],
    policies: { ...policiesOf(reading), routing: balancers[balancer](reading) },
    measure: { pauses: false },
  };
}

export interface Completion {
  /** ms, of all flows; null: there was none. */
  readonly average: number | null;
  readonly p99: number | null;
  readonly flows: number;
  /** In both at their age. */
  readonly unfinished: number;
  readonly pauses: number;
  /** Percent of data packets that came out of order, and that were sent again. */
  readonly outOfOrder: number;
  readonly repeated: number;
}

export function completion(results: Results): Completion {
  const { n, unfinished, fct_ns } = completionTimes(results);
  const { data_packets, out_of_order_packets, repeated_packets, pauses } = results.summary.counters;
  const percent = (packets: number): number => (100 * packets) / Math.max(1, data_packets);
  return {
    average: n === 0 ? null : fct_ns.mean / 1e6,
    p99: n === 0 ? null : fct_ns.p99 / 1e6,
    flows: n,
    unfinished,
    pauses,
    outOfOrder: percent(out_of_order_packets),
    repeated: percent(repeated_packets),
  };
}
