/** Reports the differences between a run with fast-forward and the same run without it. */
import { formatCount, formatPercent, formatTime } from "../base/format.ts";
import { PS_PER_NS } from "../base/units.ts";
import type { Results } from "../run/measure/results.ts";

/** The maximum number of flows that the report lists. */
const SHOWN = 5;

/** A flow of both runs: its number in the exact run, and the two completion times in ns. */
interface Pair {
  readonly flow: number;
  readonly exact: number;
  readonly fast: number;
}

/** Returns a text with the flows whose completion times differ. If no time differs, the text states this. */
export function skipErrors(exact: Results, fast: Results): string {
  const pairs = pairsOf(exact, fast);
  const errors = pairs.map((pair) => ({ ...pair, by: error(pair) })).filter(({ by }) => by > 0);
  const pauses = Math.abs(exact.summary.counters.pauses - fast.summary.counters.pauses);
  if (errors.length === 0 && pauses === 0)
    return `Verified: all ${formatCount(pairs.length)} completion times and the number of PAUSEs equal those of the exact run.`;
  const worst = errors.sort((x, y) => y.by - x.by).slice(0, SHOWN);
  const bound = fast.summary.fast_forward?.error_bound ?? 0;
  const largest = worst[0]?.by ?? 0;
  const mean = errors.reduce((sum, { by }) => sum + by, 0) / pairs.length;
  const isBelow = largest <= bound && pauses === 0;
  const differ = `${formatCount(errors.length)} of ${formatCount(pairs.length)} completion times differ, by ${formatPercent(mean)} on average over all flows and by ${formatPercent(largest)} at most.`;
  return [
    isBelow
      ? `Verified: ${differ} The stated bound is ${formatPercent(bound)}.`
      : `${differ} The stated bound is ${formatPercent(bound)}, and PAUSEs differ by ${formatCount(pauses)}. Please report this with the scenario.`,
    ...worst.map(
      ({ flow, exact: a, fast: b, by }) =>
        `flow ${flow}: ${time(a)} exact, ${time(b)} with fast-forward, ${formatPercent(by)}`,
    ),
  ].join("\n");
}

/**
 * The flows of both runs in pairs. Flows that wait for others are numbered in the order in which they begin, and this
 * order may differ between the runs. So flows are not paired by number. The k-th flow of a traffic entry from one host
 * to another is paired with the k-th such flow of the other run.
 */
export function pairsOf(exact: Results, fast: Results): readonly Pair[] {
  const [a, b] = [exact, fast].map(({ tables }) => tables.flows.columns);
  const rows = new Map(namesOf(fast).map((name, row) => [name, row]));
  return namesOf(exact).map((name, row) => {
    const other = rows.get(name);
    return { flow: a.flow[row], exact: a.fct_ns[row], fast: other === undefined ? NaN : b.fct_ns[other] };
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

const time = (ns: number): string => formatTime(ns * PS_PER_NS);

/** The relative error of a completion time. It is infinite if the flow is finished in only one of the runs. */
function error({ exact, fast }: Pair): number {
  if (Number.isNaN(exact) && Number.isNaN(fast)) return 0;
  if (Number.isNaN(exact) || Number.isNaN(fast)) return Infinity;
  return Math.abs(fast - exact) / exact;
}
