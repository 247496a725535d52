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
import type { Results } from "../../lab.ts";
import { dcqcn } from "../spfc/victim-fabric.ts";

/** What these figures leave open, and what all of them choose. */
export const chosen: readonly string[] = [
  "The paper gives no background: here flows of fb-webserver-all-parsimon from four hosts to four others, .3 of Path 1 in all: of what DCQCN leaves f1 there, figure 5's +53% asks for about as much.",
  "s2 hangs on a leaf of its own and its bursts take Path 2, since figure 2 has the pauses on Path 2 while leaf1's queue to it stays empty.",
  "Background and bursts have given paths under every scheme; the scheme counts and measures them and decides for f1 alone. f1 begins on Path 2, where the paper's figures have it, and is given it for 0.1 ms.",
  "The paper's numbers of flows are those of all bursts of a figure together: with as many in each, c2 would fill and pause leaf1 in figure 2, which the paper excludes. Bursts follow each other at the first whole ms after r2's link could have taken the one before.",
  "Times count from f1's start; the background runs 1 ms longer, so that schemes which measure know Path 1.",
  "Switches have 9 MiB, as in figure 7; thresholds are DT's with alpha 1/8, as in HPCC's simulator. DCQCN has the values of its paper, timers of 55 and 50 us, marks from 5 to 200 KB: the paper names no other.",
  "A flow that goes by several paths is reordered: receivers accept packets selectively.",
];

/** Hosts, switches and 40G links of 5 us. */
function topology() {
  const count = (prefix: string, n: number): string[] => Array.from({ length: n }, (_, k) => `${prefix}${k}`);
  const leaves = {
    leaf1: ["s1", ...count("b", 4)],
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
}

export function pausedPath(options: Options): Record<string, unknown> {
  const { size, bursts, until, routing, via, every } = options;
  const lead = `${LEAD_MS}ms`;
  const f1 = via.map((path) => `s1, r1, ${path}`);
  return {
    until: `${LEAD_MS + until}ms`,
    topology: topology(),
    switch: { memory: "9MiB" },
    traffic: [
      { kind: "flows", list: [`s1, r1, ${size}, ${lead}`] },
      { kind: "flows", list: burstFlows(bursts) },
      { kind: "poisson", from: "b0..b3", to: "d0..d3", cdf: "fb-webserver-all-parsimon", load: BACKGROUND / 4 },
    ],
    policies: {
      buffer: { name: "dt", alpha: "1/8" },
      congestion: dcqcn,
      detection: { name: "red", kmin: "5KB", kmax: "200KB", pmax: 0.01, scaleTo: "0bps" },
      recovery: "selective",
      routing: { ...routing, paths: [...f1, "b0..b3, all, c1", "s2, all, c2"] },
    },
    measure: { every, queues: ["leaf1-c1", "leaf1-c2", "c2-leaf3"], rates: ["leaf1-c1", "leaf1-c2", "s1"] },
  };
}

/** ms that the background runs before f1 starts, so that schemes that measure know Path 1. Times of the figures count from f1's start. */
const LEAD_MS = 1;

/** Share of Path 1 that the background's payload takes. */
const BACKGROUND = 0.3;

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
}
export type Course = readonly (readonly [number, number])[];
export type Span = readonly [start: number, end: number];

export function victim({ tables, summary }: Results): Victim {
  const { flows, pauses, rates, queues } = tables;
  const fct = flows.columns.fct_ns[flows.columns.source.indexOf("s1")];
  const spans = (node: string, peer: string): Span[] =>
    Array.from({ length: pauses.rows }, (_, row) => row)
      .filter((row) => pauses.columns.node[row] === node && pauses.columns.peer[row] === peer)
      .map((row) => {
        const start = pauses.columns.start_ns[row];
        const length = pauses.columns.duration_ns[row];
        const end = Number.isNaN(length) ? summary.simulated_ns : start + length;
        return [start / 1e6 - LEAD_MS, end / 1e6 - LEAD_MS];
      });
  const last = Number.isNaN(fct) ? Infinity : fct / 1e6 + 1;
  const course = (
    table: { readonly time_ns: Float64Array; readonly node: readonly string[]; readonly peer: readonly string[] },
    values: Float64Array,
    peer: string,
    unit: number,
  ): Course =>
    Array.from(values, (value, row) => [table.time_ns[row] / 1e6 - LEAD_MS, value / unit, row] as const)
      .filter(([ms, , row]) => ms <= last && table.node[row] === "leaf1" && table.peer[row] === peer)
      .map(([ms, value]) => [ms, value]);
  const rate = (peer: string): Course =>
    rates === undefined ? [] : course(rates.columns, rates.columns.sent_bps, peer, 1e9);
  const queue = (peer: string): Course =>
    queues === undefined ? [] : course(queues.columns, queues.columns.egress_bytes, peer, 1e3);
  const { node, peer, payload_bytes } = tables.ports.columns;
  const byC2 = payload_bytes[node.findIndex((one, port) => one === "leaf1" && peer[port] === "c2")];
  const bySource = payload_bytes[node.indexOf("s1")];
  return {
    onPath2: byC2 / bySource,
    fct: Number.isNaN(fct) ? null : fct / 1e6,
    paths: [rate("c1"), rate("c2")],
    queues: [queue("c1"), queue("c2")],
    toC2: spans("leaf3", "c2"),
    toLeaf1: spans("c2", "leaf1"),
  };
}
