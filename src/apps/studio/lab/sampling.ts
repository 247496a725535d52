/**
 * Selects what the studio samples in every run: queues and rates of all ports, and goodputs of flows.
 *
 * Sampling does not affect a run, so its digest equals that of the scenario without sampling (docs/results.md).
 */
import type { Scenario } from "xoff";

/** Maximum number of samples. No chart is wide enough to show more. */
const MAX_SAMPLES = 600;
/** Maximum number of rows in one table of samples. Such a table needs about 40 MB while it is read. */
const MAX_ROWS = 600_000;
/** Number of flows whose goodput is sampled, if the scenario has too many to sample all. */
const FLOWS = 8;

/**
 * Settings that override those of the scenario's text. With `allFlows`, the goodput of every flow is sampled. That
 * fails in a run with more flows than its limit.
 */
export function sampling({ wiring, until, lossless }: Scenario, allFlows: boolean): string[] {
  const switches = wiring.names.filter((_, node) => wiring.isSwitch[node]);
  const rows = 2 * wiring.links.length * (lossless.length + 1);
  const samples = Math.max(20, Math.min(MAX_SAMPLES, Math.floor(MAX_ROWS / rows)));
  const flows = allFlows ? "all" : JSON.stringify(Array.from({ length: FLOWS }, (_, flow) => flow));
  return [
    `measure.every=${niceAbove(until / samples)}ps`,
    `measure.queues=${JSON.stringify(switches)}`,
    `measure.rates=${JSON.stringify(wiring.names)}`,
    `measure.goodputs=${flows}`,
    "measure.pauses=true",
  ];
}

/** Settings to sample the goodput of one flow as often as the charts can show. `until` is the end of the run in ps. */
export const samplingOfFlow = ({ until }: Scenario, flow: number): string[] => [
  `measure.every=${niceAbove(until / MAX_SAMPLES)}ps`,
  `measure.goodputs=[${flow}]`,
];

/** The smallest round number that is at least `value`. Round numbers are powers of ten, times 1, 2 or 5. */
export function niceAbove(value: number): number {
  let decade = 1;
  while (decade * 10 <= value) decade *= 10;
  return [1, 2, 5, 10].map((step) => step * decade).find((nice) => nice >= value) ?? decade * 10;
}
