/**
 * The Clos of spfc/fig15 to fig18 and tab3. It has pods of four ToRs and two leaves under four spines. ToRs are
 * oversubscribed 2:1.
 *
 * Figures 17 and 18 have one pod, no spines and two failed links. With its routes, queues can wait for each other in a cycle:
 *
 *   tor0   tor1   tor2   tor3        tor0 is connected to leaf0 only, and tor3 to leaf1 only.
 *    | \    |X\   /X|   /  |         Packets between them go down to tor1 or tor2, and up again.
 *    leaf0 ------X----- leaf1
 */
import type { CdfName, PerScale } from "../experiment.ts";
import { switchAndPolicies, type Scheme, type Sender, type SwitchOf } from "./policies.ts";
import type { Reading } from "./readings.ts";
import { headroomOf } from "./victim-fabric.ts";

export const chosenForClos: readonly string[] = [
  "WebSearch (W1) has the size distribution websearch-hpcc, and Hadoop (W2) has fb-hadoop-hpcc. Both have the shares of table II. Every host sends to all others. Load counts payload.",
  "32 MB are 32 MiB. Every switch has the headroom of a ToR, 1.3 MB. A leaf needs less.",
  "SPFC has alpha 2, K 5 and a TC of four round trips of 24 us. TIMELY is that of HPCC's simulator.",
];

export const workloads = { WebSearch: "websearch-hpcc", Hadoop: "fb-hadoop-hpcc" } as const satisfies Record<
  string,
  CdfName
>;
export type Workload = keyof typeof workloads;

/** The size of the Clos. The rates above the ToRs and the memory are proportional to the hosts per ToR. */
export interface Size {
  readonly pods: number;
  readonly spines: number;
  readonly hostsPerTor: number;
}

/**
 * Quick scale has three pods. Hosts per ToR and link rates above ToRs are a quarter of the paper's. With three pods only two
 * thirds of the traffic leave their pod, instead of the paper's seven eighths. Three spines instead of four balance this, so
 * the links to spines are as full as the paper's. With two pods and four spines these links would be about half as full.
 */
export const SIZES: PerScale<Size> = {
  quick: { pods: 3, spines: 3, hostsPerTor: 4 },
  paper: { pods: 8, spines: 4, hostsPerTor: 16 },
};
/**
 * The size of figures 15 and 16, with a quarter of the paper's hosts. Uplink rates and memory are a quarter, too, because they are
 * proportional to `hostsPerTor`. The paper's size would take about 12 hours of one core.
 */
export const QUARTER: Size = { ...SIZES.paper, hostsPerTor: 4 };
/** The pod with two failed links, at each scale. */
export const PODS: PerScale<Size> = {
  quick: { pods: 1, spines: 0, hostsPerTor: 4 },
  paper: { pods: 1, spines: 0, hostsPerTor: 16 },
};
export const podChosen =
  "At quick scale the pod has 4 hosts per ToR instead of 16, and a quarter of the uplink rate and memory.";

export interface ClosOptions {
  readonly scheme: Scheme;
  readonly sender: Sender;
  readonly workload: Workload;
  /** The load of the ToRs' down-links. */
  readonly load: number;
  readonly size: Size;
  /** The memory of a switch in MiB, if each ToR has 16 hosts. With fewer hosts the memory is smaller in proportion. Absent: 32. */
  readonly memoryMiB?: number;
  readonly alpha?: number;
  /** No flow begins after this time. Absent: the end of the run. */
  readonly stop?: string;
  /** True if two links of a single pod have failed. */
  readonly broken?: boolean;
}

export function closFabric(options: ClosOptions, reading: Reading): Record<string, unknown> {
  const { scheme, sender, workload, load, size, memoryMiB = 32, alpha, stop, broken = false } = options;
  const { pods, spines, hostsPerTor } = size;
  const uplink = 25 * hostsPerTor;
  const sw: SwitchOf = {
    memory: (memoryMiB * 2 ** 20 * hostsPerTor) / 16,
    headroom: hostsPerTor * headroomOf(100, 2) + 2 * headroomOf(uplink, 2),
    rtt: { flows: 24, hosts: 24 },
    ...(alpha === undefined ? {} : { alpha }),
  };
  return {
    topology: {
      ...{ kind: "clos", pods, tors: 4, leaves: 2, spines, hostsPerTor },
      ...{ rate: "100Gbps", uplinkRate: `${uplink}Gbps`, delay: "2us", uplinkDelay: "2us" },
      ...(broken ? { fail: ["leaf0-tor3", "leaf1-tor0"] } : {}),
    },
    ...switchAndPolicies(scheme, sender, sw, reading),
    traffic: [
      {
        ...{ kind: "poisson", cdf: workloads[workload], load: reading.load === "hosts" ? load : load / 2 },
        ...(stop === undefined ? {} : { stop }),
      },
    ],
  };
}
