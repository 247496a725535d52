/**
 * Frames damaged on the wire. Each direction of a link has its own random stream, with one draw for each frame that arrives.
 *
 * A bit error rate b damages a frame of n bits with probability 1 - (1 - b)^n.
 */
import { expm1, log1p } from "../../base/math.ts";
import type { Bytes } from "../../base/units.ts";
import type { ErrorModel } from "../../contracts/fidelity.ts";

export interface LinkErrors {
  readonly bitErrorRate: number;
  readonly frameErrorRate: number;
}

/** The probability that a frame of this many bytes on the wire is damaged. */
export function damageChance({ bitErrorRate, frameErrorRate }: LinkErrors, wireBytes: Bytes): number {
  const byBits = -expm1(wireBytes * 8 * log1p(-bitErrorRate));
  return byBits + frameErrorRate - byBits * frameErrorRate;
}

/**
 * Returns the error model. `ports` has an entry for each port that sends over a lossy link. `streamOf` returns the
 * random stream of such a port.
 */
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
