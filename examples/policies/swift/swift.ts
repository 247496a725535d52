/**
 * Swift: a window that holds the round-trip time at a target. Small windows get a higher target, since many flows then share the queue.
 *
 *   target   base RTT + queueing + max(0, min(a / sqrt(w) + b, range)),  a = range / (1/sqrt(fsMin) - 1/sqrt(fsMax)),  b = -a / sqrt(fsMax)
 *   rtt < target    w <- w + ai * acked / w;  w < 1: w + ai * acked
 *   else            w <- w max(1 - beta (rtt - target) / rtt, 1 - maxCut), once in a round trip
 *   loss            w <- w (1 - maxCut), once in a round trip
 *   w < 1           one packet in each rtt / w
 *
 * w and acked are packets. The window begins at the bandwidth-delay product.
 *
 * Paper    Kumar et al., SIGCOMM 2020: algorithm 1. Section 3.1 has the delay, 3.4 the pacing, 3.5 the scaling.
 */
import {
  defineParams,
  ParamError,
  us,
  type CongestionPolicy,
  type CongestionView,
  type Needs,
  type Signal,
  type Values,
} from "xoff/policy";

export const role = "congestion";
export const about = "a window by the distance to a target delay (Swift)";
export const needs: Needs = { window: "always" };
export const reads = (): readonly Signal[] => [];
export const uses: readonly Signal[] = ["losses"];

export const params = defineParams({
  queueing: {
    unit: "ps",
    default: us(5),
    min: us(0.001),
    max: us(1e6),
    source: "own: kumar20's base target includes the RTT of its fabric",
    about: "Queueing delay of the target, on top of the base RTT.",
  },
  range: { unit: "ps", derived: "5 queueing", min: 0, max: us(1e6), source: "csg-htsim", about: "Range of scaling." },
  fsMin: { unit: "ratio", default: 0.1, min: 0.001, max: 1e6, source: "csg-htsim", about: "w with the whole range." },
  fsMax: { unit: "ratio", default: 100, min: 0.001, max: 1e6, source: "csg-htsim", about: "w without scaling." },
  ai: {
    unit: "ratio",
    default: 1,
    min: 0,
    max: 1000,
    source: "csg-htsim",
    about: "Increase in a round trip, packets.",
  },
  beta: { unit: "ratio", default: 0.8, min: 0, max: 1, source: "csg-htsim", about: "Strength of a cut." },
  maxCut: { unit: "ratio", default: 0.5, min: 0, max: 0.999, source: "csg-htsim", about: "Largest cut." },
  least: { unit: "ratio", default: 0.01, min: 1e-6, max: 1, source: "csg-htsim: 10 B", about: "Smallest w, packets." },
});

export function check({ fsMin, fsMax }: Values<typeof params>): void {
  if (fsMin >= fsMax) throw new ParamError("fsMin", `below fsMax, ${fsMax}`, String(fsMin));
}

export function create(p: Values<typeof params>, view: CongestionView): CongestionPolicy {
  const { baseRtt, flows, lineRate, packetOnWire, payload } = view;
  const range = p.range ?? 5 * p.queueing;
  const a = range / (1 / Math.sqrt(p.fsMin) - 1 / Math.sqrt(p.fsMax));
  const b = -a / Math.sqrt(p.fsMax);
  /** w of each flow, its start value, and the time of the last cut. */
  const packets = new Float64Array(flows);
  const most = new Float64Array(flows);
  const lastCut = new Float64Array(flows);
  const lastRtt = new Float64Array(flows);

  const scaling = (w: number): number => Math.max(0, Math.min(a / Math.sqrt(w) + b, range));

  function apply(flow: number, wanted: number): void {
    const w = Math.min(most[flow], Math.max(p.least, wanted));
    packets[flow] = w;
    view.setWindow(flow, w >= 1 ? w * payload : payload);
    const paced = (w * packetOnWire * 8e12) / lastRtt[flow];
    view.setRate(flow, w >= 1 ? lineRate[flow] : Math.min(lineRate[flow], paced));
  }

  function cut(flow: number, factor: number): void {
    if (view.now - lastCut[flow] < lastRtt[flow]) return;
    lastCut[flow] = view.now;
    apply(flow, packets[flow] * factor);
  }

  return {
    onStart(flow) {
      lastRtt[flow] = baseRtt[flow];
      lastCut[flow] = view.now;
      most[flow] = Math.max(1, (lineRate[flow] * (baseRtt[flow] + p.queueing + range)) / (packetOnWire * 8e12));
      apply(flow, (lineRate[flow] * baseRtt[flow]) / (packetOnWire * 8e12));
    },
    onAck(flow, _ack, _mark, rtt, acked) {
      lastRtt[flow] = rtt;
      const w = packets[flow];
      const target = baseRtt[flow] + p.queueing + scaling(w);
      const received = acked / payload;
      if (rtt < target) apply(flow, w + (w >= 1 ? (p.ai * received) / w : p.ai * received));
      else cut(flow, Math.max(1 - (p.beta * (rtt - target)) / rtt, 1 - p.maxCut));
    },
    onLoss(flow) {
      cut(flow, 1 - p.maxCut);
    },
  };
}
