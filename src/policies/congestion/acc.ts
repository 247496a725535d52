/**
 * ACC, ACK-driven congestion control: the sender halts until the excess has drained, then sends at the rate at which
 * ACKs arrive.
 *
 * In a lossless network every packet is acknowledged. So bytes without an ACK after a round trip are still in queues.
 * ACKs arrive at the rate at which the bottleneck serves the flow. Once in each period T, the sender decides by the
 * marks of its ACKs:
 *
 *   CE     The path is congested. If the excess E > 0: Rs <- min(Rs, R). If more than `congestedShare` of the ACKs have CE marks, the
 *          sender first halts for E / R + S (1 - R / Rs) / R.
 *   UE     The flow is a victim. After `victimPeriods` such periods in a row, each further such period sets Rs <- Rs / 2.
 *   none   Rs <- Rs + (1 - Rs / line) RI. After `lowPeriods` such periods in a row, the larger RI applies.
 *
 * - Rs is the sending rate, and `line` the line rate. RI is `increaseLow` or `increaseHigh`.
 * - R is the rate of the ACKs: the bytes acknowledged in the period, divided by T.
 * - E is the number of bytes sent before the period and not acknowledged at its end (dS - dA in the paper).
 * - S is the number of bytes sent in the period (dS' in the paper). They are too recent: no ACK shows yet how many of them
 *   are excess.
 *
 * Paper    algorithm 1 of acc, as docs/errata.md reads it.
 * Needs    detection/tcd.
 * Differs  R is taken from ACK to ACK, not from a count in T (docs/policies/acc.md).
 */
import { defineParams, type Needs, type Signal, type Unread, type Values } from "../../base/params.ts";
import { us, type Ps } from "../../base/units.ts";
import { CONGESTED, UNDETERMINED } from "../../base/view.ts";
import type { CongestionPolicy, CongestionView } from "../../contracts/congestion.ts";

export const about = "halt until the excess has drained, then send at the rate of the ACKs";

export const steady = "flows";

export const needs: Needs = { detection: "tcd" };

export const params = defineParams({
  period: {
    unit: "ps",
    derived: "the flow's base round trip",
    min: us(1),
    max: us(1e6),
    source: "acc, section 6.1",
    about: "T: the time between two decisions.",
  },
  increaseLow: {
    unit: "bps",
    derived: "line rate / 250",
    min: 0,
    max: 1e12,
    source: "acc, section 6.1: 400 Mbps at 100G",
    about: "RI_low: maximum increase in a period without marks, at first.",
  },
  increaseHigh: {
    unit: "bps",
    derived: "10 increaseLow",
    min: 0,
    max: 1e12,
    source: "acc, section 6.1: 4 Gbps at 100G",
    about: "RI_high: maximum increase after `lowPeriods` such periods in a row.",
  },
  lowPeriods: {
    unit: "count",
    default: 2,
    min: 0,
    max: 1000,
    source: "acc, algorithm 1, line 14",
    about: "Consecutive periods without marks whose increase is at most RI_low.",
  },
  victimPeriods: {
    unit: "count",
    default: 1,
    min: 0,
    max: 1000,
    source: "acc, section 6.1",
    about:
      "P_thresh: consecutive periods with UE in which a victim keeps its rate. It halves the rate in each later one.",
  },
  victimRate: {
    unit: "bps",
    derived: "line rate / 1000",
    min: 1,
    max: 1e13,
    source: "lab: acc halves without a limit",
    about: "The minimum rate to which a victim is halved.",
  },
  congestedShare: {
    unit: "ratio",
    default: 0.9,
    min: 0,
    max: 1,
    source: "acc, section 4.1",
    about: "Share of CE-marked ACKs in a period above which the flow halts.",
  },
  halt: {
    unit: "flag",
    default: true,
    source: "acc, section 4.2; false: figure 16",
    about: "Halt until the excess has drained. If false, only set the rate to that of the ACKs.",
  },
  literal: {
    unit: "flag",
    default: false,
    source: "lab: docs/errata.md",
    about:
      "Algorithm 1 as printed: no extension of the halt. As the halt never ends, only the first mark has an effect.",
  },
});

export const reads = (): readonly Signal[] => ["ECN marks", "UE marks"];

export const unread = ({ halt }: Values<typeof params>): Unread =>
  halt ? {} : { congestedShare: "halt is false", literal: "halt is false" };

