/**
 * Frames damaged on the wire: each direction of a link draws from a stream of its own, once for each frame that arrives.
 *
 * A bit error rate b damages a frame of n bits with chance 1 - (1 - b)^n.
 */
import { expm1, log1p } from "../../base/math.ts";
import type { Bytes } from "../../base/units.ts";
import type { ErrorModel } from "../../contracts/fidelity.ts";

export interface LinkErrors {
  readonly bitErrorRate: number;
  readonly frameErrorRate: number;
}

/** Chance that a frame of so many bytes on the wire is damaged. */
export function damageChance({ bitErrorRate, frameErrorRate }: LinkErrors, wireBytes: Bytes): number {
  const byBits = -expm1(wireBytes * 8 * log1p(-bitErrorRate));
  return byBits + frameErrorRate - byBits * frameErrorRate;
}

/** `ports` has an entry for each port that sends over a lossy link; `streamOf` gives its stream. */
export function errorModel(
  ports: ReadonlyMap<number, LinkErrors>,
  largest: Bytes,
  wireOverhead: Bytes,
  streamOf: (port: number) => { next(): number },
): ErrorModel {
  const lossy = new Map(
    [...ports].map(([port, errors]) => [
      port,
      {
        stream: streamOf(port),
        chance: Float64Array.from({ length: largest + 1 }, (_, size) => damageChance(errors, size + wireOverhead)),
      },
    ]),
  );
  return {
    damaged(port, size) {
      const at = lossy.get(port);
      return at !== undefined && at.stream.next() < at.chance[size];
    },
  };
}
