/**
 * The fabric of PLB's figure 1, and the traffic of figures 2 to 5. It has two equal paths. Path 1 is loaded, and Path 2 is
 * paused at times.
 *
 *   s1, b0..b3 - leaf1 === c1 === leaf3 - r1, r2, d0..d3, e0..e13       Path 1: c1, with background flows b -> d
 *                      === c2 ===                                       Path 2: c2, with s2's bursts
 *   s2 -------- leaf2 -- c1, c2
 *
 * The victim flow f1 runs from s1 to r1 on either path. Bursts from s2 and e0..e13 congest leaf3's port to r2. Then leaf3
 * pauses c2, and with it f1, although r1 is idle. In the paper, P5/L3 is leaf3's port to c2, and P4/C2 is c2's port to leaf3.
 * When the queue of c2 reaches its threshold, c2 pauses leaf1. P3/C2 is c2's port to leaf1, and P2/L1 is leaf1's port to c2.
 */
import { ackClasses } from "../acks.ts";
import { columnsOf, courseOf, type Results } from "../experiment.ts";
import { ZHU15_MARKS } from "../dcqcn.ts";
import { chosenForAll, policiesOf, webServerOf, type PlbReading } from "./readings.ts";

/** Choices that figures 2 to 5 share, where the paper is silent. */
export const chosen: readonly string[] = [
  "Background flows begin with the run and last until f1 is done. The reading `background` sets their number or kind.",
  "Host s2 has a separate leaf, and its bursts take Path 2. In figure 2 Path 2 is paused while leaf1's queue to it stays empty.",
  "Background and bursts have fixed paths under every scheme. The scheme measures both, and selects a path only for f1. As in the paper's figures, f1 begins on Path 2 and keeps it for 0.1 ms.",
  "The paper's numbers of flows are totals over all bursts of a figure. With so many flows in each burst, c2 would pause leaf1 in figure 2, which the paper excludes. A burst begins at the first whole ms at which r2's link could have carried the previous burst.",
  "Times count from f1's start, and a run ends when f1 is done. The background begins 1 ms earlier, so that schemes have measured Path 1.",
  ...chosenForAll,
];

/** The topology: hosts, switches and links of 40G and 5 us. */
function topology() {
  const count = (prefix: string, n: number): string[] => Array.from({ length: n }, (_, k) => `${prefix}${k}`);
  const leaves = {
    leaf1: ["s1", ...ASKERS, ...count("b", 4)],
    leaf2: ["s2"],
    leaf3: ["r1", "r2", ...count("d", 4), ...count("e", SENDERS)],
  };
  const switches = [...Object.keys(leaves), "c1", "c2"];
  const cables = Object.entries(leaves).flatMap(([leaf, hosts]) => [...hosts, "c1", "c2"].map((end) => [end, leaf]));
  return {
    kind: "file",
    nodes: [
      ...Object.values(leaves).flatMap((hosts) => hosts.map((host) => `${host}, host`)),
      ...switches.map((name) => `${name}, switch`),
    ],
    links: cables.map(([a, b]) => `${a}, ${b}, 40Gbps, 5us`),
  };
}

/**
 * Hosts under leaf1 that send single packets to d0..d3 as probes of the paths. In runs without probes they are idle.
 */
const ASKERS = ["a1", "a2"] as const;

/** The number of hosts under leaf3 that send bursts (e0..e13). */
const SENDERS = 14;

export interface Bursts {
  /** The start of the first burst in ms. */
  readonly at: number;
  /** The time from one burst to the next in ms. */
  readonly every?: number;
  readonly times?: number;
  /** The number of flows of 200 KB from s2 in all bursts together. */
  readonly fromS2: number;
  /** The number of flows of 200 KB from the hosts under leaf3 in all bursts together. */
  readonly underLeaf3: number;
}

export interface Options {
  /** The size of f1, such as "20MB". */
  readonly size: string;
  readonly bursts: Bursts;
  /** The time from f1's start to the end of the run, ms. */
  readonly until: number;
  readonly routing: Readonly<Record<string, unknown>>;
  /** The pinned paths of f1: "c1", or "c2, 9ms" for Path 2 until 9 ms. */
  readonly via: readonly string[];
  readonly every: string;
  /** Probes from a1 and a2. Each probe is a flow of one packet. */
  readonly asks?: Asks;
  readonly reading: PlbReading;
}

