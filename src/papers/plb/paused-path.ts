/**
 * The fabric of plb's figure 1, and the traffic of figures 2 to 5: two equal paths, of which one is loaded and the other gets paused.
 *
 *   s1, b0..b3 - leaf1 === c1 === leaf3 - r1, r2, d0..d3, e0..e13       Path 1: by c1, where background flows b -> d go
 *                      === c2 ===                                       Path 2: by c2, where s2's bursts go
 *   s2 -------- leaf2 -- c1, c2
 *
 * The victim f1 runs from s1 to r1 and may take either path. Bursts from s2 and e0..e13 meet at r2's port of leaf3. leaf3 then pauses c2
 * (the paper: P5/L3 pauses P4/C2), and f1 with it, though r1 is idle; when what waits at c2 fills it, c2 pauses leaf1 (P3/C2, P2/L1).
 */
import { ackClasses } from "../acks.ts";
import type { Results } from "../experiment.ts";
import { chosenForAll, MARKS, policiesOf, webServerOf, type PlbReading } from "./readings.ts";

/** What these figures leave open, and what all of them choose. */
export const chosen: readonly string[] = [
  "Background flows begin with the run and go on until f1 is done (reading background: how many, or which).",
  "s2 hangs on a leaf of its own and its bursts take Path 2, since figure 2 has the pauses on Path 2 while leaf1's queue to it stays empty.",
  "Background and bursts have given paths under every scheme; the scheme counts and measures them and decides for f1 alone. f1 begins on Path 2, where the paper's figures have it, and is given it for 0.1 ms.",
  "The paper's numbers of flows are those of all bursts of a figure together: with as many in each, c2 would fill and pause leaf1 in figure 2, which the paper excludes. Bursts follow each other at the first whole ms after r2's link could have taken the one before.",
  "Times count from f1's start, and a run ends when f1 is done; the background runs 1 ms longer, so that schemes which measure know Path 1.",
  ...chosenForAll,
];

/** Hosts, switches and 40G links of 5 us. */
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
      ...Object.values(leaves)
        .flat()
        .map((host) => `${host}, host`),
      ...switches.map((name) => `${name}, switch`),
    ],
    links: cables.map(([a, b]) => `${a}, ${b}, 40Gbps, 5us`),
  };
}

/** Hosts under leaf1 that send single packets to d0..d3 where a figure asks how the paths are; else they are idle. */
const ASKERS = ["a1", "a2"] as const;

/** Hosts under leaf3 that burst. */
const SENDERS = 14;

export interface Bursts {
  /** ms: the first one's start, and from one to the next. */
  readonly at: number;
  readonly every?: number;
  readonly times?: number;
  /** Flows of 200 KB from s2 and from under leaf3, all bursts together. */
  readonly fromS2: number;
  readonly underLeaf3: number;
}

export interface Options {
  /** Bytes of f1, as text. */
  readonly size: string;
  readonly bursts: Bursts;
  /** ms. */
  readonly until: number;
  /** The routing policy, and f1's paths where it is given some: c1, or "c2, 9ms" and then c1. */
  readonly routing: Readonly<Record<string, unknown>>;
  readonly via: readonly string[];
  readonly every: string;
  /**
   * Single packets from a1 and a2: their round trips by Path 1 and by Path 2 (`paths`), or, each of them a new flow, which path the
   * scheme has for them (`scheme`).
   */
  readonly asks?: Asks;
  readonly reading: PlbReading;
}

export interface Asks {
  readonly of: "paths" | "scheme";
  /** ms from f1's start; ms between two. */
  readonly from: number;
  readonly to: number;
  readonly every: number;
}

