/**
 * HPCC: set the rate from the load that every hop reports in INT stamps. One ACK in each round trip sets a final rate, and all
 * other ACKs set a provisional rate.
 *
 *   per hop  u = sent / (tau C) + min(q, q') R / (C W)
 *   smooth   U <- (U (T - dt) + u dt) / T, with the largest u of all hops
 *   rate     With c = U / target:  rate <- current / c + step   if c >= 1, or after `maxStage` increases in a row
 *                                  rate <- current + step       otherwise
 *
 * In the time tau between its two latest stamps, a hop sent `sent` bytes. The queues in these stamps are q' and q. C is the
 * rate of the hop, and R the line rate of the sender. W is the window, T the base RTT, and dt the smaller of tau and T. The
 * rate `current` is the last final rate, and `step` the parameter `increase`.
 *
 * Paper    li19, as implemented in HPCC's simulator (docs/ns3-semantics.md, section 12).
 * Needs    detection/int, a window.
 */
import { defineParams, type Needs, type Signal, type Unread, type Values } from "../../base/params.ts";
import { PS_PER_NS } from "../../base/units.ts";
import type { CongestionPolicy, CongestionView, StampReader } from "../../contracts/congestion.ts";
import { minRateParam } from "./min-rate.ts";

export const about = "set the rate from in-band telemetry of every hop";

/**
 * The maximum number of hops for which the sender stores the last INT record of a flow. Packets with more hops are
 * ignored.
 */
const HOPS = 5;
/** The number of values stored for each hop: time, bytes sent and bytes queued, in the units of the INT header. */
const KEPT = 3;

export const steady = "flows";

export const needs: Needs = { detection: "int", window: "always", scaleWindow: true };

export const params = defineParams({
  target: { unit: "ratio", default: 0.95, min: 0.01, max: 1, source: "li19", about: "eta: the target utilisation." },
  maxStage: {
    unit: "count",
    default: 0,
    min: 0,
    max: 1000,
    source: "HPCC simulator, run.py (MI_THRESH); li19 has 5",
    about: "Consecutive additive increases before a multiplicative update.",
  },
  increase: {
    unit: "bps",
    default: 40e6,
    min: 0,
    max: 1e12,
    source: "HPCC simulator, run.py, 100G",
    about: "W_AI as a rate: the increase at each update.",
  },
  minRate: minRateParam,
  fastReact: {
    unit: "flag",
    default: true,
    source: "li19, section 3.2",
    about: "React at each ACK, computed from the rate of the last round trip.",
  },
  perHop: {
    unit: "flag",
    default: false,
    source: "HPCC simulator, MULTI_RATE",
    about: "Store utilisation, rate and stage of each hop separately, and use the lowest rate.",
  },
  skipEmpty: {
    unit: "flag",
    default: false,
    source: "HPCC simulator, SAMPLE_FEEDBACK",
    about: "Between round trips, ignore hops whose queue is empty.",
  },
});

export const reads = (): readonly Signal[] => ["INT stamps"];

export const unread = ({ fastReact }: Values<typeof params>): Unread =>
  fastReact ? {} : { skipEmpty: "fastReact is false" };

