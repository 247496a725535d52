/** The fabric of plb's figure 7 and its kin: a leaf-spine, two to one oversubscribed, under each load balancer. */
import type { Results } from "../../lab.ts";
import { mean } from "../claims-by-means.ts";
import type { Scale } from "../contract.ts";
import { dcqcn } from "../spfc/victim-fabric.ts";

export const chosenForBalancers: readonly string[] = [
  "Load is payload's share of the links from leaves to spines, all of them working: what hosts send to their own leaf comes on top.",
  "Switches have 9 MiB, thresholds of DT with alpha 1/8; DCQCN has the values of its paper, marks from 5 to 200 KB; receivers accept packets selectively.",
  "Averages and p99 are over flows done within the run, ten times as long as that in which flows begin; how many are not is said.",
];

/** The default of each, in the order in which they are drawn. */
export const balancers = {
  PLB: "plb",
  CONGA: "conga",
  DRILL: "drill",
  Hermes: "hermes",
  LetFlow: "letflow",
  ECMP: "ecmp",
} as const;
export type Balancer = keyof typeof balancers;
export const balancerNames = Object.keys(balancers) as Balancer[];

/** leaves = spines, hosts on each leaf, ms in which flows begin. */
export const FABRIC: Readonly<Record<Scale, { readonly spines: number; readonly hosts: number; readonly ms: number }>> =
  {
    quick: { spines: 4, hosts: 8, ms: 2 },
    paper: { spines: 8, hosts: 16, ms: 50 },
  };

export function balancerScenario(options: {
  readonly balancer: Balancer;
  readonly scale: Scale;
  readonly cdf: string;
  readonly load: number;
  /** Flows begin within so many ms. */
  readonly ms: number;
  /** Links that never work, and slower ones, as in a scenario. */
  readonly fail?: readonly string[];
  readonly slow?: readonly string[];
}): Record<string, unknown> {
  const { balancer, scale, cdf, load, ms, fail = [], slow = [] } = options;
  const { spines, hosts } = FABRIC[scale];
  const all = spines * hosts;
  // Of a host's flows so many leave its leaf, and a leaf's hosts have one uplink for each spine.
  const leaving = (all - hosts) / (all - 1);
  return {
    until: `${10 * ms}ms`,
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
    switch: { memory: "9MiB" },
    traffic: [{ kind: "poisson", cdf, load: (load * spines) / hosts / leaving, stop: `${ms}ms` }],
    policies: {
      buffer: { name: "dt", alpha: "1/8" },
      congestion: dcqcn,
      detection: { name: "red", kmin: "5KB", kmax: "200KB", pmax: 0.01, scaleTo: "0bps" },
      recovery: "selective",
      routing: balancers[balancer],
    },
    measure: { pauses: false },
  };
}

export interface Completion {
  /** ms. */
  readonly average: number;
  readonly p99: number;
  readonly unfinished: number;
  readonly flows: number;
  readonly pauses: number;
}

export function completion({ tables, summary }: Results): Completion {
  const times = Array.from(tables.flows.columns.fct_ns)
    .filter((ns) => !Number.isNaN(ns))
    .sort((a, b) => a - b);
  return {
    average: mean(times) / 1e6,
    p99: times[Math.floor(times.length * 0.99)] / 1e6,
    unfinished: tables.flows.rows - times.length,
    flows: tables.flows.rows,
    pauses: summary.counters.pauses,
  };
}
