/** The fabrics and workloads on which the cross experiments compare combinations of schemes. */
import { completionTimes, type Results, type Scale, type PerScale } from "../experiment.ts";
import { policiesOf, type Combination } from "./roles.ts";

export const fabricNames = ["leaf-spine", "fat-tree", "rails"] as const;
export type Fabric = (typeof fabricNames)[number];

export const workloadNames = ["Hadoop + fan-in", "storage", "all-to-all", "all-reduce"] as const;
export type Workload = (typeof workloadNames)[number];

interface Built {
  readonly topology: Readonly<Record<string, unknown>>;
  readonly hosts: number;
  /** The number of ports of the largest switch. It determines the memory of all switches. */
  readonly ports: number;
}

const LINK = { rate: "100Gbps", delay: "1us" } as const;

const FABRICS: Readonly<Record<Fabric, PerScale<Built>>> = {
  // The leaf-spine is oversubscribed 2:1: a leaf has twice as many hosts as uplinks.
  "leaf-spine": {
    quick: { topology: { kind: "leaf-spine", leaves: 4, spines: 4, hostsPerLeaf: 8, ...LINK }, hosts: 32, ports: 12 },
    paper: { topology: { kind: "leaf-spine", leaves: 8, spines: 8, hostsPerLeaf: 16, ...LINK }, hosts: 128, ports: 24 },
  },
  "fat-tree": {
    quick: { topology: { kind: "fat-tree", k: 4, ...LINK }, hosts: 16, ports: 4 },
    paper: { topology: { kind: "fat-tree", k: 8, ...LINK }, hosts: 128, ports: 8 },
  },
  rails: {
    quick: {
      topology: { kind: "rail-optimised", groups: 2, servers: 4, rails: 4, spines: 4, ...LINK },
      hosts: 32,
      ports: 8,
    },
    paper: {
      topology: { kind: "rail-optimised", groups: 4, servers: 8, rails: 4, spines: 8, ...LINK },
      hosts: 128,
      ports: 16,
    },
  },
};

/** The memory of a switch for each of its 100G ports, bytes. A Tomahawk 5 has 165 MB for 512 such ports. */
export const MEMORY_PER_PORT = 322_000;
/** The time in which flows begin, us. */
const LENGTH_US: PerScale<number> = { quick: 500, paper: 2000 };

export const chosenForFabrics: readonly string[] = [
  "leaf-spine is oversubscribed 2:1, and fat-tree and rails are not oversubscribed. Links have 100 Gbps and 1 us. Switches have 322 KB per port, as in a Tomahawk 5 with 165 MB for 512 ports of 100G. Flows use seven lossless classes.",
  "Hadoop + fan-in has HPCC's Facebook Hadoop sizes at 50% of the hosts' links (25% on the leaf-spine). Its 15:1 fan-ins of 64 KB add 30%. storage has Alibaba's sizes of 2019 at 80% (40% on the leaf-spine). Flows begin for .5 ms (paper scale: 2 ms), and the run continues until they are done.",
  "all-to-all sends 64 KB from each host to each other host. all-reduce is halving and doubling of 1 MB over all hosts. Both run twice in one class. Before, each host computes for 10 us plus a random time of 2 us on average.",
];

export type Cell = { readonly fabric: Fabric; readonly workload: Workload };

export function crossScenario(
  { fabric, workload }: Cell,
  combination: Combination,
  scale: Scale,
): Record<string, unknown> {
  const { topology, hosts, ports } = FABRICS[fabric][scale];
  return {
    until: "done",
    limit: "200ms",
    topology,
    switch: { memory: `${MEMORY_PER_PORT * ports}B` },
    classes: { lossless: [1, 2, 3, 4, 5, 6, 7], control: 0, default: 1 },
    traffic: trafficOf(workload, fabric === "leaf-spine" ? 0.5 : 1, hosts, scale),
    policies: { ...policiesOf(combination), scheduling: "dwrr" },
    measure: { pauses: false },
  };
}

/** The traffic of a workload. `share` is the bandwidth of a leaf's uplinks, divided by that of its hosts' links. */
function trafficOf(workload: Workload, share: number, hosts: number, scale: Scale): unknown[] {
  const stop = `${LENGTH_US[scale]}us`;
  const thinking = { compute: "10us", straggle: "2us" };
  const classes = [2, 3, 4, 5, 6, 7].map((one) => ({ class: one }));
  switch (workload) {
    case "Hadoop + fan-in":
      return [
        { kind: "poisson", cdf: "fb-hadoop-hpcc", load: 0.5 * share, classes, stop },
        { kind: "incast", fanIn: 15, size: "64KB", load: 0.3, class: 1, stop },
      ];
    case "storage":
      return [{ kind: "poisson", cdf: "alistorage2019", load: 0.8 * share, classes, stop }];
    case "all-to-all":
      return [{ ...collective("all-to-all"), size: `${64 * hosts}KB`, channels: 8, iterations: 2, ...thinking }];
    case "all-reduce":
      return [{ ...collective("all-reduce-halving-doubling"), size: "1MB", iterations: 2, ...thinking }];
  }
}

const collective = (operation: string) => ({ kind: "collective", operation, ranks: "all" });

export type CrossRow = ReturnType<typeof crossRow>;

export function crossRow(results: Results) {
  const all = completionTimes(results);
  const job = results.summary.collectives?.[0]?.completion_ns ?? null;
  const averageOf = (one: ReturnType<typeof completionTimes>): number | null =>
    one.n === 0 ? null : one.slowdown.mean;
  return {
    /** The average slowdown of all flows. Null: there was no flow. An unfinished flow counts with the time since it began. */
    average: averageOf(all),
    p99: all.n === 0 ? null : all.slowdown.p99,
    /** The average slowdown of flows up to 10 KB. `large`: the average slowdown of flows above 100 KB. */
    small: averageOf(completionTimes(results, { sizeTo: 10_000 })),
    large: averageOf(completionTimes(results, { sizeAbove: 100_000 })),
    /** The time of both iterations of a collective, ms. Null: there was no collective. */
    job: job === null ? null : job / 1e6,
    ...{ flows: all.n, unfinished: all.unfinished },
    pauses: results.summary.counters.pauses,
    deadlocked: results.summary.deadlock.length > 0,
  };
}
