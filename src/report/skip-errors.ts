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

/** A flow of both runs: its number in each, and the two completion times in ns. */
interface Pair {
  readonly flow: number;
  readonly exact: number;
  /** The number in the run with fast-forward. Undefined: the flow did not begin there. */
  readonly fastFlow: number | undefined;
  readonly fast: number;
}

export interface Verification {
  readonly errors: Table<"skip_errors">;
  /** The result as text, with the largest differences. */
  readonly text: string;
  /** True if all differences are below the bound that the run states, and the number of PAUSEs is exact. */
  readonly isWithinBound: boolean;
}

/** Compares a run with fast-forward with its exact run. */
export function verified(exact: Results, fast: Results): Verification {
  const pairs = pairsOf(exact, fast);
  const errors = errorTable(pairs, exact, fast);
  const { error } = errors.columns;
  const compared = error.filter((by) => !Number.isNaN(by)).length;
  const differing = error.filter((by) => by > 0).length;
  const largest = differing === 0 ? 0 : error[0];
  const mean = error.reduce((sum, by) => sum + (by > 0 ? by : 0), 0) / Math.max(1, compared);
  const bound = fast.summary.fast_forward?.error_bound ?? 0;
  const pauses = Math.abs(exact.summary.counters.pauses - fast.summary.counters.pauses);
  const isWithinBound = largest <= bound && pauses === 0;
  const single = pairs.length + fast.tables.flows.rows - 2 * errors.rows;
  const alone = single === 0 ? [] : [`${formatCount(single)} flows began in only one of the runs.`];
  if (differing === 0 && pauses === 0) {
    const all = `Verified: all ${formatCount(compared)} completion times and the number of PAUSEs equal those of the exact run.`;
    return { errors, text: [all, ...alone].join("\n"), isWithinBound };
  }
  const differ = `${formatCount(differing)} of ${formatCount(compared)} completion times differ, by ${formatPercent(mean)} on average over all flows and by ${formatPercent(largest)} at most.`;
  const text = [
    isWithinBound
      ? `Verified: ${differ} The stated bound is ${formatPercent(bound)}.`
      : `${differ} The stated bound is ${formatPercent(bound)}, and PAUSEs differ by ${formatCount(pauses)}. Please report this with the scenario.`,
    ...alone,
    ...(differing === 0 ? [] : ["", largestErrors(errors, Math.min(SHOWN, differing))]),
    ...(differing > SHOWN ? [`and ${formatCount(differing - SHOWN)} more flows, in skip_errors.csv`] : []),
  ].join("\n");
  return { errors, text, isWithinBound };
}

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
      const isDone = !Number.isNaN(exactly) || !Number.isNaN(fct);
      // Times in tables have three decimals. Without rounding, a difference would have rounding errors.
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

/** The completion time in ns, or of an unfinished flow the time since its start. */
const ageOf = (fct: number, { summary }: Results, start: number): number =>
  Number.isNaN(fct) ? summary.simulated_ns - start : fct;

/** A sort key: flows whose error is unknown come after all others. */
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
 * they begin, and this order may differ between the runs. So flows are not paired by number. The k-th flow of a traffic
 * entry from one host to another is paired with the k-th such flow of the other run.
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
