/**
 * Compares several runs of the same traffic by the flows that all of them finished. If each run counted all flows that
 * it finished itself, a run that leaves slow flows unfinished would look faster.
 *
 * If runs have the same seed and the same traffic, their flows are the same and have the same numbers. But a flow of a
 * train begins when the previous one has left the NIC, so its start may differ between runs. Such flows are left out.
 */
import type { Results } from "./results.ts";
import { distribution } from "./statistics.ts";

/**
 * Times of flows, by flow number. `fct_ns` is NaN if the flow is not done, is long-lived, or began outside the time
 * span of flows that count (`summary.count`).
 */
export interface FlowTimes {
  readonly start_ns: Float64Array;
  readonly fct_ns: Float64Array;
  readonly slowdown: Float64Array;
}

/** Measures of one run, over the flows that all compared runs finished. */
export interface CommonFigures {
  readonly common_flows: number;
  readonly common_fct_mean_ns: number;
  readonly common_fct_p99_ns: number;
  readonly common_slowdown_mean: number;
  readonly common_slowdown_p99: number;
}

/** The completion times of a run's flows, as `commonFigures` needs them. */
export function flowTimes({ summary, tables }: Results): FlowTimes {
  const { from_ns, to_ns } = summary.count;
  const { start_ns, fct_ns, slowdown } = tables.flows.columns;
  const counts = (row: number): boolean => start_ns[row] >= from_ns && start_ns[row] < (to_ns ?? Infinity);
  return { start_ns, fct_ns: fct_ns.map((time, row) => (counts(row) ? time : NaN)), slowdown };
}

/** The completion times and slowdowns of each run over the common flows (`commonFlows`), in the order of `runs`. */
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

/** The flows that all runs finished, and that began at the same time in all runs. */
export function commonFlows(runs: readonly FlowTimes[]): Int32Array {
  const [first] = runs;
  const flows = Int32Array.from(first.fct_ns.keys());
  return flows.filter((flow) =>
    runs.every(({ start_ns, fct_ns }) => start_ns[flow] === first.start_ns[flow] && !Number.isNaN(fct_ns[flow] ?? NaN)),
  );
}
