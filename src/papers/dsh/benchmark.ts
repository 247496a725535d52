/**
 * The benchmark of section V-B on a leaf-spine or a fat-tree, for figures 5, 14 and 15. Background flows have random hosts
 * and random classes. Fan-ins of small flows have a separate class.
 *
 * Quick scale has smaller switches. Their memory is in proportion to their ports, so headroom takes the same share as at paper scale.
 */
import { completionTimes, NO_PAUSES, withIdeal, type PerScale } from "../experiment.ts";
import type { CompletionTimes, Results, Scale, Trial } from "../experiment.ts";
import type { DshReading } from "./readings.ts";
import { chipOf, ETA, schemes, tomahawk, type Chip, type Congestion, type Scheme } from "./tomahawk.ts";

export const benchmarkChosen: readonly string[] = [
  "A chip reserves headroom and private segments for unused ports too, which leaves less memory for the others. A fat-tree with k = 16 uses 16 of 32 ports.",
  "Loads are shares of the servers' links, counted in payload. Background flows have a random sender and receiver. A fan-in has a random receiver, and its senders are in other racks.",
  'The paper gives no duration. All flows begin within 1 ms at quick scale and 5 ms at paper scale, in an empty network. The fat-tree has the same times: "other settings keep unchanged". The run continues until all flows are done, and averages are over all flows.',
  "Quick scale has a leaf-spine of 6 x 6 switches with 36 servers, and a fat-tree with k = 6 and 54 servers. Both have chips of 12 ports with 6 MiB, and fan-ins of 6 senders.",
];

export const topologies = ["leaf-spine", "fat-tree"] as const;
export type Topology = (typeof topologies)[number];

interface Fabric {
  readonly topology: Readonly<Record<string, unknown>>;
  readonly chip: Chip;
  readonly servers: number;
  /** The number of servers under one leaf. */
  readonly rack: number;
}

const LINK = { rate: "100Gbps", delay: "2us" } as const;

/** The fabric at a scale. Half of a leaf's ports lead to servers, and half to switches above it. */
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

/** By scale: the time in which flows begin, ms, and the number of senders of one fan-in. */
const LENGTH: PerScale<{ readonly ms: number; readonly fanIn: number }> = {
  quick: { ms: 1, fanIn: 6 },
  paper: { ms: 5, fanIn: 16 },
};

export interface Benchmark {
  readonly scheme: Scheme;
  readonly congestion: Congestion;
  readonly topology: Topology;
  readonly cdf: string;
  readonly background: number;
  /** The load of fan-ins, as a share of the servers' links. */
  readonly fanIn: number;
  /** The memory of a chip with 32 ports, bytes. Absent: the memory of a Tomahawk. */
  readonly memory?: number;
}

export function benchmarkScenario(options: Benchmark, scale: Scale, reading: DshReading): Record<string, unknown> {
  const { scheme, congestion, topology, cdf, background, fanIn, memory } = options;
  const fabric = fabricOf(topology, scale, reading);
  const { fanIn: senders, ms } = LENGTH[scale];
  const chip = memory === undefined ? fabric.chip : { ...fabric.chip, memory: (memory * fabric.chip.ports) / 32 };
  // Class 1 is for fan-ins, if there are any.
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

/** The traffic entries of fan-ins, one for each rack. The senders are in all other racks. */
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

/** Completion times of one group of flows: background or fan-ins. */
export interface Average {
  /** The average completion time in ms. Null: the group has no flow. */
  readonly mean: number | null;
  readonly n: number;
  /** The number of unfinished flows. Each enters `mean` with the time since it began. */
  readonly unfinished: number;
}

/** A scheme, or the ideal: SIH's scenario without any PAUSE. */
export type Run = Scheme | typeof NO_PAUSES;
export const RUNS: readonly Run[] = [...schemes, NO_PAUSES];

/** The scenario of one scheme, or of the run without PAUSEs. */
export const runScenario = (
  scheme: Run,
  options: Omit<Benchmark, "scheme">,
  scale: Scale,
  reading: DshReading,
): Trial["scenario"] =>
  withIdeal<Run, typeof NO_PAUSES>(scheme, "pauses", NO_PAUSES, "SIH", (name) =>
    benchmarkScenario({ ...options, scheme: name }, scale, reading),
  );

export type BenchmarkRow = ReturnType<typeof benchmarkRow>;

export function benchmarkRow(results: Results) {
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

/** The number of flows as text: "n = 421 flows a run, all done". */
export function flowsOf(rows: readonly Average[]): string {
  const [n, unfinished] = (["n", "unfinished"] as const).map((what) => rows.reduce((sum, row) => sum + row[what], 0));
  return `n = ${Math.round(n / Math.max(1, rows.length))} flows a run, ${unfinished === 0 ? "all done" : `${unfinished} of ${n} unfinished, counted with the time since they began`}`;
}