export function create(p: Values<typeof params>, view: CongestionView): CongestionPolicy {
  const { flows, rate, lineRate, window, sndNxt, baseRtt, stamps } = view;
  const roundEnds = new Float64Array(flows);
  const current = new Float64Array(flows);
  const stage = new Int32Array(flows);
  const smoothed = new Float64Array(flows).fill(1);
  const kept = new Int32Array(flows * HOPS * KEPT);
  // Length of three arrays with the load, the rate and the number of increases of each flow and hop. Only `perHop` uses
  // these arrays.
  const hopColumn = p.perHop ? flows * HOPS : 0;
  const hopLoad = new Float64Array(hopColumn).fill(1);
  const hopRate = new Float64Array(hopColumn);
  const hopStage = new Int32Array(hopColumn);

  function keep(flow: number, hop: number, stamp: StampReader): void {
    const at = (flow * HOPS + hop) * KEPT;
    kept[at] = stamp.time(hop);
    kept[at + 1] = stamp.bytes(hop);
    kept[at + 2] = stamp.queue(hop);
  }

  const clamp = (flow: number, wanted: number): number => Math.min(lineRate[flow], Math.max(p.minRate, wanted));

  function update(flow: number, provisional: boolean): void {
    const trip = baseRtt[flow] / PS_PER_NS;
    let most = 0;
    let mostSpan = 0;
    let seen = false;
    let least = lineRate[flow];
    for (let hop = 0; hop < stamps.hops; hop++) {
      if (p.skipEmpty && provisional && stamps.queue(hop) === 0) continue;
      const at = (flow * HOPS + hop) * KEPT;
      const span = (stamps.time(hop) - kept[at]) & 0xffffff;
      if (span === 0) continue; // Both stamps are in the same nanosecond, as with short packets at 1.6T: no rate can be computed.
      seen = true;
      const sent = ((stamps.bytes(hop) - kept[at + 1]) & 0xfffff) * 128 * stamps.scale;
      const queued = Math.min(stamps.queue(hop), kept[at + 2]) * 80 * stamps.scale;
      const load =
        (sent * 8) / (span * 1e-9) / stamps.rate(hop) + (queued * lineRate[flow]) / stamps.rate(hop) / window[flow];
      keep(flow, hop, stamps);
      if (!p.perHop) {
        if (load > most) {
          most = load;
          mostSpan = span;
        }
        continue;
      }
      const index = flow * HOPS + hop;
      const dt = Math.min(span, trip);
      hopLoad[index] = (hopLoad[index] * (trip - dt) + load * dt) / trip;
      const c = hopLoad[index] / p.target;
      const cuts = c >= 1 || hopStage[index] >= p.maxStage;
      const wanted = clamp(flow, (cuts ? Math.trunc(hopRate[index] / c) : hopRate[index]) + p.increase);
      if (wanted < least) least = wanted;
      if (!provisional) {
        hopRate[index] = wanted;
        hopStage[index] = cuts ? 0 : hopStage[index] + 1;
      }
    }
    if (!seen) return;
    if (p.perHop) {
      view.changeRate(flow, least);
      return;
    }
    const dt = Math.min(mostSpan, trip);
    smoothed[flow] = (smoothed[flow] * (trip - dt) + most * dt) / trip;
    const c = smoothed[flow] / p.target;
    const cuts = c >= 1 || stage[flow] >= p.maxStage;
    const wanted = clamp(flow, (cuts ? Math.trunc(current[flow] / c) : current[flow]) + p.increase);
    view.changeRate(flow, wanted);
    if (!provisional) {
      current[flow] = wanted;
      stage[flow] = cuts ? 0 : stage[flow] + 1;
    }
  }

  return {
    onStart(flow) {
      current[flow] = rate[flow];
      // If the flow has sent nothing for some time, its stored stamps are too old. With a round end of 0, the next ACK only
      // replaces them.
      roundEnds[flow] = 0;
      if (p.perHop) hopRate.fill(rate[flow], flow * HOPS, flow * HOPS + HOPS);
    },
    onAck(flow, ack) {
      const full = ack > roundEnds[flow];
      if (!full && !p.fastReact) return;
      if (roundEnds[flow] === 0) {
        for (let hop = 0; hop < Math.min(stamps.hops, HOPS); hop++) keep(flow, hop, stamps);
      } else if (stamps.hops <= HOPS) update(flow, !full);
      if (full && sndNxt[flow] > roundEnds[flow]) roundEnds[flow] = sndNxt[flow];
    },
    // The rate changes a little even without congestion, so it cannot show whether a flow is at rest. This hook therefore always returns
    // true. Fast-forward detects congestion by the completion time instead: a congested flow takes longer than the flow-level model
    // predicts.
    isAtRest: () => true,
  };
}
