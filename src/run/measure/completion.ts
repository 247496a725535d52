/**
 * Completion times of all flows that began in a given window, finished or not.
 *
 * A mean over finished flows alone favours a scheme that leaves slow flows unfinished. So an unfinished flow counts
 * with its age: the end of the run less its start. Its true completion time is longer. So with unfinished flows, mean
 * and percentiles are lower bounds, and results show the number `unfinished` next to them. Long-lived flows have no
 * completion time and do not count.
 *
 * Percentile q of n values is the value at index floor(q n) of the sorted list (`statistics.ts`).
 */
import { distribution, type Distribution } from "./statistics.ts";
import type { Table } from "./tables.ts";

/**
 * The window of the flows that count: they begin at or after `from_ns` and before `to_ns`. If `to_ns` is null, the
 * window ends with the run.
 */
export interface CountSpan {
  readonly from_ns: number;
  readonly to_ns: number | null;
}

/** The results of a run that this file reads. */
export interface CompletedRun {
  readonly tables: { readonly flows: Table<"flows"> };
  readonly summary: { readonly simulated_ns: number; readonly count: CountSpan };
}

type Columns = Table<"flows">["columns"];

/**
 * Selects the flows that statistics of completion times include. If several properties are given, a flow must meet
 * all of them. An absent property selects all flows, except `from` and `to`, which have defaults.
 */
export interface Counted {
  /** Selects flows that began at or after this time, in ns. Default: `count.from` of the scenario. */
  readonly from?: number;
  /** Selects flows that began before this time, in ns. Default: `count.to` of the scenario. */
  readonly to?: number;
  /** Selects flows of these traffic entries of the scenario. Entries are numbered from 0. */
  readonly traffic?: number | readonly number[];
  /** Selects flows of more than this many bytes. */
  readonly sizeAbove?: number;
  /** Selects flows of at most this many bytes. */
  readonly sizeTo?: number;
  /** Selects flows for which this function returns true. It receives the table of flows and the row of the flow. */
  readonly where?: (flows: Columns, row: number) => boolean;
}

/**
 * The side at which a flow's completion time ends.
 *
 * - receiver: the last byte is in order at the receiver (`fct_ns`). The slowdown divides by the ideal FCT.
 * - sender: the last ACK has arrived at the sender (`fct_ack_ns`). The slowdown divides by HPCC's standalone FCT.
 */
export type SeenBy = "receiver" | "sender";

interface Times {
  readonly fct_ns: Distribution;
  readonly slowdown: Distribution;
}

/** Completion times (ns) and slowdowns of flows. An unfinished flow counts with its age. */
export interface CompletionTimes extends Times {
  /** The number of flows that `Counted` selects, including unfinished ones. */
  readonly n: number;
  /** The number of unfinished flows among those that `Counted` selects. Their ages are in `fct_ns` and `slowdown`. */
  readonly unfinished: number;
  /** Times and slowdowns of the finished flows only. Their number is `n` minus `unfinished`. */
  readonly finished: Times;
}

/** The rows of the flows that `counted` selects, in the order of the table. All of them began within the run. */
export function countedFlows({ tables, summary }: CompletedRun, counted: Counted = {}): Int32Array {
  const { columns, rows } = tables.flows;
  const { from_ns, to_ns } = summary.count;
  const { from = from_ns, to = to_ns ?? Infinity, traffic, sizeAbove = 0, sizeTo = Infinity, where } = counted;
  const entries = traffic === undefined ? undefined : [traffic].flat();
  const counts = (row: number): boolean => {
    const start = columns.start_ns[row];
    // The size of a long-lived flow is NaN, so the comparisons below exclude the flow.
    const size = columns.size_bytes[row];
    return (
      start >= from &&
      start < to &&
      start < summary.simulated_ns &&
      size > sizeAbove &&
      size <= sizeTo &&
      (entries === undefined || entries.includes(columns.traffic[row])) &&
      (where === undefined || where(columns, row))
    );
  };
  return Int32Array.from({ length: rows }, (_, row) => row).filter(counts);
}

/** The completion time of each flow in `rows`, in ns. For an unfinished flow: its age at the end of the run. */
export function timesOf(
  { tables, summary }: CompletedRun,
  rows: Int32Array,
  seenBy: SeenBy = "receiver",
): Float64Array {
  const { start_ns } = tables.flows.columns;
  const done = doneTimes(tables.flows.columns, seenBy);
  return Float64Array.from(rows, (row) => (Number.isNaN(done[row]) ? summary.simulated_ns - start_ns[row] : done[row]));
}

/** The slowdown of each flow in `rows`: its time by `timesOf`, divided by the time that the flow would take alone. */
export function slowdownsOf(run: CompletedRun, rows: Int32Array, seenBy: SeenBy = "receiver"): Float64Array {
  const { ideal_fct_ns, standalone_fct_ns } = run.tables.flows.columns;
  const alone = seenBy === "receiver" ? ideal_fct_ns : standalone_fct_ns;
  return timesOf(run, rows, seenBy).map((time, k) => time / alone[rows[k]]);
}

/** Completion times and slowdowns of the flows that `counted` selects. */
export function completionTimes(
  run: CompletedRun,
  counted: Counted = {},
  seenBy: SeenBy = "receiver",
): CompletionTimes {
  const rows = countedFlows(run, counted);
  const done = doneTimes(run.tables.flows.columns, seenBy);
  const finished = rows.filter((row) => !Number.isNaN(done[row]));
  const times = (some: Int32Array): Times => ({
    fct_ns: distribution(timesOf(run, some, seenBy)),
    slowdown: distribution(slowdownsOf(run, some, seenBy)),
  });
  return { n: rows.length, unfinished: rows.length - finished.length, ...times(rows), finished: times(finished) };
}

const doneTimes = ({ fct_ns, fct_ack_ns }: Columns, seenBy: SeenBy): Float64Array =>
  seenBy === "receiver" ? fct_ns : fct_ack_ns;
