/**
 * The columns of a comparison: the values of one run in a row of compare.csv, `--json` and the terminal. A counter has
 * the name and meaning that `run/measure/counters.ts` defines.
 *
 * Other programs use the names, so each name ends with its unit. A value that a run lacks, such as the FCT of large
 * flows, is NaN and becomes an empty cell.
 */
import type { CommonFigures } from "../run/measure/common-flows.ts";
import type { Job } from "../run/measure/collectives.ts";
import { completionTimes } from "../run/measure/completion.ts";
import { counters as counted } from "../run/measure/counters.ts";
import type { Results } from "../run/measure/results.ts";

export interface Column {
  /** Header of the column in a terminal. */
  readonly head: string;
  readonly about: string;
  readonly unit: "count" | "bytes" | "ns" | "ratio" | "share" | "bps" | "flag";
  /** The best value of the column: the least or the most. Absent if neither low nor high values are better. */
  readonly best?: "least" | "most";
  /**
   * True for a column in which unfinished flows count with their age, which is less than their final duration. A row with
   * more unfinished flows looks too good in such a column, so the row is not ranked.
   */
  readonly ages?: true;
}

const timed = { best: "least", ages: true } as const;
const rule = "that count, unfinished ones with their age";
const all = "the flows that all rows with the same traffic finished";
const number = (flows: string, head: string) =>
  ({ head, about: `Number of ${flows} that count, because they began in the counted time.`, unit: "count" }) as const;
const fct = (of: string, head: string) =>
  ({ head, about: `Flow completion time, ${of}, of flows ${rule}.`, unit: "ns", ...timed }) as const;
const slowdown = (of: string, flows: string, head: string) =>
  ({ head, about: `FCT slowdown, ${of}, of ${flows} ${rule}.`, unit: "ratio", ...timed }) as const;

export const columns = {
  pauses: { head: "PAUSEs", about: counted.pauses, unit: "count", best: "least" },
  paused_ns: {
    head: "paused",
    about: "Time for which peers paused ports, summed over ports and classes.",
    unit: "ns",
    best: "least",
  },
  queue_pauses: {
    head: "queue PAUSEs",
    about:
      "PAUSEs of one queue of a class, or of one flow. Empty if the scheduling policy has no queues within a class.",
    unit: "count",
    best: "least",
  },
  drops: { head: "drops", about: "Packets dropped for any cause.", unit: "count", best: "least" },
  repeated_packets: {
    head: "retransmitted",
    about: counted.repeated_packets,
    unit: "count",
    best: "least",
  },
  nacks: { head: "NACKs", about: counted.nacks, unit: "count", best: "least" },
  out_of_order_packets: {
    head: "out of order",
    about: counted.out_of_order_packets,
    unit: "count",
  },
  reordering_bytes: {
    head: "reordered by",
    about: counted.reordering_bytes,
    unit: "bytes",
  },
  flows: number("flows", "n"),
  fct_mean_ns: fct("mean", "FCT mean"),
  fct_p50_ns: fct("median", "FCT p50"),
  fct_p99_ns: fct("99th percentile", "FCT p99"),
  slowdown_mean: slowdown("mean", "flows", "slowdown"),
  slowdown_p50: slowdown("median", "flows", "slowdown p50"),
  slowdown_p99: slowdown("99th percentile", "flows", "slowdown p99"),
  common_flows: { head: "common n", about: `Number of common flows: ${all}.`, unit: "count" },
  common_fct_mean_ns: { head: "common FCT mean", about: `Mean completion time of ${all}.`, unit: "ns", best: "least" },
  common_fct_p99_ns: {
    head: "common FCT p99",
    about: `99th percentile of the completion times of ${all}.`,
    unit: "ns",
    best: "least",
  },
  common_slowdown_mean: { head: "common slowdown", about: `Mean slowdown of ${all}.`, unit: "ratio", best: "least" },
  common_slowdown_p99: {
    head: "common slowdown p99",
    about: `99th percentile of the slowdowns of ${all}.`,
    unit: "ratio",
    best: "least",
  },
  small_flows: number("flows of at most 100 KB", "small n"),
  small_slowdown_mean: slowdown("mean", "flows of at most 100 KB", "small slowdown"),
  small_slowdown_p50: slowdown("median", "flows of at most 100 KB", "small p50"),
  small_slowdown_p99: slowdown("99th percentile", "flows of at most 100 KB", "small p99"),
  large_flows: number("flows of more than 1 MB", "large n"),
  large_slowdown_mean: slowdown("mean", "flows of more than 1 MB", "large slowdown"),
  large_slowdown_p50: slowdown("median", "flows of more than 1 MB", "large p50"),
  large_slowdown_p99: slowdown("99th percentile", "flows of more than 1 MB", "large p99"),
  goodput_bps: {
    head: "goodput",
    about: "Payload delivered in order by the end of the run, over the simulated time, all flows together.",
    unit: "bps",
    best: "most",
  },
  job_ns: {
    head: "job",
    about: "Job completion time of the slowest collective, from its start to the end of its last iteration.",
    unit: "ns",
    best: "least",
  },
  iteration_p99_ns: {
    head: "iteration p99",
    about: "99th percentile of a collective's iteration times: the highest of all collectives.",
    unit: "ns",
    best: "least",
  },
  busbw_bps: {
    head: "bus bandwidth",
    about: "Bus bandwidth as nccl-tests define it: the lowest of all collectives.",
    unit: "bps",
    best: "most",
  },
  queue_peak_bytes: {
    head: "longest queue",
    about: "Maximum backlog of a port, all classes together.",
    unit: "bytes",
    best: "least",
  },
  marked_share: { head: "marked", about: "Share of data packets that arrived with an ECN mark.", unit: "share" },
  unfinished: {
    head: "not done",
    about: "Flows that count and were unfinished at the end of the run.",
    unit: "count",
    best: "least",
  },
  skipped_share: {
    head: "skipped",
    about: "Share of the received bytes that fast-forward did not simulate. Empty without fastForward.",
    unit: "share",
  },
  skip_error: {
    head: "skip error",
    about: "Largest relative error of the other columns that fast-forward may cause. Empty without fastForward.",
    unit: "share",
  },
  deadlock: {
    head: "deadlock",
    about: "1 if queues waited for each other in a circle at the end of the run, otherwise 0.",
    unit: "flag",
    best: "least",
  },
} as const satisfies Readonly<Record<string, Column>>;