/** Probes of a run. `of: paths` measures the round trips of both paths. `of: scheme` shows the scheme's path for new flows. */
export interface Asks {
  readonly of: "paths" | "scheme";
  /** The time after f1's start at which probes begin, ms. */
  readonly from: number;
  /** The time after f1's start at which probes end, ms. */
  readonly to: number;
  /** The time between two probes, ms. */
  readonly every: number;
}

export function pausedPath(options: Options): Record<string, unknown> {
  const { size, bursts, until, routing, via, every, asks, reading } = options;
  const lead = `${LEAD_MS}ms`;
  const f1 = via.map((path) => `s1, r1, ${path}`);
  const askers = asks?.of === "paths" ? ["a1, all, c1", "a2, all, c2"] : [];
  return {
    // The run ends when f1 is done. It waits only for flows that begin in the time span `count`, which is the microsecond in which f1
    // begins.
    until: "done",
    limit: `${LEAD_MS + until}ms`,
    count: { from: lead, to: `${LEAD_MS + 0.001}ms` },
    topology: topology(),
    ...ackClasses(reading),
    switch: { memory: "9MiB" },
    traffic: [
      { kind: "flows", list: [`s1, r1, ${size}, ${lead}`] },
      { kind: "flows", list: burstFlows(bursts) },
      ...background(reading),
      ...(asks === undefined ? [] : [{ kind: "flows", list: askingFlows(asks) }]),
    ],
    policies: {
      ...policiesOf(reading),
      routing: { ...routing, paths: [...f1, "b0..b3, all, c1", "s2, all, c2", ...askers] },
    },
    measure: { every, queues: PATHS.flat(), rates: ["leaf1-c1", "leaf1-c2"] },
  };
}

/** The egress ports along Path 1 and along Path 2. */
const PATHS = [
  ["leaf1-c1", "c1-leaf3"],
  ["leaf1-c2", "c2-leaf3"],
] as const;

/** The time from the background flows' start to f1's start, ms. In this time schemes measure Path 1. */
const LEAD_MS = 1;

/** The background flows of Path 1. The paper leaves them open. The answer to the question `background` (readings.ts) selects them. */
function background(reading: PlbReading): Record<string, unknown>[] {
  if (reading.background === "webServer") {
    const load = WEB_SERVER_LOAD[reading.webServer] / 4;
    return [{ kind: "poisson", from: "b0..b3", to: "d0..d3", cdf: webServerOf(reading), load }];
  }
  const length = { one: 1, two: 2 }[reading.background];
  return Array.from({ length }, (_, k) => ({ kind: "long-lived", from: `b${k}`, to: `d${k}` }));
}

/**
 * The share of Path 1 that Web Server's payload takes, for each distribution of flow sizes. The paper does not give
 * this share, so it was fitted. Among the multiples of 0.1, this share gives the change of f1's FCT in figure 5 that is
 * closest to the paper's +53%.
 */
const WEB_SERVER_LOAD: Readonly<Record<PlbReading["webServer"], number>> = { expresspass: 0.2, parsimon: 0.3 };

/** The flows of all bursts as rows of a scenario. They are divided evenly among bursts, and among the hosts under leaf3. */
function burstFlows({ at, every = 0, times = 1, fromS2, underLeaf3 }: Bursts): string[] {
  const part = (all: number, k: number): number => Math.floor((all * (k + 1)) / times) - Math.floor((all * k) / times);
  return Array.from({ length: times }, (_, k) => {
    const row = (from: string): string => `${from}, r2, 200KB, ${LEAD_MS + at + k * every}ms`;
    return [
      ...Array.from({ length: part(fromS2, k) }, () => row("s2")),
      ...Array.from({ length: part(underLeaf3, k) }, (_row, flow) => row(`e${flow % SENDERS}`)),
    ];
  }).flat();
}

/** The probes as flows of one packet each. */
const askingFlows = ({ from, to, every }: Asks): string[] =>
  Array.from({ length: Math.round((to - from) / every) }, (_, k) =>
    ASKERS.map((asker) => `${asker}, d${k % 4}, 1000B, ${(LEAD_MS + from + k * every).toFixed(3)}ms`),
  ).flat();

export type Victim = ReturnType<typeof victim>;
export type Course = readonly (readonly [number, number])[];
export type Span = readonly [start: number, end: number];

