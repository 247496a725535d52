/**
 * Measures collectives: begin and end of each iteration, and the two bandwidths that nccl-tests prints.
 *
 *   algbw = size / time        busbw = algbw times factor
 *
 * The factor is 2 (n - 1) / n for an all-reduce among n ranks, and (n - 1) / n for an operation that sends each byte
 * once. For a pipeline, the size is that of one micro-batch, but the time is that of all micro-batches. So its
 * bandwidths are meaningful only as ratios between runs.
 *
 * Source: NVIDIA nccl-tests, doc/PERFORMANCE.md.
 */
import type { Ps } from "../../base/units.ts";
import type { Collective, Plan } from "../../contracts/traffic.ts";
import type { Network } from "../../sim/model/network.ts";
import { distribution } from "./statistics.ts";
import type { Table } from "./tables.ts";
import { inNs } from "./times.ts";

/** A collective with all its iterations. */
export interface Job {
  readonly traffic: number;
  readonly operation: string;
  readonly ranks: number;
  readonly size_bytes: number;
  readonly iterations: number;
  readonly finished: number;
  /**
   * The time from the earliest start of the first iteration to the end of the last one. Null: some iteration did not
   * end within the run.
   */
  readonly completion_ns: number | null;
  /** Statistics of the times of the iterations that ended. */
  readonly time_mean_ns: number | null;
  readonly time_p50_ns: number | null;
  readonly time_p99_ns: number | null;
  readonly time_max_ns: number | null;
  /** `size_bytes` divided by the mean time. */
  readonly algbw_bps: number | null;
  /** `algbw_bps` times the factor of the operation. */
  readonly busbw_bps: number | null;
}

/** The measurements of one iteration. */
interface Iteration {
  readonly of: Collective;
  readonly iteration: number;
  begin: Ps;
  end: Ps;
  /**
   * `messages`: the number of the iteration's messages. `times`: the completion times of the messages that are done.
   */
  messages: number;
  readonly times: Ps[];
}

/** Collects the iterations from the table of flows, ordered by collective and iteration number. */
function iterationsOf({ flows }: Network, plan: Plan): Iteration[] {
  const { collectives = [], tasks = [], sends = [], trains } = plan;
  const rows = collectives.flatMap((of) =>
    Array.from({ length: of.iterations }, (_, iteration): Iteration => {
      return { of, iteration, begin: Infinity, end: -Infinity, messages: 0, times: [] };
    }),
  );
  const first = new Map<number, number>();
  let before = 0;
  for (const { entry = 0, iterations } of collectives) {
    first.set(entry, before);
    before += iterations;
  }
  const rowOf = sends.map(({ entry = 0, iteration }) => (first.get(entry) ?? 0) + iteration);
  for (const row of rowOf) rows[row].messages++;
  for (let flow = 0; flow < flows.count; flow++) {
    const number = flows.origin[flow] - 1 - trains.length;
    if (number < 0) continue;
    const row = rows[rowOf[number]];
    row.begin = Math.min(row.begin, flows.start[flow]);
    if (Number.isNaN(flows.received[flow])) continue;
    row.times.push(flows.received[flow] - flows.start[flow]);
    const { arrives } = sends[number];
    row.end = Math.max(row.end, flows.received[flow] + (arrives === undefined ? 0 : tasks[arrives].takes));
  }
  return rows;
}

const timeOf = ({ begin, end, messages, times }: Iteration): Ps => (times.length === messages ? end - begin : NaN);

/** The table of iterations, and a summary of each collective. Undefined: the plan has no collectives. */
export function collectives(
  network: Network,
  plan: Plan,
): { readonly table: Table<"collectives">; readonly jobs: readonly Job[] } | undefined {
  const found = plan.collectives ?? [];
  if (found.length === 0) return undefined;
  const rows = iterationsOf(network, plan);
  return { table: tableOf(rows), jobs: found.map((of) => jobOf(of, rows)) };
}

function tableOf(rows: readonly Iteration[]): Table<"collectives"> {
  const double = (of: (row: Iteration) => number): Float64Array => Float64Array.from(rows, of);
  const whole = (of: (row: Iteration) => number): Int32Array => Int32Array.from(rows, of);
  const fct = rows.map(({ times }) => distribution(times));
  const algbw = (row: Iteration): number => (row.of.bytes * 8e12) / timeOf(row);
  return {
    rows: rows.length,
    columns: {
      traffic: whole(({ of }) => of.entry ?? 0),
      operation: rows.map(({ of }) => of.operation),
      ranks: whole(({ of }) => of.ranks),
      size_bytes: double(({ of }) => of.bytes),
      iteration: whole(({ iteration }) => iteration),
      start_ns: double(({ begin }) => (begin === Infinity ? NaN : inNs(begin))),
      time_ns: double((row) => inNs(timeOf(row))),
      algbw_bps: double(algbw),
      busbw_bps: double((row) => algbw(row) * row.of.busFactor),
      messages: whole(({ messages }) => messages),
      message_fct_p50_ns: Float64Array.from(fct, ({ p50 }) => inNs(p50)),
      message_fct_p99_ns: Float64Array.from(fct, ({ p99 }) => inNs(p99)),
      message_fct_max_ns: Float64Array.from(fct, ({ max }) => inNs(max)),
    },
  };
}

function jobOf(of: Collective, all: readonly Iteration[]): Job {
  const rows = all.filter((row) => row.of === of);
  const { count, mean, p50, p99, max } = distribution(rows.map(timeOf));
  const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
  const end = rows.reduce((latest, row) => Math.max(latest, row.end), -Infinity);
  return {
    traffic: of.entry ?? 0,
    operation: of.operation,
    ranks: of.ranks,
    size_bytes: of.bytes,
    iterations: of.iterations,
    finished: count,
    completion_ns: count === rows.length ? orNull(inNs(end - of.start)) : null,
    time_mean_ns: orNull(inNs(mean)),
    time_p50_ns: orNull(inNs(p50)),
    time_p99_ns: orNull(inNs(p99)),
    time_max_ns: orNull(inNs(max)),
    algbw_bps: orNull((of.bytes * 8e12) / mean),
    busbw_bps: orNull(((of.bytes * 8e12) / mean) * of.busFactor),
  };
}
