/**
 * HPCC-PINT at a sender: the rule of HPCC, applied to the highest utilisation that a packet has met
 * (docs/ns3-semantics.md, section 15).
 *
 * For each ACK and NACK a draw of `rand()` decides whether the sender evaluates it.
 */
import type { Bps } from "../../base/units.ts";
import type { CongestionPolicy, CongestionView } from "../../contracts/congestion.ts";
import type { CRand } from "./c-rand.ts";
import type { PintCode } from "./pint-code.ts";

export interface PintRateOptions {
  readonly code: PintCode;
  readonly rand: CRand;
  /** Returns PINT's exponent in the packet of the current ACK. The exponent encodes the utilisation as a power of a base. */
  readonly power: () => number;
  /** Share of the ACKs that a sender evaluates, PINT_PROB of the config. */
  readonly probability: number;
  readonly target: number;
  readonly maxStage: number;
  readonly increase: Bps;
  readonly minRate: Bps;
}

export function createPintRate(options: PintRateOptions, view: CongestionView): CongestionPolicy {
  const { code, rand, power, target, maxStage, increase, minRate } = options;
  const { flows, rate, lineRate, sndNxt } = view;
  const sampled = Math.trunc(options.probability * 65_536);
  const roundEnds = new Float64Array(flows);
  const current = new Float64Array(flows);
  const stage = new Int32Array(flows);
  return {
    onStart(flow) {
      current[flow] = rate[flow];
    },
    onAck(flow, ack) {
      if ((rand.next() & 0xffff) >= sampled) return;
      if (roundEnds[flow] === 0) {
        roundEnds[flow] = sndNxt[flow];
        return;
      }
      const c = code.decode(power()) / target;
      const cuts = c >= 1 || stage[flow] >= maxStage;
      const wanted = (cuts ? Math.trunc(current[flow] / c) : current[flow]) + increase;
      const next = Math.min(lineRate[flow], Math.max(minRate, wanted));
      view.changeRate(flow, next);
      if (ack <= roundEnds[flow]) return;
      current[flow] = next;
      stage[flow] = cuts ? 0 : stage[flow] + 1;
      if (sndNxt[flow] > roundEnds[flow]) roundEnds[flow] = sndNxt[flow];
    },
  };
}
