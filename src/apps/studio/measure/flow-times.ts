/**
 * Completion times of a run's flows, by the rule of `xoff run` and `xoff compare`: an unfinished flow counts with its
 * age. Without this rule, a run that leaves its slow flows unfinished would look faster.
 */
import type { RunView } from "../lab/messages.ts";

export interface FlowTimes {
  /**
   * For each flow: its completion time, or its age at the end of the run if it is unfinished, in ns. NaN for a long-lived
   * flow and for a flow that did not begin.
   */
  readonly fct: Float64Array;
  /** `fct` divided by the ideal completion time. */
  readonly slowdown: Float64Array;
  /**
   * Numbers of the flows that the statistics of the run count: those that began in the time span `count` of the
   * scenario.
   */
  readonly counted: readonly number[];
  /** Number of the counted flows that did not complete. */
  readonly unfinished: number;
}

export function flowTimes({ flows, summary }: Pick<RunView, "flows" | "summary">): FlowTimes {
  const { from_ns: from, to_ns: to } = summary.count;
  const end = summary.simulated_ns;
  const fct = flows.fct.map((time, flow) => {
    if (Number.isNaN(flows.size[flow]) || flows.start[flow] >= end) return NaN;
    return Number.isNaN(time) ? end - flows.start[flow] : time;
  });
  const counted = Array.from(fct.keys()).filter(
    (flow) => !Number.isNaN(fct[flow]) && flows.start[flow] >= from && flows.start[flow] < (to ?? Infinity),
  );
  return {
    fct,
    slowdown: fct.map((time, flow) => time / flows.ideal[flow]),
    counted,
    unfinished: counted.filter((flow) => Number.isNaN(flows.fct[flow])).length,
  };
}

/** Maximum numbers of flows in the list of slow flows: flows of a finite size, and long-lived flows. */
const [MAX_SLOW, MAX_ENDLESS] = [6, 3];

/** Flow numbers: some long-lived flows first, then the flows of finite size with the largest slowdown. */
export function slowest({ flows }: Pick<RunView, "flows">, { slowdown }: Pick<FlowTimes, "slowdown">): number[] {
  const all = Array.from(flows.size.keys());
  const endless = all.filter((flow) => Number.isNaN(flows.size[flow]));
  const ended = all.filter((flow) => !Number.isNaN(slowdown[flow]));
  ended.sort((a, b) => slowdown[b] - slowdown[a] || a - b);
  return [...endless.slice(0, MAX_ENDLESS), ...ended.slice(0, MAX_SLOW)];
}
