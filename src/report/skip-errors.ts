/** The differences between a run with fast-forward and the run packet by packet. */
import { formatCount, formatTime } from "../base/format.ts";
import { PS_PER_NS } from "../base/units.ts";
import type { Results } from "../run/measure/results.ts";

/** Flows that are listed one by one. */
const SHOWN = 5;

/** A text for people: the flows whose completion times differ, or that none does. */
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

/** The relative error of a completion time. A flow that is unfinished in one run only has an infinite error. */
function error(exact: number, fast: number): number {
  if (Number.isNaN(exact) && Number.isNaN(fast)) return 0;
  if (Number.isNaN(exact) || Number.isNaN(fast)) return Infinity;
  return Math.abs(fast - exact) / exact;
}
