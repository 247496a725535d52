/**
 * PIAS: short flows first, although no flow size is known. A flow begins in the highest class and falls by a class at each threshold of
 * bytes sent. The switches serve classes in strict order.
 *
 *   class     first + (thresholds that the flow's sent bytes have passed); threshold k is `demoteAt` * `factor`^(k - 1)
 *   rate      DCTCP: alpha <- (1 - g) alpha + g (marked / packets) each round; a mark cuts the rate by alpha / 2 once a round
 *
 * Paper    Bai et al., NSDI 2015: section 4.1 (tagging), section 5 (DCTCP as rate control).
 * Needs    scheduling strict, a class for each level, and a detection policy with ECN marks.
 */
import {
  CONGESTED,
  defineParams,
  ParamError,
  type CongestionPolicy,
  type CongestionView,
  type Needs,
  type Signal,
  type Values,
} from "xoff/policy";

export const role = "congestion";
export const about = "a class by bytes sent, and DCTCP";
export const needs: Needs = { detection: "red", window: "usually", scaleWindow: true };
export const reads = (): readonly Signal[] => ["ECN marks"];

export const params = defineParams({
  first: { unit: "count", default: 1, min: 0, max: 7, source: "xoff: class 0 is control", about: "The highest class." },
  levels: { unit: "count", default: 4, min: 1, max: 8, source: "bai15, up to 8 queues", about: "Classes of data." },
  demoteAt: {
    unit: "bytes",
    default: 100_000,
    min: 1,
    max: 2 ** 40,
    source: "own: bai15 computes thresholds for each workload",
    about: "Bytes sent at which a flow leaves the highest class.",
  },
  factor: {
    unit: "ratio",
    default: 4,
    min: 1,
    max: 1000,
    source: "own",
    about: "Ratio of a threshold to the one before.",
  },
  g: { unit: "ratio", default: 0.0625, min: 0, max: 1, source: "alizadeh10", about: "Weight of a round in alpha." },
  increase: { unit: "bps", default: 615e6, min: 0, max: 1e13, source: "as in dctcp", about: "Increase in a round." },
  minRate: { unit: "bps", default: 100e6, min: 1, max: 1e13, source: "as in dctcp", about: "Minimum rate." },
});

export function check({ first, levels }: Values<typeof params>): void {
  if (first + levels > 8) throw new ParamError("levels", `at most ${8 - first}`, levels);
}

export function create(p: Values<typeof params>, view: CongestionView): CongestionPolicy {
  const { flows, lineRate, payload, rate, sndNxt } = view;
  const thresholds = new Float64Array(p.levels - 1);
  for (let k = 0; k < thresholds.length; k++) thresholds[k] = k === 0 ? p.demoteAt : thresholds[k - 1] * p.factor;
  const level = new Uint8Array(flows);
  const alpha = new Float64Array(flows).fill(1);
  const roundEnds = new Float64Array(flows);
  const cutUntil = new Float64Array(flows);
  const marked = new Float64Array(flows);
  const answered = new Float64Array(flows);

  return {
    onStart(flow) {
      level[flow] = 0;
      view.setClass(flow, p.first);
    },
    /** The packet at `seq` has its class already, so the byte behind it decides the class of the next one. */
    onSend(flow, seq) {
      const before = level[flow];
      while (level[flow] < thresholds.length && seq + payload >= thresholds[level[flow]]) level[flow]++;
      if (level[flow] !== before) view.setClass(flow, p.first + level[flow]);
    },
    onAck(flow, ack, mark, _rtt, _acked, packets) {
      answered[flow] += packets;
      if (mark === CONGESTED) marked[flow] += packets;
      const isNewRound = ack > roundEnds[flow];
      if (isNewRound) {
        alpha[flow] += p.g * (Math.min(1, marked[flow] / answered[flow]) - alpha[flow]);
        marked[flow] = 0;
        answered[flow] = 0;
        roundEnds[flow] = sndNxt[flow];
      }
      if (ack <= cutUntil[flow]) return;
      if (mark === CONGESTED) {
        view.setRate(flow, Math.max(p.minRate, rate[flow] * (1 - alpha[flow] / 2)));
        cutUntil[flow] = sndNxt[flow];
      } else if (isNewRound) view.setRate(flow, Math.min(lineRate[flow], rate[flow] + p.increase));
    },
  };
}
