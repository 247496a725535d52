/**
 * One pod with two failed links, whose routes make queues wait for each other in a circle. Of spfc/fig17 and fig18.
 *
 *   tor0   tor1   tor2   tor3        16 hosts each
 *    | \    |X\   /X|   /  |         tor0 hangs on leaf0 only, tor3 on leaf1 only:
 *    leaf0 ------X----- leaf1        between them packets go down and up again by tor1 or tor2
 */
import { dcqcn } from "./victim-fabric.ts";

export const chosenForPod: readonly string[] = [
  "leaf0-tor3 and leaf1-tor0 have failed from the start; routes are all shortest paths, so tor0 and tor3 meet over tor1 and tor2.",
  "Load .5 of the ToR down-links is load .5 of each host's link, payload, all hosts to all.",
  "WebSearch is websearch-hpcc and Hadoop fb-hadoop-hpcc, whose shares are those of table II.",
  "Memory 32 MiB, headroom taken from it (beside it, pools would be larger); alpha 2 for DT and SPFC; DCQCN with its paper's timers (spfc/fig4), TIMELY as in HPCC's simulator.",
];

export const buffers = {
  ST: { name: "st" },
  DT: { name: "dt", alpha: 2 },
  SPFC: { name: "spfc", alpha: 2 },
} as const;
export type Buffer = keyof typeof buffers;

export const senders = { DCQCN: dcqcn, TIMELY: { name: "timely" } } as const;
export type Sender = keyof typeof senders;

export const workloads = { WebSearch: "websearch-hpcc", Hadoop: "fb-hadoop-hpcc" } as const;
export type Workload = keyof typeof workloads;

export function podScenario(options: {
  readonly buffer: Buffer;
  readonly sender: Sender;
  readonly workload: Workload;
  readonly untilMs: number;
  readonly onDeadlock: "stop" | "go-on";
}): Record<string, unknown> {
  const { buffer, sender, workload, untilMs, onDeadlock } = options;
  return {
    until: `${untilMs}ms`,
    topology: {
      ...{ kind: "clos", pods: 1, tors: 4, leaves: 2, spines: 0, hostsPerTor: 16 },
      ...{ rate: "100Gbps", uplinkRate: "400Gbps", delay: "2us" },
      fail: ["leaf0-tor3", "leaf1-tor0"],
    },
    switch: { memory: "32MiB" },
    onDeadlock,
    traffic: [{ kind: "poisson", cdf: workloads[workload], load: 0.5 }],
    policies: { buffer: buffers[buffer], congestion: senders[sender] },
  };
}