export function pausedPath(options: Options): Record<string, unknown> {
  const { size, bursts, until, routing, via, every, asks, reading } = options;
  const lead = `${LEAD_MS}ms`;
  const f1 = via.map((path) => `s1, r1, ${path}`);
  const askers = asks?.of === "paths" ? ["a1, all, c1", "a2, all, c2"] : [];
  return {
    // Until f1 is done: what else begins in its first microsecond is short.
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

/** Egress queues of Path 1 and of Path 2. */
const PATHS = [
  ["leaf1-c1", "c1-leaf3"],
  ["leaf1-c2", "c2-leaf3"],
] as const;

/** ms that the background runs before f1 starts, so that schemes that measure know Path 1. Times of the figures count from f1's start. */
const LEAD_MS = 1;

/** What Path 1 has to carry besides f1. */
function background(reading: PlbReading): Record<string, unknown>[] {
  if (reading.background === "webServer") {
    const load = WEB_SERVER_LOAD[reading.webServer] / 4;
    return [{ kind: "poisson", from: "b0..b3", to: "d0..d3", cdf: webServerOf(reading), load }];
  }
  return Array.from({ length: LASTING[reading.background] }, (_, k) => ({
    kind: "long-lived",
    from: `b${k}`,
    to: `d${k}`,
  }));
}

const LASTING = { one: 1, two: 2 } as const;

/** Share of Path 1 that Web Server's payload takes: the tenths that come nearest to figure 5's +53%. */
const WEB_SERVER_LOAD: Readonly<Record<PlbReading["webServer"], number>> = { expresspass: 0.2, parsimon: 0.3 };

/** One row a flow, the paper's numbers parted among the bursts as evenly as they go; hosts under leaf3 take theirs in turn. */
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

/** One packet each. */
const askingFlows = ({ from, to, every }: Asks): string[] =>
  Array.from({ length: Math.round((to - from) / every) }, (_, k) =>
    ASKERS.map((asker) => `${asker}, d${k % 4}, 1000B, ${(LEAD_MS + from + k * every).toFixed(3)}ms`),
  ).flat();

/** What is kept of a run of f1. */
export interface Victim {
  /** ms; null: not done within the run. */
  readonly fct: number | null;
  /** [ms, Gbps] of frames that leaf1 sent towards c1 and c2, until 1 ms after f1 was done. */
  readonly paths: readonly [Course, Course];
  /** [ms, KB] that waited at leaf1's ports to c1 and c2. */
  readonly queues: readonly [Course, Course];
  /** Share of f1 that leaf1 sent towards c2, where nobody else goes. */
  readonly onPath2: number;
  /** PAUSEs told by leaf3 to c2, and by c2 to leaf1: [start, end] in ms. */
  readonly toC2: readonly Span[];
  readonly toLeaf1: readonly Span[];
  /** [ms, share] of the packets that the fuller queue of Path 1 and of Path 2 marks: RED's rule on the bytes sampled. */
  readonly marks: readonly [Course, Course];
  /** Where paths were asked: [ms at which it was sent, us until its ACK], by Path 1 and by Path 2. */
  readonly roundTrips: readonly [Course, Course];
  /** Where the scheme was asked: share of the new flows that it sent by Path 2. */
  readonly newOnPath2: number | null;
}
export type Course = readonly (readonly [number, number])[];
export type Span = readonly [start: number, end: number];

/** Times and ports of a table of series. */
interface PortSeries {
  readonly time_ns: Float64Array;
  readonly node: readonly string[];
  readonly peer: readonly string[];
}

/** `asks`: what was asked besides, as in the scenario. */
export function victim({ tables, summary }: Results, asks?: Asks): Victim {
  const { flows, pauses, rates, queues, ports } = tables;
  const { source, start_ns, fct_ns, fct_ack_ns } = flows.columns;
  const fct = fct_ns[source.indexOf("s1")];
  const last = Number.isNaN(fct) ? Infinity : fct / 1e6 + 1;

  const spans = (node: string, peer: string): Span[] =>
    Array.from({ length: pauses.rows }, (_, row) => row)
      .filter((row) => pauses.columns.node[row] === node && pauses.columns.peer[row] === peer)
      .map((row) => {
        const start = pauses.columns.start_ns[row];
        const length = pauses.columns.duration_ns[row];
        const end = Number.isNaN(length) ? summary.simulated_ns : start + length;
        return [start / 1e6 - LEAD_MS, end / 1e6 - LEAD_MS];
      });

  /** Of a port, "leaf1-c1", until 1 ms after f1 was done. */
  function course(port: string, table?: PortSeries, values?: Float64Array, unit = 1): Course {
    return Array.from(
      values ?? [],
      (value, row) => [(table?.time_ns[row] ?? 0) / 1e6 - LEAD_MS, value / unit, row] as const,
    )
      .filter(([ms, , row]) => ms <= last && `${table?.node[row]}-${table?.peer[row]}` === port)
      .map(([ms, value]) => [ms, value]);
  }
  const rate = (port: string): Course => course(port, rates?.columns, rates?.columns.sent_bps, 1e9);
  const queue = (port: string): Course => course(port, queues?.columns, queues?.columns.egress_bytes, 1e3);
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
    // Where the scheme is asked f1 has Path 2 throughout, so what else went there is what was asked.
    onPath2: asks?.of === "scheme" ? 1 : (byC2 - asked[1]) / ofF1,
    newOnPath2: asks?.of === "scheme" ? (byC2 - ofF1) / (asked[0] + asked[1]) : null,
    fct: Number.isNaN(fct) ? null : fct / 1e6,
    paths: [rate("leaf1-c1"), rate("leaf1-c2")],
    queues: [queue("leaf1-c1"), queue("leaf1-c2")],
    marks: [marks(PATHS[0]), marks(PATHS[1])],
    roundTrips: asks?.of === "paths" ? [roundTrips("a1"), roundTrips("a2")] : [[], []],
    toC2: spans("leaf3", "c2"),
    toLeaf1: spans("c2", "leaf1"),
  };
}

/** Share of packets that RED marks behind so many KB. */
function marked(kilobytes: number): number {
  const { kmin, kmax, pmax } = MARKS;
  if (kilobytes <= kmin) return 0;
  return kilobytes > kmax ? 1 : (pmax * (kilobytes - kmin)) / (kmax - kmin);
}
