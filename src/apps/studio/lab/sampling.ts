/**
 * What the studio samples of a run, whatever the scenario asks for: queues and rates of all ports, goodputs of flows.
 *
 * Sampling changes nothing in a run, so its digest is that of the scenario as it stands (docs/results.md).
 */
import type { Scenario } from "xoff";

/** More samples than this no chart is wide enough for. */
const MOST_SAMPLES = 600;
/** Of one table: some 40 MB while it is being read. */
const MOST_ROWS = 600_000;
/** Flows of which goodputs are sampled where all are too many. */
const FLOWS = 8;

/** Settings over a scenario's text. `allFlows`: goodputs of all of them, of which there may be too many. */
export function sampling({ wiring, until, lossless }: Scenario, allFlows: boolean): string[] {
  const switches = wiring.names.filter((_, node) => wiring.isSwitch[node]);
  const rows = 2 * wiring.links.length * (lossless.length + 1);
  const samples = Math.max(20, Math.min(MOST_SAMPLES, Math.floor(MOST_ROWS / rows)));
  const flows = allFlows ? "all" : JSON.stringify(Array.from({ length: FLOWS }, (_, flow) => flow));
  return [
    `measure.every=${niceAbove(until / samples)}ps`,
    `measure.queues=${JSON.stringify(switches)}`,
    `measure.rates=${JSON.stringify(wiring.names)}`,
    `measure.goodputs=${flows}`,
    "measure.pauses=true",
  ];
}

/** The next of 1, 2, 5, 10, 20 and so on. */
export function niceAbove(value: number): number {
  let decade = 1;
  while (decade * 10 <= value) decade *= 10;
  return [1, 2, 5, 10].map((step) => step * decade).find((nice) => nice >= value) ?? decade * 10;
}