export function create(p: Values<typeof params>, view: CongestionView): CongestionPolicy {
  const { flows, rate, lineRate, baseRtt, sndNxt, sndUna, payload, packetOnWire } = view;
  const { congestedShare, lowPeriods, victimPeriods } = p;
  /** The factor from payload bytes per ps to bit/s on the wire. */
  const onWire = (8e12 * packetOnWire) / payload;

  /**
   * By flow: the next byte to send when the flow last halted, that is, stopped sending for a time. 0 if it has never
   * halted. ACKs up to this byte are ignored.
   */
  const haltedAt = new Float64Array(flows);
  /** By flow: 1 after the first ACK for bytes that the flow sent since its last halt. */
  const resumed = new Uint8Array(flows);
  /** By flow: 1 if all ACKs of the current period are for bytes that the flow sent since its last halt. */
  const counts = new Uint8Array(flows);
  /** By flow: the next byte to send at the start of the current period. */
  const sentBefore = new Float64Array(flows);
  /** By flow: the time of the last ACK. */
  const lastAck = new Float64Array(flows);
  /** By flow: the time of the last ACK before the current period. */
  const lastAckBefore = new Float64Array(flows);
  /** By flow: the bytes acknowledged from `lastAckBefore` to `lastAck`. */
  const acknowledged = new Float64Array(flows);
  /** By flow: the number of packets acknowledged in the current period. */
  const packetsSeen = new Int32Array(flows);
  /** By flow: the number of packets with CE marks among `packetsSeen`. */
  const packetsCongested = new Int32Array(flows);
  /** By flow: the number of packets with UE marks among `packetsSeen`. */
  const packetsUndetermined = new Int32Array(flows);
  /** By flow: the number of consecutive periods without marks (N_u). */
  const unmarked = new Int32Array(flows);
  /** By flow: the number of consecutive periods in which some ACKs had UE marks of detection/tcd and none had CE marks (N_v). */
  const undetermined = new Int32Array(flows);

  const periodEnds = view.timer((flow) => {
    if (counts[flow] === 1 && packetsSeen[flow] > 0) decide(flow);
    else if (resumed[flow] === 1) counts[flow] = 1;
    begin(flow);
  });

  function begin(flow: number): void {
    sentBefore[flow] = sndNxt[flow];
    lastAckBefore[flow] = lastAck[flow];
    acknowledged[flow] = 0;
    packetsSeen[flow] = packetsCongested[flow] = packetsUndetermined[flow] = 0;
    periodEnds.arm(flow, view.now + (p.period ?? baseRtt[flow]));
  }

  function decide(flow: number): void {
    const congested = packetsCongested[flow] > 0;
    const victim = !congested && packetsUndetermined[flow] > 0;
    const seen = victim || congested;
    undetermined[flow] = victim ? undetermined[flow] + 1 : 0;
    unmarked[flow] = seen ? 0 : unmarked[flow] + 1;
    if (congested) onCongested(flow);
    else if (victim) onVictim(flow);
    else onUncongested(flow);
  }

  function onCongested(flow: number): void {
    const excess = sentBefore[flow] - sndUna[flow];
    if (excess <= 0 || acknowledged[flow] === 0 || (p.literal && haltedAt[flow] > 0)) return;
    const arriving = acknowledged[flow] / (lastAck[flow] - lastAckBefore[flow]);
    const share = arriving * onWire;
    if (p.halt && packetsCongested[flow] > congestedShare * packetsSeen[flow]) {
      const sent = sndNxt[flow] - sentBefore[flow];
      const unseen = p.literal ? 0 : Math.max(0, sent * (1 - share / rate[flow]));
      halt(flow, (excess + unseen) / arriving);
    }
    view.setRate(flow, Math.min(rate[flow], share));
  }

  function halt(flow: number, time: Ps): void {
    view.holdUntil(flow, view.now + Math.round(time));
    haltedAt[flow] = sndNxt[flow];
    counts[flow] = resumed[flow] = 0;
  }

  function onVictim(flow: number): void {
    if (undetermined[flow] <= victimPeriods) return;
    const least = Math.min(rate[flow], p.victimRate ?? lineRate[flow] / 1000);
    view.setRate(flow, Math.max(least, rate[flow] / 2));
  }

  function onUncongested(flow: number): void {
    const line = lineRate[flow];
    const low = p.increaseLow ?? line / 250;
    const most = unmarked[flow] <= lowPeriods ? low : (p.increaseHigh ?? 10 * low);
    view.setRate(flow, Math.min(line, rate[flow] + (1 - rate[flow] / line) * most));
  }

  return {
    onStart(flow) {
      // A new flow sends at line rate until its first ACKs arrive. A flow that has sent no packet for some time begins
      // in the same way, because its measurements are too old.
      haltedAt[flow] = counts[flow] = resumed[flow] = 0;
    },
    onAck(flow, ack, mark, _rtt, acked, packets) {
      if (acked === 0 || ack <= haltedAt[flow]) return;
      if (resumed[flow] === 0) {
        resumed[flow] = 1;
        lastAck[flow] = view.now;
        if (haltedAt[flow] === 0) {
          counts[flow] = 1; // The flow's very first ACK begins its first period.
          begin(flow);
        }
      } else {
        lastAck[flow] = view.now;
        acknowledged[flow] += acked;
      }
      packetsSeen[flow] += packets;
      if (mark === CONGESTED) packetsCongested[flow] += packets;
      else if (mark === UNDETERMINED) packetsUndetermined[flow] += packets;
    },
    // True promises that the flow's timers call only `setRate` until its next ACK. If a period has no ACKs, the timer at the end of
    // the period makes no decision. The timer then neither sets the rate nor halts the flow, so the promise holds.
    timersOnlySetRate: (flow) => packetsSeen[flow] === 0,
    // The rate changes even in a steady state, so it cannot show whether a flow is at rest. This hook therefore always returns
    // true. Fast-forward detects congestion by the flow's completion time instead: a halt (a time without sending) makes this time longer.
    isAtRest: () => true,
    onFinish(flow) {
      periodEnds.cancel(flow);
    },
  };
}
