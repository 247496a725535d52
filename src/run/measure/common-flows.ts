/**
 * Flows that all of several runs of the same traffic finished: who left a slow flow undone should not look the faster for it, so these are
 * compared flow by flow.
 *
 * Runs of one seed and traffic plan the same flows in the same order. Flows of a train begin when the NIC is through with the one before,
 * so only those count that begin at the same moment in all runs.
 */
import type { Results } from "./results.ts";
import { distribution } from "./statistics.ts";

/** By flow number; NaN where it is not done, never ends, or does not count. */
export interface FlowTimes {
  readonly start_ns: Float64Array;
  readonly fct_ns: Float64Array;
  readonly slowdown: Float64Array;
}

/** Figures of a run over flows that others finished as well. */
export interface CommonFigures {
  readonly common_flows: number;
  readonly common_fct_mean_ns: number;
  readonly common_fct_p99_ns: number;
  readonly common_slowdown_mean: number;
  readonly common_slowdown_p99: number;
}

/** The completion time of each flow of a run, for `commonFigures`. */
export function flowTimes({ summary, tables }: Results): FlowTimes {
  const { from_ns, to_ns } = summary.count;
  const { start_ns, fct_ns, slowdown } = tables.flows.columns;
  const counts = (row: number): boolean => start_ns[row] >= from_ns && start_ns[row] < (to_ns ?? Infinity);
  return { start_ns, fct_ns: fct_ns.map((time, row) => (counts(row) ? time : NaN)), slowdown };
}

/** Of each of `runs`, in their order. */
export function commonFigures(runs: readonly FlowTimes[]): CommonFigures[] {
  const common = commonFlows(runs);
  return runs.map(({ fct_ns, slowdown }) => {
    const time = distribution(Float64Array.from(common, (flow) => fct_ns[flow]));
    const slow = distribution(Float64Array.from(common, (flow) => slowdown[flow]));
    return {
      common_flows: common.length,
      common_fct_mean_ns: time.mean,
      common_fct_p99_ns: time.p99,
      common_slowdown_mean: slow.mean,
      common_slowdown_p99: slow.p99,
    };
  });
}

/** Numbers of the flows that all of `runs` finished and that began at the same time in all. */
export function commonFlows(runs: readonly FlowTimes[]): Int32Array {
  const [first] = runs;
  const flows = Int32Array.from(first.fct_ns.keys());
  return flows.filter((flow) =>
    runs.every(({ start_ns, fct_ns }) => start_ns[flow] === first.start_ns[flow] && !Number.isNaN(fct_ns[flow] ?? NaN)),
  );
}
