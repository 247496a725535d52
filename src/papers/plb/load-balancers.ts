/** The fabric of plb/fig7 and cross/lb-asymmetry: a leaf-spine with 2:1 oversubscription, under each load balancer. */
import { ackClasses } from "../acks.ts";
import { completionTimes, type Results, type Scale, type PerScale } from "../experiment.ts";
import { chosenForAll, plbOf, policiesOf, type PlbReading } from "./readings.ts";

export const chosenForBalancers: readonly string[] = [
  "Load is the share of payload in the links from leaves to spines, counted with all links working. Flows within a leaf add to the hosts' load.",
  ...chosenForAll,
  "All flows begin within a stated time, and the run continues until they are done. It ends after ten times the stated time at the latest, and with Data Mining after twenty times. An unfinished flow counts with the time since it began, and the page shows the number of such flows.",
];

/** The routing policy of each load balancer, in the order of the plots. */
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

/** The number of spines in the fabric, and the number of hosts on each leaf. There are as many leaves as spines. */
const FABRIC: PerScale<{ readonly spines: number; readonly hosts: number }> = {
  quick: { spines: 4, hosts: 8 },
  paper: { spines: 8, hosts: 16 },
};

export function balancerScenario(options: {
  readonly balancer: Balancer;
  readonly scale: Scale;
  readonly reading: PlbReading;
  readonly cdf: string;
  readonly load: number;
  /** Flows begin from time 0 to this time, ms. */
  readonly ms: number;
  /** The run ends at the latest after `patience` times the duration `ms`. Absent: 10. */
  readonly patience?: number;
  /** The failed and slow links, in the form of a scenario. */
  readonly fail?: readonly string[];
  readonly slow?: readonly string[];
}): Record<string, unknown> {
  const { balancer, scale, reading, cdf, load, ms, patience = 10, fail = [], slow = [] } = options;
  const { spines, hosts } = FABRIC[scale];
  const all = spines * hosts;
  // The share of a host's flows that leave their leaf. It converts the load of the leaf's uplinks (one for each spine) to
  // the load of the hosts' links.
  const leaving = (all - hosts) / (all - 1);
  return {
    until: "done",
    limit: `${patience * ms}ms`,
    topology: {
      ...{ kind: "leaf-spine", leaves: spines, spines, hostsPerLeaf: hosts },
      ...{ rate: "40Gbps", delay: "5us", fail, slow },
    },
    ...ackClasses(reading),
    switch: { memory: "9MiB" },
    traffic: [{ kind: "poisson", cdf, load: (load * spines) / hosts / leaving, stop: `${ms}ms` }],
    policies: { ...policiesOf(reading), routing: balancers[balancer](reading) },
    measure: { pauses: false },
  };
}

export type Completion = ReturnType<typeof completion>;

export function completion(results: Results) {
  const { n, unfinished, fct_ns } = completionTimes(results);
  const { data_packets, out_of_order_packets, repeated_packets, pauses } = results.summary.counters;
  const percent = (packets: number): number => (100 * packets) / Math.max(1, data_packets);
  const [average, p99] = n === 0 ? [null, null] : [fct_ns.mean / 1e6, fct_ns.p99 / 1e6];
  return {
    /** The FCT over all flows, ms. Null: there was no flow. An unfinished flow counts with the time since it began. */
    ...{ average, p99, flows: n, unfinished, pauses },
    /** The percentage of data packets that arrived out of order. `repeated`: the percentage of retransmitted packets. */
    outOfOrder: percent(out_of_order_packets),
    repeated: percent(repeated_packets),
  };
}
