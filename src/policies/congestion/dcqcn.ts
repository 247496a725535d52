/**
 * DCQCN: cut the rate by alpha, a smoothed share of marked intervals, then recover in stages.
 *
 *   every Ta            alpha <- (1 - g) alpha, plus g if a mark arrived
 *   every Td, if marked target <- rate,  rate <- rate (1 - alpha / 2)
 *   every Ti after that target <- target + step,  rate <- (rate + target) / 2
 *
 * After a cut, the first `fastRecovery` increases have no step. The next one has the additive step, and all later ones
 * have the hyper step. If no increase came since the last cut, a new cut leaves the target unchanged unless `clampTarget`
 * is set.
 *
 * With `tcd` the sender distinguishes CE from UE marks, as in TCD's variant of DCQCN. A CE mark cuts the rate by more
 * than a mark without `tcd`. A period with UE marks alone keeps the rate.
 *
 * Paper    zhu15, as implemented in HPCC's simulator ("Mellanox version" without byte counter). docs/ns3-semantics.md, section 11.
 * Needs    detection/red, or detection/tcd.
 * Differs  The first mark starts the timers without a cut. Rates are whole bits per second.
 */
import { defineParams, type Needs, type Signal, type Unread, type Values } from "../../base/params.ts";
import { ns, us } from "../../base/units.ts";
import * as shared from "../../base/view.ts";
import type { CongestionPolicy, CongestionView } from "../../contracts/congestion.ts";
import { minRateParam } from "./min-rate.ts";

// Local copies are faster: a JavaScript engine inlines constants of the same module, but reads imported ones from
// memory each time.
const { CONGESTED, UNDETERMINED } = shared;

export const about = "cut by a smoothed share of marked intervals, recover in stages";

export const steady = true;

export const needs: Needs = { detection: "red" };

export const params = defineParams({
  alphaInterval: {
    unit: "ps",
    default: us(1),
    min: ns(1),
    max: us(1e6),
    source: "HPCC simulator, run.py; zhu15 has 55 us",
    about: "Ta: the time between two updates of alpha.",
  },
  decreaseInterval: {
    unit: "ps",
    default: us(4),
    min: ns(1),
    max: us(1e6),
    source: "HPCC simulator, run.py; zhu15 has 50 us",
    about: "Td: the minimum time between two cuts.",
  },
  firstDecreaseLag: {
    unit: "ps",
    default: ns(1),
    min: 0,
    max: us(1e6),
    source: "HPCC simulator: the cut is scheduled 1 ns after alpha",
    about: "Extra delay of the first cut, beyond Td.",
  },
  increaseInterval: {
    unit: "ps",
    default: us(300),
    min: ns(1),
    max: us(1e6),
    source: "HPCC simulator, run.py; zhu15 has 55 us",
    about: "Ti: the time between two increases.",
  },
  g: {
    unit: "ratio",
    default: 1 / 256,
    min: 0,
    max: 1,
    source: "zhu15",
    about: "Weight of the newest interval in alpha.",
  },
  fastRecovery: {
    unit: "count",
    default: 1,
    min: 0,
    max: 1000,
    source: "HPCC simulator, run.py; zhu15 has 5",
    about: "Number of increases that only halve the distance to the target.",
  },
  additiveIncrease: {
    unit: "bps",
    default: 20e6,
    min: 0,
    max: 1e12,
    source: "HPCC simulator, run.py, 100G",
    about: "Increase of the target in the step after fast recovery.",
  },
  hyperIncrease: {
    unit: "bps",
    default: 200e6,
    min: 0,
    max: 1e12,
    source: "HPCC simulator, run.py, 100G",
    about: "Increase of the target in each later step.",
  },
  minRate: minRateParam,
  clampTarget: {
    unit: "flag",
    default: false,
    source: "HPCC simulator, run.py",
    about: "Every cut sets the target to the rate, even a cut in the first stage.",
  },
  cnpInterval: {
    unit: "ps",
    default: 0,
    min: 0,
    max: us(1e6),
    source: "HPCC simulator echoes marks on ACKs; zhu15 has 50 us",
    about: "Minimum time between two CNPs of a flow. 0: no CNPs, marks are echoed on ACKs.",
  },
  tcd: {
    unit: "flag",
    default: false,
    source: "zhang21, as acc describes it, section 6.1",
    about: "React to UE marks of detection `tcd`: a victim keeps its rate, and a congested flow is cut by more.",
  },
  tcdCut: {
    unit: "ratio",
    default: 1.5,
    min: 1,
    max: 100,
    source: "lab: TCD's own factor was not available",
    about: "With `tcd`: factor on alpha in a cut. A cut is at most half of the rate.",
  },
});

