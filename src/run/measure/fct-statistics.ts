/**
 * Statistics of the FCT slowdown by three conventions. Numbers of different conventions cannot be compared. So the
 * results of each convention state its ratio, the flows that count, and its percentiles.
 *
 * - by_size: FCT / ideal FCT, in classes of fixed sizes. It includes all flows that began in a given time window,
 *   except long-lived flows. An unfinished flow counts with its age.
 * - hpcc: the convention of HPCC's fct_analysis.py. It has 20 bins of equal flow count, with median, p95 and p99.
 * - conweave: the convention of ConWeave's script. It has the same bins with mean and p99.9, and rows for flows below
 *   and above one bandwidth-delay product. Flows that start while the network fills up are left out.
 *
 * hpcc and conweave divide the simulator's FCT, which ends with the last ACK, by its standalone FCT. The ratio is at
 * least 1, and only finished flows count. A percentile p is sorted[floor(n p)]. In conweave's rows for all flows, and
 * for flows below and above one bandwidth-delay product, percentiles are interpolated as in numpy. The scripts drop the
 * largest flow by mistake ([:-2]); here it counts.
 *
 * Source: alibaba-edu/High-Precision-Congestion-Control analysis/fct_analysis.py; conweave-project/conweave-ns3
 * fctAnalysis.py.
 */
import { formatTime } from "../../base/format.ts";
import { PS_PER_NS, type Bytes } from "../../base/units.ts";
import {
  completionTimes,
  countedFlows,
  type CompletedRun,
  type CompletionTimes,
  type CountSpan,
} from "./completion.ts";
import { mean, type Distribution } from "./statistics.ts";
import type { Table } from "./tables.ts";

/** A statistic over flows. It is null if no flow is included. */
type Maybe = number | null;

type Moments = Readonly<Record<"mean" | "p50" | "p95" | "p99" | "max", Maybe>>;

interface Times {
  readonly fct_ns: Moments;
  readonly slowdown: Moments;
}

/**
 * Flows of more than `above_bytes` and at most `to_bytes` bytes. Null: no upper limit. `unfinished` is the number of
 * these flows that have not finished. They count with their age at the end of the run.
 */
interface SizeClass extends Times {
  readonly sizes: string;
  readonly above_bytes: number;
  readonly to_bytes: Maybe;
  readonly flows: number;
  readonly unfinished: number;
  /** Statistics of the finished flows only. */
  readonly finished: Times;
}