/** The measurements of a run: f1, both paths and PAUSEs. `asks` are the probes of its scenario. */
export function victim(results: Results, asks?: Asks) {
  const { flows, pauses, ports } = results.tables;
  const [rates, queues] = [columnsOf(results, "rates"), columnsOf(results, "queues")];
  const { source, start_ns, fct_ns, fct_ack_ns } = flows.columns;
  const fct = fct_ns[source.indexOf("s1")];
  const last = Number.isNaN(fct) ? Infinity : fct / 1e6 + 1;

  const spans = (node: string, peer: string): Span[] =>
    Array.from({ length: pauses.rows }, (_, row) => row)
      .filter((row) => pauses.columns.node[row] === node && pauses.columns.peer[row] === peer)
      .map((row) => {
        const start = pauses.columns.start_ns[row];
        const length = pauses.columns.duration_ns[row];
        const end = Number.isNaN(length) ? results.summary.simulated_ns : start + length;
        return [start / 1e6 - LEAD_MS, end / 1e6 - LEAD_MS];
      });

  /** The values over time of a port such as "leaf1-c1", until 1 ms after f1 is done. */
  const course = (port: string, table: typeof rates | typeof queues, values: Float64Array, unit: number): Course =>
    courseOf(table, values, unit, (row) => `${table.node[row]}-${table.peer[row]}` === port)
      .map(([ms, value]) => [ms - LEAD_MS, value] as const)
      .filter(([ms]) => ms <= last);
  const rate = (port: string): Course => course(port, rates, rates.sent_bps, 1e9);
  const queue = (port: string): Course => course(port, queues, queues.egress_bytes, 1e3);
  const marks = ([first, second]: readonly [string, string]): Course => {
    const other = queue(second);
    return queue(first).map(([ms, kilobytes], k) => [ms, marked(Math.max(kilobytes, other[k][1]))]);
  };
  const roundTrips = (asker: string): Course =>
    Array.from(source, (one, flow) => [one, flow] as const)
      .filter(([one, flow]) => one === asker && !Number.isNaN(fct_ack_ns[flow]))
      .map(([, flow]) => [start_ns[flow] / 1e6 - LEAD_MS, fct_ack_ns[flow] / 1e3]);

  const { node, peer, payload_bytes } = ports.columns;
  const sent = (from: string, to: string): number =>
    payload_bytes[node.findIndex((one, port) => one === from && peer[port] === to)];
  const ofF1 = sent("s1", "leaf1");
  const asked = ASKERS.map((asker) => sent(asker, "leaf1"));
  const byC2 = sent("leaf1", "c2");
  return {
    /**
     * The share of f1's packets that leaf1 sent to c2. In runs whose probes are `of: scheme`, f1 is pinned to c2, so
     * the share is 1. It is not computed from `byC2` there, because c2 also received an unknown number of probes.
     */
    onPath2: asks?.of === "scheme" ? 1 : (byC2 - asked[1]) / ofF1,
    /**
     * The share of new flows for which the scheme selected Path 2. The new flows are the probes, each a flow of one packet. The
     * scheme selects their paths only if `asks` has `of: "scheme"`. Null in other runs.
     */
    newOnPath2: asks?.of === "scheme" ? (byC2 - ofF1) / (asked[0] + asked[1]) : null,
    /** The FCT of f1 in ms. Null: f1 is unfinished. */
    fct: Number.isNaN(fct) ? null : fct / 1e6,
    /** For each path, the rate of frames from leaf1 as [ms, Gbps]. The values end 1 ms after f1 is done. */
    paths: [rate("leaf1-c1"), rate("leaf1-c2")],
    /** For each path, the egress queue at leaf1 as [ms, KB]. */
    queues: [queue("leaf1-c1"), queue("leaf1-c2")],
    /**
     * For each path, the share of packets that RED marks at the longer of its queues. It is computed from the sampled
     * queues by RED's rule.
     */
    marks: [marks(PATHS[0]), marks(PATHS[1])],
    /** For each path, the round trips of its probes as [ms at which the probe was sent, us until its ACK]. */
    roundTrips: asks?.of === "paths" ? [roundTrips("a1"), roundTrips("a2")] : [[], []],
    /** The PAUSEs from leaf3 to c2, and those from c2 to leaf1. Each has its start and end in ms. */
    toC2: spans("leaf3", "c2"),
    toLeaf1: spans("c2", "leaf1"),
  };
}

/** The share of packets that RED marks at a queue of this many KB. */
function marked(kilobytes: number): number {
  const { kmin, kmax, pmax } = ZHU15_MARKS;
  if (kilobytes <= kmin) return 0;
  return kilobytes > kmax ? 1 : (pmax * (kilobytes - kmin)) / (kmax - kmin);
}
