/**
 * HPCC on PINT: the window follows the utilisation that a byte on each packet reports.
 *
 *   U >= target, or `stages` increases in a row   w <- reference * target / U + step
 *   else                                          w <- reference + step
 *
 * `reference` becomes w once in a round trip. The step is `increase` of the flow's bandwidth-delay product.
 *
 * Paper    Ben Basat et al., SIGCOMM 2020: section 4.3. HPCC is Li et al., SIGCOMM 2019.
 * Needs    detection pint-switch.ts with the same `base` and `least`.
 */
import {
  defineParams,
  type CongestionPolicy,
  type CongestionView,
  type Needs,
  type Signal,
  type Values,
} from "xoff/policy";
import { params as switchParams, scale } from "./pint-switch.ts";

export const role = "congestion";
export const about = "HPCC on a byte of telemetry (PINT)";
export const needs: Needs = { window: "always" };
export const reads = (): readonly Signal[] => [];

export const params = defineParams({
  target: { unit: "ratio", default: 0.95, min: 0.1, max: 2, source: "li19", about: "Utilisation at which w is kept." },
  stages: { unit: "count", default: 5, min: 0, max: 1000, source: "li19", about: "Increases in a row." },
  increase: { unit: "ratio", default: 0.001, min: 0, max: 1, source: "own", about: "Step, as a share of the BDP." },
  base: switchParams.base,
  least: switchParams.least,
});

export function create(p: Values<typeof params>, view: CongestionView): CongestionPolicy {
  const { baseRtt, flows, lineRate, payload, sndNxt } = view;
  const values = scale(p.base, p.least);
  const most = new Float64Array(flows);
  const reference = new Float64Array(flows);
  const stage = new Int32Array(flows);
  const roundEnds = new Float64Array(flows);

  return {
    onStart(flow) {
      most[flow] = Math.max(payload, (lineRate[flow] * baseRtt[flow]) / 8e12);
      reference[flow] = most[flow];
      view.setWindow(flow, most[flow]);
    },
    onAck(flow, ack) {
      if (view.words === null) return;
      const load = values[view.words.at[view.packet]];
      const cuts = load >= p.target || stage[flow] >= p.stages;
      const kept = cuts && load > 0 ? (reference[flow] * p.target) / load : reference[flow];
      const wanted = Math.min(most[flow], Math.max(payload, kept + p.increase * most[flow]));
      view.setWindow(flow, wanted);
      view.setRate(flow, Math.min(lineRate[flow], (wanted * 8e12) / baseRtt[flow]));
      if (ack < roundEnds[flow]) return;
      roundEnds[flow] = sndNxt[flow];
      reference[flow] = wanted;
      stage[flow] = cuts ? 0 : stage[flow] + 1;
    },
  };
}