/** One of 20 bins of flows, which are sorted by size. `to_bytes` is the size of the largest flow in the bin. */
interface HpccBin {
  readonly to_bytes: number;
  readonly flows: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

interface ConweaveRow {
  readonly flows: number;
  readonly mean: Maybe;
  readonly p50: Maybe;
  readonly p95: Maybe;
  readonly p99: Maybe;
  readonly p99_9: Maybe;
}

interface Convention {
  /**
   * The definition of the slowdown and of its percentiles, in words. The slowdown is the FCT divided by the FCT in an
   * idle network.
   */
  readonly definition: string;
  /** Describes in words which flows the statistics include. */
  readonly window: string;
  /** The number of flows that the statistics include. */
  readonly flows: number;
}

export interface FctStatistics {
  readonly by_size: Convention & { readonly classes: readonly SizeClass[] };
  readonly hpcc: Convention & { readonly bins: readonly HpccBin[] };
  readonly conweave: Convention & {
    /** A flow counts only if it started at or after this time. */
    readonly from_ns: number;
    /** A flow counts only if it ended by this time. */
    readonly to_ns: number;
    readonly warm_up_ns: number;
    readonly drain_ns: number;
    /** One bandwidth-delay product: the largest product of base RTT and sender's rate among all flows. */
    readonly bdp_bytes: number;
    readonly all: ConweaveRow;
    readonly below_bdp: ConweaveRow;
    readonly from_bdp: ConweaveRow;
    readonly bins: readonly (ConweaveRow & { readonly to_bytes: number })[];
  };
}

const CLASSES: readonly [sizes: string, above: Bytes, to: Bytes][] = [
  ["up to 10 KB", 0, 10_000],
  ["to 100 KB", 10_000, 100_000],
  ["to 1 MB", 100_000, 1_000_000],
  ["above 1 MB", 1_000_000, Infinity],
  ["all", 0, Infinity],
];
const BINS = 20;
/**
 * ConWeave's convention leaves out the earliest flows. They start within this share of the time from the first start of
 * a flow to the last. ConWeave leaves out 5 ms of 100 ms.
 */
const WARM_UP = 0.05;

type Columns = Table<"flows">["columns"];

/**
 * Computes the statistics by the conventions `by_size`, `hpcc` and `conweave`. `count`: flows count in `by_size` if
 * they begin in this time window.
 */
export function fctStatistics(
  flows: Table<"flows">,
  simulatedNs: number,
  bdp: Bytes,
  count: CountSpan = { from_ns: 0, to_ns: null },
): FctStatistics {
  const { columns } = flows;
  const run = { tables: { flows }, summary: { simulated_ns: simulatedNs, count } };
  const finite = rowsWhere(flows, (row) => !Number.isNaN(columns.size_bytes[row]));
  const acked = finite.filter((row) => !Number.isNaN(columns.fct_ack_ns[row]));
  return {
    by_size: {
      definition:
        "slowdown = fct_ns / ideal_fct_ns. An unfinished flow counts with its age, the end of the run - its start. " +
        "Percentile p of n values is the value at index floor(n p) of the sorted list",
      window: windowText(count),
      flows: countedFlows(run).length,
      classes: CLASSES.map((one) => sizeClass(one, run)),
    },
    hpcc: hpcc(acked, columns),
    conweave: conweave(acked, finite, columns, simulatedNs, bdp),
  };
}

function windowText({ from_ns, to_ns }: CountSpan): string {
  const from = from_ns === 0 ? "" : ` from ${nsText(from_ns)} on`;
  const before = to_ns === null ? "" : ` before ${nsText(to_ns)}`;
  return `all flows with an end that began within the run${from}${before}. finished: flows whose last byte arrived within the run`;
}

const nsText = (ns: number): string => formatTime(Math.round(ns * PS_PER_NS));

function sizeClass([sizes, above, to]: (typeof CLASSES)[0], run: CompletedRun): SizeClass {
  const { n, unfinished, finished, ...times } = completionTimes(run, { sizeAbove: above, sizeTo: to });
  return {
    ...{ sizes, above_bytes: above, to_bytes: maybe(to), flows: n, unfinished },
    ...timesOf(times),
    finished: timesOf(finished),
  };
}

const timesOf = ({ fct_ns, slowdown }: Pick<CompletionTimes, keyof Times>): Times => ({
  fct_ns: momentsOf(fct_ns),
  slowdown: momentsOf(slowdown),
});

const momentsOf = ({ mean, p50, p95, p99, max }: Distribution): Moments => ({
  mean: maybe(mean),
  p50: maybe(p50),
  p95: maybe(p95),
  p99: maybe(p99),
  max: maybe(max),
});

const SIMULATORS =
  "slowdown = fct_ack_ns / standalone_fct_ns, at least 1. 20 bins of equal flow count, by size. " +
  "Percentile p of a bin of n flows is the slowdown at index floor(n p) of the sorted list";

function hpcc(rows: Int32Array, columns: Columns): FctStatistics["hpcc"] {
  return {
    definition: SIMULATORS,
    window: "flows whose last ACK arrived within the run",
    flows: rows.length,
    bins: bins(rows, columns).map(({ to_bytes, sorted }) => ({
      to_bytes,
      flows: sorted.length,
      p50: at(sorted, 0.5),
      p95: at(sorted, 0.95),
      p99: at(sorted, 0.99),
    })),
  };
}

function conweave(
  acked: Int32Array,
  finite: Int32Array,
  columns: Columns,
  simulatedNs: number,
  bdp: Bytes,
): FctStatistics["conweave"] {
  const starts = picked(columns.start_ns, finite);
  const first = starts.reduce((least, start) => Math.min(least, start), Infinity);
  const last = starts.reduce((most, start) => Math.max(most, Math.min(start, simulatedNs)), first);
  const warmUp = finite.length === 0 ? 0 : Math.round((last - first) * WARM_UP);
  const from = finite.length === 0 ? 0 : first + warmUp;
  const rows = acked.filter((row) => columns.start_ns[row] >= from);
  const of = (some: Int32Array): ConweaveRow => conweaveRow(slowdowns(some, columns), interpolated);
  return {
    definition:
      `${SIMULATORS}. below_bdp: flows smaller than one bandwidth-delay product. from_bdp: all other flows. ` +
      "The percentiles of all, below_bdp and from_bdp are interpolated as by numpy",
    window:
      "flows whose last ACK arrived within the run, without those of the first 5% of the time in which flows start. " +
      "ConWeave's script leaves out 5 ms of 100 ms, and flows that end more than 50 ms after the last start",
    flows: rows.length,
    from_ns: from,
    to_ns: simulatedNs,
    warm_up_ns: warmUp,
    drain_ns: finite.length === 0 ? 0 : Math.max(0, simulatedNs - last),
    bdp_bytes: bdp,
    all: of(rows),
    below_bdp: of(rows.filter((row) => columns.size_bytes[row] < bdp)),
    from_bdp: of(rows.filter((row) => columns.size_bytes[row] >= bdp)),
    bins: bins(rows, columns).map(({ to_bytes, sorted }) => ({ to_bytes, ...conweaveRow(sorted, at) })),
  };
}

type Percentile = (sorted: Float64Array, share: number) => number;

function conweaveRow(sorted: Float64Array, percentile: Percentile): ConweaveRow {
  return {
    flows: sorted.length,
    mean: maybe(mean(sorted)),
    p50: maybe(percentile(sorted, 0.5)),
    p95: maybe(percentile(sorted, 0.95)),
    p99: maybe(percentile(sorted, 0.99)),
    p99_9: maybe(percentile(sorted, 0.999)),
  };
}

/** Divides the flows into 20 bins in the order of their sizes. With fewer than 20 flows, empty bins are left out. */
function bins(rows: Int32Array, columns: Columns): { readonly to_bytes: number; readonly sorted: Float64Array }[] {
  const bySize = rows.slice().sort((a, b) => columns.size_bytes[a] - columns.size_bytes[b] || a - b);
  const n = bySize.length;
  return Array.from({ length: BINS }, (_, k) =>
    bySize.subarray(Math.floor((k * n) / BINS), Math.floor(((k + 1) * n) / BINS)),
  )
    .filter((bin) => bin.length > 0)
    .map((bin) => ({ to_bytes: columns.size_bytes[bin[bin.length - 1]], sorted: slowdowns(bin, columns) }));
}

/** The sorted slowdowns of `rows`, with HPCC's minimum of 1. */
function slowdowns(rows: Int32Array, { fct_ack_ns: fct, standalone_fct_ns: alone }: Columns): Float64Array {
  return Float64Array.from(rows, (row) => Math.max(1, fct[row] / alone[row])).sort();
}

// Percentiles of sorted values. `at` reads the value at one index, and `interpolated` interpolates between two values.
// Both return NaN if there are no values.
const at: Percentile = (sorted, share) => sorted[Math.floor(sorted.length * share)] ?? NaN;

const interpolated: Percentile = (sorted, share) => {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const value = sorted[below] ?? NaN;
  return value + (place - below) * ((sorted[below + 1] ?? value) - value);
};

const maybe = (value: number): Maybe => (Number.isFinite(value) ? value : null);

const picked = (column: Float64Array, rows: Int32Array): Float64Array => Float64Array.from(rows, (row) => column[row]);

function rowsWhere({ rows }: Table<"flows">, is: (row: number) => boolean): Int32Array {
  return Int32Array.from({ length: rows }, (_, row) => row).filter(is);
}
