/**
 * Differences between a run with fast-forward and the same run packet by packet. A table has every flow, and a text has
 * the largest differences.
 */
import { formatCount, formatPercent, formatTime } from "../base/format.ts";
import { PS_PER_NS } from "../base/units.ts";
import type { Results } from "../run/measure/results.ts";
import type { Table } from "../run/measure/tables.ts";
import { table } from "./table.ts";

/** The maximum number of flows in the text. */
const SHOWN = 10;

/**
 * A flow of the exact run, and the same flow in the run with fast-forward. Its number and its completion time (ns) may
 * differ between the two runs.
 */
interface Pair {
  readonly flow: number;
  readonly exact: number;
  /** The flow's number in the run with fast-forward. Undefined: the flow did not begin there. */
  readonly fastFlow: number | undefined;
  readonly fast: number;
}

/**
 * A flow that began in only one run. `name`: its hosts and start. `error`: a lower bound of the relative error of its
 * start time, computed from the end of the other run (`singleFlows`).
 */
interface Single {
  readonly name: string;
  readonly error: number;
}

export interface Verification {
  readonly errors: Table<"skip_errors">;
  /** The result as text, with the largest differences. */
  readonly text: string;
  /** False if an interruption of the exact run prevented the comparison of some flows. */
  readonly isWhole: boolean;
  /**
   * True if no difference exceeds the bound that the run states, and the number of PAUSEs equals that of the exact run.
   * If the exact run was interrupted, PAUSEs are not compared.
   */
  readonly isWithinBound: boolean;
}

/**
 * Compares a run with fast-forward with its exact run. The exact run may have been interrupted. Then a flow is compared
 * only if at least one of the two runs completed it before the simulated time of the interruption.
 */
export function verified(exact: Results, fast: Results): Verification {
  const isCut = isInterrupted(exact);
  const pairs = pairsOf(exact, fast);
  const errors = errorTable(pairs, exact, fast);
  const single = singleFlows(pairs, exact, fast);
  const { error } = errors.columns;
  const compared = error.filter((by) => !Number.isNaN(by)).length;
  const differing = error.filter((by) => by > 0).length;
  const largest = differing === 0 ? 0 : error[0];
  const mean = error.reduce((sum, by) => sum + (by > 0 ? by : 0), 0) / Math.max(1, compared);
  const bound = fast.summary.fast_forward?.error_bound ?? 0;
  const pauses = isCut ? 0 : Math.abs(exact.summary.counters.pauses - fast.summary.counters.pauses);
  const isWithinBound = largest <= bound && pauses === 0 && single.every((flow) => flow.error <= bound);
  const isEqual = differing === 0 && pauses === 0 && single.length === 0;
  const counted = isCut ? "" : " and the number of PAUSEs";
  const equal = `all ${formatCount(compared)} completion times${counted} equal those of the exact run.`;
  const differ = `${formatCount(differing)} of ${formatCount(compared)} completion times differ, by ${formatPercent(mean)} on average over all flows and by ${formatPercent(largest)} at most. The stated bound is ${formatPercent(bound)}`;
  const verdict = compared === 0 && isCut ? "no flow was done by then." : isEqual ? equal : `${differ}.`;
  const text = [
    isWithinBound
      ? `${isCut ? "Interrupted" : "Verified"}: ${verdict}`
      : `${isCut ? `Interrupted: ${differ}` : `${differ}, and PAUSEs differ by ${formatCount(pauses)}`}. Please report this with the scenario.`,
    ...(single.length === 0 ? [] : [singleText(single)]),
    ...(isCut ? [cutText(exact, fast.tables.flows.rows - compared)] : []),
    ...(differing === 0 ? [] : ["", largestErrors(errors, Math.min(SHOWN, differing))]),
    ...(differing > SHOWN ? [`and ${formatCount(differing - SHOWN)} more flows, in skip_errors.csv`] : []),
  ].join("\n");
  return { errors, text, isWhole: !isCut, isWithinBound };
}

const isInterrupted = ({ summary }: Results): boolean => summary.ending === "interrupted";

/**
 * The flows that began in only one of the two runs, the largest error first. The error of a flow is a lower bound of
 * the relative error of its start.
 *
 * Say that the flow began at time s in one run, and that the other run ended at time e. There, the flow would have begun
 * at e or later, so the starts differ by at least e - s. If s is from the exact run, the bound is (e - s) / s. If e is
 * from the exact run, the flow's exact start is at least e. The relative error grows with this start, so the bound is
 * (e - s) / e. A flow with s >= e is left out.
 */
function singleFlows(pairs: readonly Pair[], exact: Results, fast: Results): readonly Single[] {
  const only = (run: Results, other: Results, flows: readonly number[]): Single[] => {
    const { source, destination, start_ns } = run.tables.flows.columns;
    const { ending, simulated_ns } = other.summary;
    // The earliest time at which the flow could begin in the other run. If that run ended before its time
    // limit without an interruption, the flow never begins there.
    const missed = ending === "time is up" || ending === "interrupted" ? simulated_ns : Infinity;
    const where = run === exact ? "packet by packet" : "with fast-forward";
    return flows.map((flow) => ({
      name: `${source[flow]} -> ${destination[flow]}, begun ${where} at ${time(start_ns[flow])}`,
      error: missed === Infinity ? Infinity : (missed - start_ns[flow]) / (run === exact ? start_ns[flow] : missed),
    }));
  };
  const paired = new Set(pairs.map(({ fastFlow }) => fastFlow));
  const exactOnly = pairs.flatMap(({ flow, fastFlow }) => (fastFlow === undefined ? [flow] : []));
  const fastOnly = Array.from(fast.tables.flows.columns.flow).filter((flow) => !paired.has(flow));
  return [...only(exact, fast, exactOnly), ...only(fast, exact, fastOnly)]
    .filter(({ error }) => error > 0)
    .sort((a, b) => b.error - a.error);
}

