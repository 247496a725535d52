/**
 * The benchmark traffic of section V-B, of figures 5, 14 and 15: a leaf-spine or a fat-tree, flows from anybody to anybody in random classes,
 * and fan-ins of small flows in a class of their own.
 *
 * Quick scale has smaller switches, with memory in proportion to their ports: headroom takes the same part of it, under SIH and under DSH.
 */
import { completionTimes, type CompletionTimes, type Results, type Scale } from "../experiment.ts";
import type { DshReading } from "./readings.ts";
import { chipOf, ETA, tomahawk, type Chip, type Congestion, type Scheme } from "./tomahawk.ts";

export const benchmarkChosen: readonly string[] = [
  "Ports of a chip that a topology does not wire have their headroom and private segments all the same: it has so much less memory. A fat-tree with k = 16 wires 16 ports of 32.",
  "Loads are of payload on the servers' links. Of background flows sender and receiver are drawn at random; a fan-in's receiver is any server, its senders are of other racks.",
  'All flows begin within a stated time from an empty network, since the paper names none: 1 ms at quick scale, 5 ms at paper scale, in the fat-tree too, for which "other settings keep unchanged"; the run goes on until they are done. Averages are over all of them.',
  "Quick scale: leaf-spine of 6 x 6 switches with 36 servers, a fat-tree with k = 6, 54 servers; of whose switches both are chips of 12 ports with 6 MiB; fan-ins in proportion, 6 senders.",
];

export const topologies = ["leaf-spine", "fat-tree"] as const;
export type Topology = (typeof topologies)[number];

interface Fabric {
  readonly topology: Readonly<Record<string, unknown>>;
  readonly chip: Chip;
  readonly servers: number;
  /** Servers on a leaf. */
  readonly rack: number;
}

const LINK = { rate: "100Gbps", delay: "2us" } as const;

/** `half` ports of a switch lead down, as many up. */
function fabricOf(topology: Topology, scale: Scale, reading: DshReading): Fabric {
  if (topology === "leaf-spine") {
    const half = scale === "paper" ? 16 : 6;
    return {
      topology: { kind: "leaf-spine", leaves: half, spines: half, hostsPerLeaf: half, ...LINK },
      chip: chipOf(reading, 2 * half),
      servers: half * half,
      rack: half,
    };
  }
  const k = scale === "paper" ? 16 : 6;
  return {
    topology: { kind: "fat-tree", k, ...LINK },
    chip: chipOf(reading, 2 * k, k),
    servers: (k * k * k) / 4,
    rack: k / 2,
  };
}

/** ms in which flows begin, in either topology: section V-B has "other settings keep unchanged" for the fat-tree; senders of a fan-in. */
const LENGTH: Readonly<Record<Scale, { readonly ms: number; readonly fanIn: number }>> = {
  quick: { ms: 1, fanIn: 6 },
  paper: { ms: 5, fanIn: 16 },
};

export interface Benchmark {
  readonly scheme: Scheme;
  readonly congestion: Congestion;
  readonly topology: Topology;
  readonly cdf: string;
  readonly background: number;
  /** Load of fan-ins. */
  readonly fanIn: number;
  /** Bytes of a chip with 32 ports, where it is not a Tomahawk's. */
  readonly memory?: number;
}

export function benchmarkScenario(options: Benchmark, scale: Scale, reading: DshReading): Record<string, unknown> {
  const { scheme, congestion, topology, cdf, background, fanIn, memory } = options;
  const fabric = fabricOf(topology, scale, reading);
  const { fanIn: senders, ms } = LENGTH[scale];
  const chip = memory === undefined ? fabric.chip : { ...fabric.chip, memory: (memory * fabric.chip.ports) / 32 };
  // Class 1 is the fan-ins'.
  const classes = (fanIn > 0 ? [2, 3, 4, 5, 6, 7] : [1, 2, 3, 4, 5, 6, 7]).map((one) => ({ class: one }));
  return {
    until: "done",
    limit: `${100 * ms}ms`,
    topology: fabric.topology,
    ...tomahawk(scheme, congestion, reading, ETA, chip),
    traffic: [
      { kind: "poisson", cdf, load: background, classes, stop: `${ms}ms` },
      ...(fanIn === 0 ? [] : fanIns(fabric, { senders, load: fanIn, stop: `${ms}ms` })),
    ],
    measure: { pauses: false },
  };
}

/** One entry a rack, to which senders of all others send. */
function fanIns(
  { servers, rack }: Fabric,
  { senders, load, stop }: { readonly senders: number; readonly load: number; readonly stop: string },
): Record<string, unknown>[] {
  const range = (from: number, to: number): string[] =>
    to < from ? [] : [from === to ? `h${from}` : `h${from}..h${to}`];
  return Array.from({ length: servers / rack }, (_, k) => ({
    kind: "incast",
    from: [...range(0, k * rack - 1), ...range((k + 1) * rack, servers - 1)],
    to: range(k * rack, (k + 1) * rack - 1),
    ...{ fanIn: senders, size: "64KB", load, stop, class: 1 },
  }));
}

/** Average completion time of some flows, all of them. */
export interface Average {
  /** ms; null: there was none. */
  readonly mean: number | null;
  readonly n: number;
  /** In the mean at their age. */
  readonly unfinished: number;
}

export interface BenchmarkRow {
  readonly background: Average;
  readonly fanIn: Average;
  readonly pauses: number;
}

export function benchmarkRow(results: Results): BenchmarkRow {
  const average = ({ n, unfinished, fct_ns }: CompletionTimes): Average => ({
    mean: n === 0 ? null : fct_ns.mean / 1e6,
    ...{ n, unfinished },
  });
  const isFanIn = ({ kind }: { readonly kind: readonly string[] }, row: number): boolean => kind[row] === "incast";
  return {
    background: average(completionTimes(results, { traffic: 0 })),
    fanIn: average(completionTimes(results, { where: isFanIn })),
    pauses: results.summary.counters.pauses,
  };
}

/** "n = 421 flows a run, 0 not done". */
export function flowsOf(rows: readonly Average[]): string {
  const [n, unfinished] = (["n", "unfinished"] as const).map((what) => rows.reduce((sum, row) => sum + row[what], 0));
  return `n = ${Math.round(n / Math.max(1, rows.length))} flows a run, ${unfinished === 0 ? "all done" : `${unfinished} of ${n} not done, at their age`}`;
}
