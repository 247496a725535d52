/**
 * Measures the traces of a run by layer: the times of computation, of communication, and of exposed communication.
 * Communication is exposed while the rank does not compute. Collectives also have the bandwidths that nccl-tests print.
 *
 * Source: NVIDIA nccl-tests, doc/PERFORMANCE.md, for the bandwidths.
 */
import type { Ps } from "../../base/units.ts";
import type { LayerRow, Plan, PlannedTrace, Task } from "../../contracts/traffic.ts";
import type { Network } from "../../sim/model/network.ts";
import { addRank, type Activity, type RankSums } from "./exposed.ts";
import type { Table } from "./tables.ts";
import { inNs } from "./times.ts";

/** The times of a whole trace. All times but `time_ns` are means over its ranks. */
export interface TraceTotals {
  readonly traffic: number;
  readonly ranks: number;
  /**
   * The time from the start of the trace to the end of its last operation. Null: the trace did not end within the run.
   */
  readonly time_ns: number | null;
  readonly compute_ns: number;
  readonly communication_ns: number;
  readonly exposed_ns: number;
}

/**
 * A collective has one communication at each of its ranks. All communications of a collective have the same row of
 * the results and the same `number`. Other collectives of the row have other numbers. The collective is done when all
 * of its communications are done.
 */
interface Collective {
  begin: Ps;
  end: Ps;
  isDone: boolean;
}

interface Measured {
  readonly rows: readonly {
    readonly of: LayerRow;
    readonly row: number;
    readonly collectives: readonly Collective[];
  }[];
  readonly sums: RankSums;
  readonly totals: TraceTotals;
}

/** The last row of a trace. It contains the operations that the trace file assigns to no layer. */
const unnamed = (layer: number): LayerRow => {
  return { layer, name: "unnamed", pass: "", operation: "", group: "", ranks: 0, bytes: 0 };
};

/**
 * The table of the layers of the traced program, such as those of a neural network, and the total times of each trace.
 * Undefined: the plan has no traces.
 */
export function layers(
  network: Network,
  plan: Plan,
): { readonly table: Table<"layers">; readonly traces: readonly TraceTotals[] } | undefined {
  const { traces = [] } = plan;
  if (traces.length === 0) return undefined;
  const measured = traces.map((trace) => measure(network, plan, trace));
  return { table: tableOf(measured), traces: measured.map(({ totals }) => totals) };
}

function measure(network: Network, plan: Plan, planned: PlannedTrace): Measured {
  const { trace, start, entry = 0 } = planned;
  const { layers: named = [] } = trace;
  const rows = [...named, unnamed(named.reduce((next, { layer }) => Math.max(next, layer + 1), 0))];
  const zeros = (): Float64Array => new Float64Array(rows.length);
  const sums = { compute: zeros(), communication: zeros(), exposed: zeros() };
  const whole = { compute: 0, communication: 0, exposed: 0 };
  const collectives = rows.map(() => new Map<number, Collective>());
  let end = start;
  let isDone = true;
  for (const activities of activitiesOf(network, plan, planned)) {
    const rank = addRank(activities, start, sums);
    whole.compute += rank.compute;
    whole.communication += rank.communication;
    whole.exposed += rank.exposed;
    end = Math.max(end, rank.end);
    for (const one of activities) {
      isDone &&= one.isDone;
      if (!one.computes) addTo(collectives[one.row], one);
    }
  }
  const mean = (sum: Ps): number => inNs(Math.round(sum / trace.ranks));
  const isUsed = (row: number): boolean => row < named.length || sums.compute[row] + sums.communication[row] > 0;
  return {
    rows: rows.flatMap((of, row) =>
      isUsed(row) ? [{ of, row, collectives: of.operation === "" ? [] : [...collectives[row].values()] }] : [],
    ),
    sums,
    totals: {
      ...{ traffic: entry, ranks: trace.ranks, time_ns: isDone ? inNs(end - start) : null },
      ...{ compute_ns: mean(whole.compute), communication_ns: mean(whole.communication) },
      exposed_ns: mean(whole.exposed),
    },
  };
}

/** Adds a communication of one rank to its collective. A message is a collective of its own. */
function addTo(collectives: Map<number, Collective>, { number, begin, end, isDone }: Activity): void {
  const key = number ?? -1 - collectives.size;
  const known = collectives.get(key);
  if (known === undefined) {
    collectives.set(key, { begin, end, isDone });
    return;
  }
  known.begin = Math.min(known.begin, begin);
  known.end = Math.max(known.end, end);
  known.isDone &&= isDone;
}

/**
 * The state of the tasks at the end. If flows are unfinished, `now` is the end of the run. If all flows are done, the
 * run ended with the last flow, but computations of a trace may be in progress. They need no network, so this function
 * continues them to their end. In that case `now` is Infinity.
 */
