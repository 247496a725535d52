/** For tests: a sender of constant rate that shows its reading. Its window is the utilisation in millionths, far above what is in flight. */
import { defineParams, type CongestionPolicy, type CongestionView, type Needs, type Values } from "xoff/policy";
import { params as switchParams, scale } from "./pint-switch.ts";

export const role = "congestion";
export const about = "shows the reading of PINT as a window";
export const needs: Needs = { window: "always" };
export const params = defineParams({
  rate: { unit: "bps", default: 1e9, min: 1, max: 1e13, source: "own", about: "Rate of each flow." },
});

export function create({ rate }: Values<typeof params>, view: CongestionView): CongestionPolicy {
  const values = scale(switchParams.base.default, switchParams.least.default);
  return {
    onStart: (flow) => view.setRate(flow, Math.min(rate, view.lineRate[flow])),
    onAck: (flow) => view.setWindow(flow, Math.max(1, 1e6 * values[view.words?.at[view.packet] ?? 0])),
  };
}
