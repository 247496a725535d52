/**
 * Selects what the studio shows over time: queues and rates of all ports, and goodputs of flows.
 *
 * Sampling does not affect a run, so its digest equals that of the scenario without sampling (docs/results.md).
 */
import { formatTime } from "../../base/format.ts";
import type { Ps } from "../../base/units.ts";
import type { Scenario } from "./lab.ts";

/** Maximum number of samples. No chart is wide enough to show more. */
const MAX_SAMPLES = 600;
/**
 * The limit of rows in one table of samples. A table of this size needs about 40 MB while it is read. The table
 * of a large network can be larger, because a run has at least 20 samples.
 */
const MAX_ROWS = 600_000;
/** Number of flows whose goodput is sampled, if the scenario has too many to sample all. */
const FLOWS = 8;

/**
 * Returns settings for the option `set` of `readScenario` and `run`. With these settings a run samples everything that
 * the studio shows. They override those of the scenario's text. A scenario with `fastForward` gets no samples.
 *
 * With `allFlows`, the goodput of every flow is sampled. If this needs more rows than a table may have, `run` rejects
 * with a `ScenarioError` at the path `measure.goodputs`. Without `allFlows`, the first 8 flows are sampled.
 */
export function samplingSettings({ wiring, until, lossless, fastForward }: Scenario, allFlows: boolean): string[] {
  // With fast-forward a run takes no samples, because the samples within a skip would be missing. Only PAUSEs are recorded.
  if (fastForward === true) return ["measure.pauses=true"];
  const rows = 2 * wiring.links.length * (lossless.length + 1);
  const samples = Math.max(20, Math.min(MAX_SAMPLES, Math.floor(MAX_ROWS / rows)));
  const flows = allFlows ? "all" : JSON.stringify(Array.from({ length: FLOWS }, (_, flow) => flow));
  return [
    everyAtLeast(until / samples),
    "measure.queues=all",
    "measure.rates=all",
    `measure.goodputs=${flows}`,
    "measure.pauses=true",
  ];
}

/**
 * Settings that sample the goodput of one flow as often as the studio's charts can show. They disable fast-forward, so
 * the run simulates every packet.
 */
export const samplingOfFlow = ({ until }: Scenario, flow: number): string[] => [
  everyAtLeast(until / MAX_SAMPLES),
  `measure.goodputs=[${flow}]`,
  "fastForward=false",
];

/**
 * The setting for the interval between two samples, such as "measure.every=20us". The interval is the smallest round
 * number that is at least `time`.
 */
const everyAtLeast = (time: Ps): string => `measure.every=${formatTime(niceAbove(time)).replace(" ", "")}`;

/** The smallest round number that is at least `value`. Round numbers are powers of ten, times 1, 2 or 5. */
function niceAbove(value: number): number {
  let decade = 1;
  while (decade * 10 <= value) decade *= 10;
  return [1, 2, 5, 10].map((step) => step * decade).find((nice) => nice >= value) ?? decade * 10;
}
