/**
 * TIMELY: control by the gradient of the round-trip time.
 *
 *   diff <- (1 - a) diff + a (rtt - last),  gradient = diff / minRtt
 *   rtt < Tlow       increase by a step
 *   rtt > Thigh      rate <- rate (1 - b (1 - Thigh / rtt))
 *   gradient <= 0    increase by a step
 *   otherwise        rate <- rate (1 - b gradient)
 *
 * a and b are the parameters `weight` and `beta`, and `last` is the round-trip time of the previous decision.
 *
 * With `tcd`, marks decide first, as in TCD's variant of TIMELY. After a CE mark the rate never rises, and a decrease uses
 * the parameter `tcdBeta` as b. After UE marks alone the rate does not change.
 *
 * The sender decides once in each round trip. After `hyperAfter` consecutive increases, the larger step applies.
 *
 * Paper    mittal15, as implemented in HPCC's simulator (docs/ns3-semantics.md, section 13).
 * Differs  The policy limits only the rate, not the window. A flow starts at line rate.
 */
import { formatTime } from "../../base/format.ts";
import { defineParams, ParamError, type Signal, type Unread, type Values } from "../../base/params.ts";
import { PS_PER_NS, ns, us } from "../../base/units.ts";
import { CONGESTED, UNMARKED } from "../../base/view.ts";
import type { CongestionPolicy, CongestionView } from "../../contracts/congestion.ts";
import { minRateParam } from "./min-rate.ts";

export const about = "control by the gradient of the round-trip time";

export const steady = "flows";

export const params = defineParams({
  weight: {
    unit: "ratio",
    default: 0.875,
    min: 0,
    max: 1,
    source: "HPCC simulator",
    about: "a: weight of the newest difference of round-trip times.",
  },
  beta: { unit: "ratio", default: 0.8, min: 0, max: 1, source: "mittal15", about: "b: strength of a decrease." },
  tLow: {
    unit: "ps",
    default: us(50),
    min: 0,
    max: us(1e6),
    source: "mittal15",
    about: "Below this round-trip time the rate always rises.",
  },
  tHigh: {
    unit: "ps",
    default: us(500),
    min: 0,
    max: us(1e6),
    source: "mittal15",
    about: "Above this round-trip time the rate always falls.",
  },
  minRtt: {
    unit: "ps",
    default: us(20),
    min: ns(1),
    max: us(1e6),
    source: "HPCC simulator",
    about: "Divisor that turns a difference of round-trip times into the gradient.",
  },
  additiveIncrease: {
    unit: "bps",
    default: 100e6,
    min: 0,
    max: 1e12,
    source: "HPCC simulator, run.py, 100G",
    about: "Increase of the rate in one step.",
  },
  hyperIncrease: {
    unit: "bps",
    default: 500e6,
    min: 0,
    max: 1e12,
    source: "HPCC simulator, run.py, 100G",
    about: "Increase of the rate in one step after `hyperAfter` consecutive steps.",
  },
  hyperAfter: {
    unit: "count",
    default: 5,
    min: 0,
    max: 1000,
    source: "mittal15",
    about: "Consecutive steps before the larger step applies.",
  },
  minRate: minRateParam,
  tcd: {
    unit: "flag",
    default: false,
    source: "zhang21, as acc describes it, section 6.1",
    about:
      "React to the marks of detection `tcd`: a congested flow never rises and falls by more, and a victim keeps its rate.",
  },
  tcdBeta: {
    unit: "ratio",
    default: 1,
    min: 0,
    max: 1,
    source: "lab: TCD's own factor was not available",
    about: "With `tcd`: the value of b if a CE mark arrived since the last decision.",
  },
});

export function check({ tLow, tHigh }: Values<typeof params>): void {
  if (tLow <= tHigh) return;
  throw new ParamError("tLow", `at most tHigh, ${formatTime(tHigh)}`, formatTime(tLow));
}

export const reads = (p: Values<typeof params>): readonly Signal[] => (p.tcd ? ["ECN marks", "UE marks"] : []);

export const unread = ({ tcd }: Values<typeof params>): Unread => (tcd ? {} : { tcdBeta: "tcd is false" });

export function create(p: Values<typeof params>, view: CongestionView): CongestionPolicy {
  const { flows, sndNxt, lineRate } = view;
  // Round-trip times are in ns, as in the paper. The gradient is a ratio, so the unit does not change it.
  const tLow = p.tLow / PS_PER_NS;
  const tHigh = p.tHigh / PS_PER_NS;
  const minRtt = p.minRtt / PS_PER_NS;
  const roundEnds = new Float64Array(flows);
  const current = new Float64Array(flows);
  const lastRtt = new Float64Array(flows);
  const diff = new Float64Array(flows);
  const rises = new Int32Array(flows);
  /** By flow: the most severe mark since the last decision. */
  const marks = new Uint8Array(flows);

  function up(flow: number): number {
    const step = rises[flow] < p.hyperAfter ? p.additiveIncrease : p.hyperIncrease;
    rises[flow]++;
    return Math.min(lineRate[flow], current[flow] + step);
  }
  function down(flow: number, factor: number): number {
    rises[flow] = 0;
    return Math.max(p.minRate, Math.trunc(current[flow] * factor));
  }

  /**
   * A decrease multiplies the rate by this factor. If the round trip exceeds tHigh, the factor depends on the excess.
   * Otherwise it depends on the gradient.
   */
  function kept(rtt: number, gradient: number, beta: number): number {
    return rtt > tHigh ? 1 - beta * (1 - tHigh / rtt) : Math.max(0, 1 - beta * gradient);
  }

  return {
    onStart(flow) {
      current[flow] = view.rate[flow];
    },
    onAck(flow, ack, mark, rttPs) {
      if (p.tcd && mark > marks[flow]) marks[flow] = mark;
      if (ack <= roundEnds[flow]) return;
      const rtt = rttPs / PS_PER_NS;
      if (roundEnds[flow] !== 0) {
        diff[flow] = (1 - p.weight) * diff[flow] + p.weight * (rtt - lastRtt[flow]);
        const gradient = diff[flow] / minRtt;
        if (marks[flow] === CONGESTED) current[flow] = down(flow, kept(rtt, Math.max(0, gradient), p.tcdBeta));
        else if (marks[flow] === UNMARKED) {
          const rises = rtt < tLow || (rtt <= tHigh && gradient <= 0);
          current[flow] = rises ? up(flow) : down(flow, kept(rtt, gradient, p.beta));
        }
        marks[flow] = UNMARKED;
        view.setRate(flow, current[flow]);
      }
      if (sndNxt[flow] > roundEnds[flow]) roundEnds[flow] = sndNxt[flow];
      lastRtt[flow] = rtt;
    },
    // The rate changes a little even without congestion, so it cannot show whether a flow is at rest. This hook therefore always returns
    // true. Fast-forward detects congestion by the completion time instead: a congested flow takes longer than the flow-level model
    // predicts.
    isAtRest: () => true,
  };
}
