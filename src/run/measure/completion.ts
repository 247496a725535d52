/**
 * Completion times of all flows that began in a stated window, whether they are done or not.
 *
 * A mean over the flows that finished is a tale of survivors: a scheme that leaves its slow flows unfinished looks the faster for it. So each
 * flow that began in the window counts, and one that is not done counts at its age: the end of the run - its start. That is less than
 * its completion time will be, so where flows are unfinished, mean and percentiles are lower bounds, and `unfinished` stands beside them.
 * Flows that never end have no completion time and do not count.
 *
 * Percentile q of n values is the one of index floor(q n) in their order (statistics.ts).
 */
import { distribution, type Distribution } from "./statistics.ts";
import type { Table } from "./tables.ts";

/** Flows that begin at or after the first and before the second count; null: to the end of the run. */
export interface CountSpan {
  readonly from_ns: number;
  readonly to_ns: number | null;
}

/** What is read of a run's results. */
export interface CompletedRun {
  readonly tables: { readonly flows: Table<"flows"> };
  readonly summary: { readonly simulated_ns: number; readonly count: CountSpan };
}

type Columns = Table<"flows">["columns"];

/** Which flows count; what is left out does not matter. */
export interface Counted {
  /** They began at or after the first and before the second, ns; left out: the scenario's `count`. */
  readonly from?: number;
  readonly to?: number;
  /** Which of the scenario's traffic entries asked for them, from 0. */
  readonly traffic?: number | readonly number[];
  /** They have more bytes than the first, and at most as many as the second. */
  readonly sizeAbove?: number;
  readonly sizeTo?: number;
  /** Anything else: a question of a row of the table of flows. */
  readonly where?: (flows: Columns, row: number) => boolean;
}

/**
 * Whose clock a completion time is read from. receiver: when its last byte is in order there (fct_ns), its slowdown over the ideal FCT;
 * sender: when the last ACK is back (fct_ack_ns), its slowdown over HPCC's standalone FCT.
 */
export type SeenBy = "receiver" | "sender";

interface Times {
  readonly fct_ns: Distribution;
  readonly slowdown: Distribution;
}

/** Completion times (ns) and slowdowns of flows, those that are not done at their age. */
export interface CompletionTimes extends Times {
  /** Flows that count, and how many of them are not done: these are in `fct_ns` and `slowdown` at their age. */
  readonly n: number;
  readonly unfinished: number;
  /** The same of those alone that are done, n - unfinished of them. */
  readonly finished: Times;
}

/** Rows of the flows that began within the run and count, in the order of the table. */
export function countedFlows({ tables, summary }: CompletedRun, counted: Counted = {}): Int32Array {
  const { columns, rows } = tables.flows;
  const { from_ns, to_ns } = summary.count;
  const { from = from_ns, to = to_ns ?? Infinity, traffic, sizeAbove = 0, sizeTo = Infinity, where } = counted;
  const entries = traffic === undefined ? undefined : [traffic].flat();
  const counts = (row: number): boolean => {
    const start = columns.start_ns[row];
    const size = columns.size_bytes[row]; // NaN, so in no range, where the flow never ends
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

/** Of each of `rows`, which began within the run: how long it took, or its age if it is not done, ns. */
export function timesOf(
  { tables, summary }: CompletedRun,
  rows: Int32Array,
  seenBy: SeenBy = "receiver",
): Float64Array {
  const { start_ns } = tables.flows.columns;
  const done = doneTimes(tables.flows.columns, seenBy);
  return Float64Array.from(rows, (row) => (Number.isNaN(done[row]) ? summary.simulated_ns - start_ns[row] : done[row]));
}

/** Of each of `rows`: that time over what the flow would take alone. */
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
