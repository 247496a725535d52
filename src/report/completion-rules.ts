/**
 * Completion times by two rules, shown next to each other. The first rule includes all flows that began in the measured
 * time window. An unfinished flow counts with its age. The second rule includes only the flows that finished in all
 * compared runs with the same traffic, so that these runs have the same flows. For a single run these are its finished
 * flows.
 */
import { commonFlows, flowTimes } from "../run/measure/common-flows.ts";
import { countedFlows, slowdownsOf, timesOf } from "../run/measure/completion.ts";
import { trafficOf } from "./traffic.ts";
import type { LabelledRun } from "./labelled-run.ts";
import { settingsOf, type Scheme } from "./schemes.ts";

/** The flows of one run that a rule includes, in no particular order. */
export interface Sample {
  readonly n: number;
  /** Number of unfinished flows in the sample. */
  readonly unfinished: number;
  readonly size_bytes: Float64Array;
  readonly fct_ns: Float64Array;
  readonly slowdown: Float64Array;
}

export interface Rule {
  /** The title above the chart of a rule. */
  readonly title: string;
  /** A sentence that describes the rule. */
  readonly means: string;
  /** The samples of each scheme, with one sample for each run. */
  readonly samples: readonly (readonly Sample[])[];
}

/**
 * Returns two rules that state which flows a chart includes: all flows, and flows that finished in all runs. If both
 * select the same flows, returns only one.
 */
export function completionRules(schemes: readonly Scheme[]): Rule[] {
  const runs = schemes.flatMap((scheme) => scheme.runs);
  const common = commonRows(runs);
  const samples = (rowsOf: (run: LabelledRun) => Int32Array): Sample[][] =>
    schemes.map((scheme) => scheme.runs.map((run) => sampleOf(run, rowsOf(run))));
  const all = samples((run) => countedFlows(run));
  const both = samples((run) => common.get(run) ?? new Int32Array());
  const isSame = all.flat().every(({ n }, k) => n === both.flat()[k].n);
  const alone = runs.length === 1;
  const means =
    "All flows: every flow that counts. An unfinished flow has its age, the end of the run minus its start.";
  if (isSame)
    return [{ title: "all flows", means: alone ? "All are done." : "All are done in all runs.", samples: all }];
  const finished = alone
    ? { title: "flows done", means: "Flows done: those whose last byte arrived." }
    : {
        title: "finished by all",
        means: "Finished by all: flows that all rows with the same traffic finished, so that rows have the same flows.",
      };
  return [
    { title: "all flows", means, samples: all },
    { ...finished, samples: both },
  ];
}

/**
 * Rows of the flows that finished in all runs with the same traffic. If there are several runs, interrupted runs are
 * left out. If they were included, their unfinished flows would be missing from the rows of all other runs.
 */
function commonRows(runs: readonly LabelledRun[]): Map<LabelledRun, Int32Array> {
  const whole = runs.filter(({ summary }) => summary.ending !== "interrupted" || runs.length === 1);
  const byTraffic = new Map<string, LabelledRun[]>();
  for (const run of whole) {
    const traffic = trafficOf(settingsOf(run));
    byTraffic.set(traffic, [...(byTraffic.get(traffic) ?? []), run]);
  }
  return new Map(
    [...byTraffic.values()].flatMap((some) => {
      const rows = commonFlows(some.map(flowTimes));
      return some.map((run) => [run, rows] as const);
    }),
  );
}

function sampleOf(run: LabelledRun, rows: Int32Array): Sample {
  const { size_bytes, fct_ns } = run.tables.flows.columns;
  return {
    n: rows.length,
    unfinished: rows.reduce((sum, row) => sum + (Number.isNaN(fct_ns[row]) ? 1 : 0), 0),
    size_bytes: Float64Array.from(rows, (row) => size_bytes[row]),
    fct_ns: timesOf(run, rows),
    slowdown: slowdownsOf(run, rows),
  };
}

/**
 * A text with the number of flows and the number of unfinished flows, such as "n 153, 16 not done" or "n 765 (5 seeds),
 * 84 not done". If the schemes differ, each number is a range.
 */
export function countText(samples: readonly (readonly Sample[])[]): string {
  const range = (of: (sample: Sample) => number): string => {
    const sums = samples.map((runs) => runs.reduce((sum, sample) => sum + of(sample), 0));
    const [low, high] = [Math.min(...sums), Math.max(...sums)];
    return low === high ? String(low) : `${low} to ${high}`;
  };
  const seeds = Math.max(...samples.map(({ length }) => length));
  const open = range(({ unfinished }) => unfinished);
  return `n ${range(({ n }) => n)}${seeds > 1 ? ` (${seeds} seeds)` : ""}${open === "0" ? "" : `, ${open} not done`}`;
}