function singleText(single: readonly Single[]): string {
  const [{ name, error }] = single;
  const count = `${formatCount(single.length)} ${single.length === 1 ? "flow" : "flows"} began in only one of the runs`;
  const by =
    error === Infinity ? "The other run ends without it" : `Its start differs by at least ${formatPercent(error)}`;
  return `${count}, first ${name}.\n${by}.`;
}

const cutText = ({ summary }: Results, rest: number): string =>
  `The exact run ended at ${time(summary.simulated_ns)}. Not compared: the PAUSEs, and ${formatCount(rest)} of the completion times.`;

/** The table of all flows that began in both runs, the largest error first. */
function errorTable(pairs: readonly Pair[], exact: Results, fast: Results): Table<"skip_errors"> {
  const { source, destination, size_bytes, start_ns } = fast.tables.flows.columns;
  const rows = pairs
    .flatMap(({ flow, exact: exactly, fastFlow, fast: fct }) => {
      if (fastFlow === undefined) return [];
      const ends = [
        ageOf(exactly, exact, exact.tables.flows.columns.start_ns[flow]),
        ageOf(fct, fast, start_ns[fastFlow]),
      ];
      // If only one run completed the flow, the flow's age in the other run is compared in place of a completion time.
      // An interrupted exact run may not have completed the flow. Then its exact completion time is unknown, but longer
      // than its age in the exact run. Such a flow is compared only if, with fast-forward, it took less than this age. Only
      // then an error is certain.
      const isDone = !Number.isNaN(exactly) || (isInterrupted(exact) ? fct < ends[0] : !Number.isNaN(fct));
      // Times in tables have three decimals, and their difference is rounded to three decimals. Otherwise the
      // subtraction of floating-point numbers would add a small error.
      const difference = isDone ? Math.round((ends[1] - ends[0]) * PS_PER_NS) / PS_PER_NS : NaN;
      return [{ flow: fastFlow, exactly, fct, difference, error: Math.abs(difference) / ends[0] }];
    })
    .sort((a, b) => orderOf(b.error) - orderOf(a.error) || a.flow - b.flow);
  return {
    rows: rows.length,
    columns: {
      flow: Int32Array.from(rows, ({ flow }) => flow),
      source: rows.map(({ flow }) => source[flow]),
      destination: rows.map(({ flow }) => destination[flow]),
      size_bytes: Float64Array.from(rows, ({ flow }) => size_bytes[flow]),
      exact_fct_ns: Float64Array.from(rows, ({ exactly }) => exactly),
      fct_ns: Float64Array.from(rows, ({ fct }) => fct),
      difference_ns: Float64Array.from(rows, ({ difference }) => difference),
      error: Float64Array.from(rows, ({ error }) => error),
    },
  };
}

/** The completion time of a flow in ns. For an unfinished flow: the time from its start to the end of the run. */
const ageOf = (fct: number, { summary }: Results, start: number): number =>
  Number.isNaN(fct) ? summary.simulated_ns - start : fct;

/** The key by which flows are sorted in descending order. Flows with unknown error come last. */
const orderOf = (error: number): number => (Number.isNaN(error) ? -1 : error);

function largestErrors({ columns }: Table<"skip_errors">, shown: number): string {
  const { flow, source, destination, exact_fct_ns, fct_ns, difference_ns, error } = columns;
  return table(
    ["largest differences", "exact", "with fast-forward", "difference", "error"],
    Array.from({ length: shown }, (_, row) => [
      `${flow[row]}: ${source[row]} -> ${destination[row]}`,
      time(exact_fct_ns[row]),
      time(fct_ns[row]),
      time(difference_ns[row]),
      formatPercent(error[row]),
    ]),
  );
}

const time = (ns: number): string => (Number.isNaN(ns) ? "not done" : formatTime(Math.round(ns * PS_PER_NS)));

/**
 * The flows of the exact run with those of the other run. Flows that wait for others are numbered in the order in which
 * they begin, and this order may differ between the runs. So flows are not paired by number. Instead, flows of equal
 * traffic entry, hosts and size form a group. The k-th flow of a group in one run is paired with the k-th of that group
 * in the other run.
 */
export function pairsOf(exact: Results, fast: Results): readonly Pair[] {
  const [a, b] = [exact, fast].map(({ tables }) => tables.flows.columns);
  const rows = new Map(namesOf(fast).map((name, row) => [name, row]));
  return namesOf(exact).map((name, row) => {
    const other = rows.get(name);
    const fct = other === undefined ? NaN : b.fct_ns[other];
    return { flow: a.flow[row], exact: a.fct_ns[row], fastFlow: other, fast: fct };
  });
}

function namesOf({ tables }: Results): readonly string[] {
  const { traffic, source, destination, size_bytes } = tables.flows.columns;
  const before = new Map<string, number>();
  return source.map((from, row) => {
    const name = `${traffic[row]} ${from} ${destination[row]} ${size_bytes[row]}`;
    const k = before.get(name) ?? 0;
    before.set(name, k + 1);
    return `${name} ${k}`;
  });
}