function tasksAtEnd(
  { tasks: kept, queue, unfinished }: Network,
  tasks: readonly Task[],
): { readonly ready: ArrayLike<Ps>; readonly waitsFor: ArrayLike<number>; readonly now: Ps } {
  const ready = Float64Array.from(kept?.ready ?? []);
  const waitsFor = Int32Array.from(kept?.waitsFor ?? []);
  if (unfinished > 0) return { ready, waitsFor, now: queue.now };
  // A task precedes those that wait for it, so one pass suffices.
  tasks.forEach(({ takes, next }, task) => {
    const end = ready[task] + takes;
    if (waitsFor[task] > 0 || end <= queue.now) return;
    for (const later of next) {
      waitsFor[later]--;
      ready[later] = Math.max(ready[later], end);
    }
  });
  return { ready, waitsFor, now: Infinity };
}

/**
 * By rank: all computations and communications of the trace. `begin` is Infinity if an operation did not begin within
 * the run. An operation in progress at the end of the run ends with it.
 */
function activitiesOf(network: Network, { tasks = [] }: Plan, { trace, tasks: taskOf }: PlannedTrace): Activity[][] {
  const { ready, waitsFor, now } = tasksAtEnd(network, tasks);
  const timeOf = (moment: number): Ps => {
    const task = taskOf[moment];
    const at = ready[task] + tasks[task].takes;
    return waitsFor[task] <= 0 && at <= now ? at : Infinity;
  };
  const { layers: named = [] } = trace;
  const byRank = Array.from({ length: trace.ranks }, () => ({
    all: [] as Activity[],
    own: new Map<string, Activity>(),
  }));
  trace.operations.forEach(({ kind, rank, row = named.length, collective: number }, operation) => {
    const begin = timeOf(2 * operation);
    const end = timeOf(2 * operation + 1);
    const computes = kind === "calc" && number === undefined;
    const activity = { row, number, computes, begin, end: Math.min(end, now), isDone: end < Infinity };
    const { all, own } = byRank[rank];
    if (number === undefined) {
      all.push(activity);
      return;
    }
    const key = `${row} ${number}`;
    const known = own.get(key);
    if (known === undefined) {
      own.set(key, activity);
      all.push(activity);
      return;
    }
    known.begin = Math.min(known.begin, begin);
    known.end = Math.max(known.end, activity.end);
    known.isDone &&= activity.isDone;
  });
  return byRank.map(({ all }) => all);
}

/**
 * The factor from algorithm to bus bandwidth among n ranks. Undefined: nccl-tests define none for the operation.
 */
function busFactor(operation: string, n: number): number | undefined {
  if (operation === "all-reduce") return (2 * (n - 1)) / n;
  return ["all-gather", "reduce-scatter", "all-to-all"].includes(operation) ? (n - 1) / n : undefined;
}

function tableOf(traces: readonly Measured[]): Table<"layers"> {
  const rows = traces.flatMap(({ rows, sums, totals: { traffic, ranks } }) =>
    rows.map(({ of, row, collectives }) => {
      const done = collectives.filter(({ isDone }) => isDone).map(({ begin, end }) => end - begin);
      const time = done.reduce((sum, one) => sum + one, 0) / done.length;
      const factor = busFactor(of.operation, of.ranks);
      const algbw = factor === undefined ? NaN : (of.bytes * 8e12) / time;
      const longest = done.reduce((most, one) => Math.max(most, one), -Infinity);
      return {
        ...{ of, traffic, count: done.length, time: Math.round(time), algbw, busbw: algbw * (factor ?? NaN) },
        longest: done.length === 0 ? NaN : longest,
        mean: (which: keyof RankSums): number => inNs(Math.round(sums[which][row] / ranks)),
      };
    }),
  );
  const double = (of: (row: (typeof rows)[number]) => number): Float64Array => Float64Array.from(rows, of);
  const whole = (of: (row: (typeof rows)[number]) => number): Int32Array => Int32Array.from(rows, of);
  return {
    rows: rows.length,
    columns: {
      traffic: whole(({ traffic }) => traffic),
      layer: whole(({ of }) => of.layer),
      name: rows.map(({ of }) => of.name),
      pass: rows.map(({ of }) => of.pass),
      operation: rows.map(({ of }) => of.operation),
      group: rows.map(({ of }) => of.group),
      ranks: whole(({ of }) => of.ranks),
      size_bytes: double(({ of }) => of.bytes),
      collectives: whole(({ count }) => count),
      time_ns: double(({ time }) => inNs(time)),
      time_max_ns: double(({ longest }) => inNs(longest)),
      algbw_bps: double(({ algbw }) => algbw),
      busbw_bps: double(({ busbw }) => busbw),
      compute_ns: double(({ mean }) => mean("compute")),
      communication_ns: double(({ mean }) => mean("communication")),
      exposed_ns: double(({ mean }) => mean("exposed")),
    },
  };
}