export type ColumnName = keyof typeof columns;
export const columnNames = Object.keys(columns) as ColumnName[];

/** The columns that a single run has. Other columns need several runs to compare. */
export const rowColumns: readonly ColumnName[] = columnNames.filter((name) => !name.startsWith("common_"));

/** The values of one row by column. A missing value is NaN. */
export type Figures = Readonly<Record<ColumnName, number>>;

const SMALL = 100_000;
const LARGE = 1_000_000;

/** The values of a run that do not depend on the other rows of the comparison. */
export type OwnFigures = Omit<Figures, keyof CommonFigures>;

export function figures(results: Results): OwnFigures {
  const { summary, tables } = results;
  const { counters, simulated_ns } = summary;
  const { flows, ports } = tables;
  const { received_bytes } = flows.columns;
  const { n, unfinished, fct_ns: time, slowdown: all } = completionTimes(results);
  const { n: smallOnes, slowdown: small } = completionTimes(results, { sizeTo: SMALL });
  const { n: largeOnes, slowdown: large } = completionTimes(results, { sizeAbove: LARGE });
  const drops = Object.entries(counters).filter(([name]) => name.startsWith("dropped_"));
  return {
    pauses: counters.pauses,
    paused_ns: Math.round(sum(ports.columns.paused_ns) * 1000) / 1000, // whole picoseconds, as each of them
    queue_pauses: counters.queue_pauses ?? NaN,
    drops: sum(drops.map(([, packets]) => packets)),
    repeated_packets: counters.repeated_packets,
    nacks: counters.nacks,
    out_of_order_packets: counters.out_of_order_packets,
    reordering_bytes: counters.reordering_bytes,
    flows: n,
    fct_mean_ns: time.mean,
    fct_p50_ns: time.p50,
    fct_p99_ns: time.p99,
    slowdown_mean: all.mean,
    slowdown_p50: all.p50,
    slowdown_p99: all.p99,
    small_flows: smallOnes,
    small_slowdown_mean: small.mean,
    small_slowdown_p50: small.p50,
    small_slowdown_p99: small.p99,
    large_flows: largeOnes,
    large_slowdown_mean: large.mean,
    large_slowdown_p50: large.p50,
    large_slowdown_p99: large.p99,
    goodput_bps: (sum(received_bytes) * 8e9) / simulated_ns,
    ...jobFigures(summary.collectives ?? []),
    queue_peak_bytes: ports.columns.queue_peak_bytes.reduce((most, bytes) => Math.max(most, bytes), 0),
    marked_share: counters.marked_packets / counters.data_packets,
    unfinished,
    skipped_share: summary.fast_forward?.share ?? NaN,
    skip_error: summary.fast_forward?.error_bound ?? NaN,
    deadlock: summary.deadlock.length > 0 ? 1 : 0,
  };
}

/** The worst values over all collectives of the run. NaN if there is no collective, or if one is unfinished. */
function jobFigures(jobs: readonly Job[]): Pick<Figures, "job_ns" | "iteration_p99_ns" | "busbw_bps"> {
  const most = (of: (job: Job) => number | null): number =>
    jobs.reduce((worst, job) => Math.max(worst, of(job) ?? NaN), jobs.length === 0 ? NaN : -Infinity);
  return {
    job_ns: most((job) => job.completion_ns),
    iteration_p99_ns: most((job) => job.time_p99_ns),
    busbw_bps: -most((job) => (job.busbw_bps === null ? null : -job.busbw_bps)),
  };
}

const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};
