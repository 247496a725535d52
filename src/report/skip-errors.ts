/** Reports the differences between a run with fast-forward and the same run without it. */
import { formatCount, formatTime } from "../base/format.ts";
import { PS_PER_NS } from "../base/units.ts";
import type { Results } from "../run/measure/results.ts";

/** The maximum number of flows that the report lists. */
const SHOWN = 5;

/** Returns a text with the flows whose completion times differ. If no time differs, the text states this. */
export function skipErrors(exact: Results, fast: Results): string {
  const [a, b] = [exact, fast].map(({ tables }) => tables.flows.columns);
  const errors = Array.from(a.flow, (flow) => ({ flow, by: error(a.fct_ns[flow], b.fct_ns[flow]) })).filter(
    ({ by }) => by > 0,
  );
  const pauses = Math.abs(exact.summary.counters.pauses - fast.summary.counters.pauses);
  if (errors.length === 0 && pauses === 0)
    return `Verified: all ${formatCount(a.flow.length)} completion times and the number of PAUSEs equal those of the exact run.`;
  const worst = errors.sort((x, y) => y.by - x.by).slice(0, SHOWN);
  return [
    `${formatCount(errors.length)} of ${formatCount(a.flow.length)} completion times differ, and PAUSEs by ${formatCount(pauses)}. Please report this with the scenario.`,
    ...worst.map(
      ({ flow, by }) =>
        `flow ${flow}: ${time(a.fct_ns[flow])} exact, ${time(b.fct_ns[flow])} with fast-forward, ${(100 * by).toFixed(3)}%`,
    ),
  ].join("\n");
}

const time = (ns: number): string => formatTime(ns * PS_PER_NS);

/** The relative error of a completion time. It is infinite if the flow is finished in only one of the runs. */
function error(exact: number, fast: number): number {
  if (Number.isNaN(exact) && Number.isNaN(fast)) return 0;
  if (Number.isNaN(exact) || Number.isNaN(fast)) return Infinity;
  return Math.abs(fast - exact) / exact;
}
