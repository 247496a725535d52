/**
 * DCTCP for rate-based senders: once in a window the rate is cut by a smoothed share of marked packets, or increased by
 * a step.
 *
 *   each round  alpha <- (1 - g) alpha + g min(1, marked / packets)
 *   a mark      rate <- rate (1 - alpha / 2), then no change until the bytes in flight are acknowledged
 *   else        rate <- rate + step, once a round
 *
 * Paper    alizadeh10, as implemented in HPCC's simulator (docs/ns3-semantics.md, section 14).
 * Needs    detection/red with kmin = kmax.
 * Differs  A flow starts at line rate. The policy limits both rate and window, but the paper limits only the window.
 */
import { defineParams, type Needs, type Signal, type Values } from "../../base/params.ts";
import * as shared from "../../base/view.ts";
import type { CongestionPolicy, CongestionView } from "../../contracts/congestion.ts";
import { minRateParam } from "./min-rate.ts";

// A local copy is faster: a JavaScript engine inlines constants of the same module, but reads imported ones from memory
// each time.
const { CONGESTED } = shared;

export const about = "cut by a smoothed share of marked packets";

export const steady = "flows";

export const needs: Needs = { detection: "red", window: "usually", scaleWindow: true };

export const params = defineParams({
  g: {
    unit: "ratio",
    default: 0.0625,
    min: 0,
    max: 1,
    source: "alizadeh10",
    about: "Weight of the newest round in alpha.",
  },
  increase: {
    unit: "bps",
    default: 615e6,
    min: 0,
    max: 1e12,
    source: "HPCC simulator, run.py, 100G",
    about: "Increase of the rate in a round without marks.",
  },
  minRate: minRateParam,
});

export const reads = (): readonly Signal[] => ["ECN marks"];

export function create(p: Values<typeof params>, view: CongestionView): CongestionPolicy {
  const { flows, rate, lineRate, sndNxt, payload } = view;
  const { g } = p;
  const alpha = new Float64Array(flows).fill(1);
  const roundEnds = new Float64Array(flows);
  const marks = new Float64Array(flows);
  const packets = new Float64Array(flows);
  const reduced = new Uint8Array(flows);
  const reducedUntil = new Float64Array(flows);

  return {
    onStart() {
      // At the start of a flow no action is needed: its rate is already the line rate, and alpha is 1.
    },
    onAck(flow, ack, mark) {
      const newRound = ack > roundEnds[flow];
      if (mark === CONGESTED) marks[flow]++;
      if (newRound) {
        const next = sndNxt[flow];
        if (roundEnds[flow] === 0) packets[flow] = Math.trunc(next / payload) + 1;
        else {
          const share = Math.min(1, marks[flow] / packets[flow]);
          alpha[flow] = (1 - g) * alpha[flow] + g * share;
          marks[flow] = 0;
          packets[flow] = Math.trunc((next - ack) / payload) + 1;
        }
        roundEnds[flow] = next;
      }
      if (reduced[flow] === 1 && ack > reducedUntil[flow]) reduced[flow] = 0;
      if (reduced[flow] === 1) return;
      if (mark === CONGESTED) {
        view.setRate(flow, Math.max(p.minRate, Math.trunc(rate[flow] * (1 - alpha[flow] / 2))));
        reduced[flow] = 1;
        reducedUntil[flow] = sndNxt[flow];
      } else if (newRound) view.setRate(flow, Math.min(lineRate[flow], rate[flow] + p.increase));
    },
    // The rate changes with each mark, even in a steady state, so it cannot show whether a flow is at rest. This hook therefore always
    // returns true. Fast-forward detects congestion by the completion time instead: a congested flow takes longer than the flow-level model
    // predicts.
    isAtRest: () => true,
  };
}
