/**
 * Completion times of all flows that began in a given window, done or not.
 *
 * A mean over finished flows alone favours a scheme that leaves slow flows unfinished. So each flow that began in the window counts, and an
 * unfinished one counts with its age, the end of the run less its start. Its completion time will be longer. So mean and percentiles are
 * lower bounds if flows are unfinished, and `unfinished` is shown next to them. Long-lived flows have no completion time and do not count.
 *
 * Percentile q of n values is the value at index floor(q n) of the sorted list (statistics.ts).
 */
import { distribution, type Distribution } from "./statistics.ts";
import type { Table } from "./tables.ts";

/** Flows count that begin at or after `from_ns` and before `to_ns`. Null: the end of the run. */
export interface CountSpan {
  readonly from_ns: number;
  readonly to_ns: number | null;
}

/** The results of a run that are read here. */
export interface CompletedRun {
  readonly tables: { readonly flows: Table<"flows"> };
  readonly summary: { readonly simulated_ns: number; readonly count: CountSpan };
}

type Columns = Table<"flows">["columns"];

/** The flows that count. An absent property selects all. */
export interface Counted {
  /** The flow began at or after `from` and before `to`, in ns. Default: the scenario's `count`. */
  readonly from?: number;
  readonly to?: number;
  /** The traffic entries of the scenario that requested the flow, from 0. */
  readonly traffic?: number | readonly number[];
  /** The flow has more than `sizeAbove` bytes, and at most `sizeTo`. */
  readonly sizeAbove?: number;
  readonly sizeTo?: number;
  /** A further condition on a row of the table of flows. */
  readonly where?: (flows: Columns, row: number) => boolean;
}

/**
 * The end of a completion time.
 *
 * - receiver: the last byte is in order at the receiver (`fct_ns`); the slowdown divides by the ideal FCT
 * - sender: the last ACK has arrived at the sender (`fct_ack_ns`); the slowdown divides by HPCC's standalone FCT
 */
export type SeenBy = "receiver" | "sender";

interface Times {
  readonly fct_ns: Distribution;
  readonly slowdown: Distribution;
}

/** Completion times (ns) and slowdowns of flows. An unfinished flow counts with its age. */
export interface CompletionTimes extends Times {
  /** The number of flows that count, and of those among them that are unfinished. `fct_ns` and `slowdown` include these with their age. */
  readonly n: number;
  readonly unfinished: number;
  /** Times and slowdowns of the finished flows only: n - unfinished of them. */
  readonly finished: Times;
}

/** The rows of the flows that began within the run and count, in the order of the table. */
export function countedFlows({ tables, summary }: CompletedRun, counted: Counted = {}): Int32Array {
  const { columns, rows } = tables.flows;
  const { from_ns, to_ns } = summary.count;
  const { from = from_ns, to = to_ns ?? Infinity, traffic, sizeAbove = 0, sizeTo = Infinity, where } = counted;
  const entries = traffic === undefined ? undefined : [traffic].flat();
  const counts = (row: number): boolean => {
    const start = columns.start_ns[row];
    // NaN for a long-lived flow, so it is in no range.
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

/** By row of `rows`: the completion time, or the age of an unfinished flow, in ns. The flows began within the run. */
export function timesOf(
  { tables, summary }: CompletedRun,
  rows: Int32Array,
  seenBy: SeenBy = "receiver",
): Float64Array {
  const { start_ns } = tables.flows.columns;
  const done = doneTimes(tables.flows.columns, seenBy);
  return Float64Array.from(rows, (row) => (Number.isNaN(done[row]) ? summary.simulated_ns - start_ns[row] : done[row]));
}

/** By row of `rows`: that time divided by the time that the flow would take alone. */
export function slowdownsOf(run: CompletedRun, rows: Int32Array, seenBy: SeenBy = "receiver"): Float64Array {
  const { ideal_fct_ns, standalone_fct_ns } = run.tables.flows.columns;
  const alone = seenBy === "receiver" ? ideal_fct_ns : standalone_fct_ns;
  return timesOf(run, rows, seenBy).map((time, k) => time / alone[rows[k]]);
}

/** Completion times and slowdowns of the flows that count. */
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
