/**
 * ECN marking of HPCC's ns-3 simulator: thresholds by port rate, and the next random stream for each draw
 * (docs/ns3-semantics.md, sections 10 and 16).
 *
 * The simulator draws a random number only if the backlog is between kmin and kmax. It draws for ACKs too, although nothing reads their
 * marks. xoff draws at the same times, because each draw uses up a stream and so shifts all later draws.
 */
import { CONGESTED, UNMARKED, type DetectionPolicy, type DetectionView } from "../../contracts/detection.ts";
import type { Bps, Bytes } from "../../base/units.ts";

export interface MarkingRange {
  readonly kmin: Bytes;
  readonly kmax: Bytes;
  readonly pmax: number;
}

export function createRed(rangeOf: (rate: Bps) => MarkingRange, view: DetectionView): DetectionPolicy {
  const ranges = Array.from({ length: view.ports }, (_, port) => rangeOf(view.rate(port)));
  return {
    mark(port, _cls, backlog) {
      const { kmin, kmax, pmax } = ranges[port];
      if (backlog > kmax) return CONGESTED;
      if (backlog <= kmin) return UNMARKED;
      return view.random(port) < (pmax * (backlog - kmin)) / (kmax - kmin) ? CONGESTED : UNMARKED;
    },
  };
}