export const reads = (p: Values<typeof params>): readonly Signal[] =>
  p.tcd ? ["ECN marks", "UE marks"] : ["ECN marks"];

export const unread = ({ tcd }: Values<typeof params>): Unread => (tcd ? {} : { tcdCut: "tcd is false" });

export function create(p: Values<typeof params>, view: CongestionView): CongestionPolicy {
  const { flows, rate, lineRate } = view;
  const { g, fastRecovery, minRate, tcd } = p;
  const cutBy = tcd ? p.tcdCut : 1;
  const target = new Float64Array(flows);
  const alpha = new Float64Array(flows).fill(1);
  const started = new Uint8Array(flows);
  const markedForAlpha = new Uint8Array(flows);
  const markedForCut = new Uint8Array(flows);
  const stage = new Int32Array(flows);
  /** By flow: 1 after a UE mark. The next rate increase is skipped if the value is 1. The skip or a cut resets the value. */
  const holds = new Uint8Array(flows);

  const alphaTimer = view.timer((flow) => {
    const kept = (1 - g) * alpha[flow];
    alpha[flow] = markedForAlpha[flow] === 1 ? kept + g : kept;
    markedForAlpha[flow] = 0;
    alphaTimer.arm(flow, view.now + p.alphaInterval);
  });
  const cutTimer = view.timer((flow) => {
    cutTimer.arm(flow, view.now + p.decreaseInterval);
    if (markedForCut[flow] === 0) return;
    if (p.clampTarget || stage[flow] !== 0) target[flow] = rate[flow];
    view.setRate(flow, Math.max(minRate, Math.trunc(rate[flow] * (1 - Math.min(1, cutBy * alpha[flow]) / 2))));
    stage[flow] = 0;
    markedForCut[flow] = 0;
    holds[flow] = 0;
    riseTimer.arm(flow, view.now + p.increaseInterval);
  });
  const riseTimer = view.timer((flow) => {
    riseTimer.arm(flow, view.now + p.increaseInterval);
    if (holds[flow] === 1) {
      holds[flow] = 0;
      return;
    }
    const step = stage[flow] < fastRecovery ? 0 : stage[flow] === fastRecovery ? p.additiveIncrease : p.hyperIncrease;
    if (step > 0) target[flow] = Math.min(lineRate[flow], target[flow] + step);
    view.setRate(flow, Math.trunc(rate[flow] / 2) + Math.trunc(target[flow] / 2));
    stage[flow]++;
  });

  function onMark(flow: number, mark: number): void {
    if (mark !== CONGESTED) {
      if (tcd && mark === UNDETERMINED) holds[flow] = 1;
      return;
    }
    markedForAlpha[flow] = 1;
    markedForCut[flow] = 1;
    if (started[flow] === 1) return;
    started[flow] = 1;
    alpha[flow] = 1;
    markedForAlpha[flow] = 0;
    alphaTimer.arm(flow, view.now + p.alphaInterval);
    cutTimer.arm(flow, view.now + p.decreaseInterval + p.firstDecreaseLag);
    target[flow] = rate[flow];
  }

  const policy: CongestionPolicy = {
    onStart(flow) {
      target[flow] = rate[flow];
    },
    onAck(flow, _ack, mark) {
      onMark(flow, mark);
    },
    timersOnlySetRate: () => true,
    // A flow that has never received a mark still has its first rate, and none of its timers is armed.
    isAtRest: (flow) => started[flow] === 0,
    onFinish(flow) {
      alphaTimer.cancel(flow);
      cutTimer.cancel(flow);
      riseTimer.cancel(flow);
    },
  };
  if (p.cnpInterval === 0) return policy;

  const nextCnp = new Float64Array(flows);
  /**
   * By flow: the earliest time of the next CNP for UE marks. CNPs for CE marks do not wait for this time, but postpone
   * it.
   */
  const nextHold = new Float64Array(flows);
  return {
    ...policy,
    notifies(flow, mark) {
      if (view.now < nextCnp[flow]) return false;
      if (mark === CONGESTED) nextCnp[flow] = view.now + p.cnpInterval;
      else if (!tcd || view.now < nextHold[flow]) return false;
      nextHold[flow] = view.now + p.cnpInterval;
      return true;
    },
    onCnp: onMark,
  };
}
