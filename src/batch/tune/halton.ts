/** Points that fill a unit cube evenly: the Halton sequence, shifted by a random vector. */
import type { Stream } from "../../base/random.ts";

const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];
/** Maximum number of dimensions. Each dimension has its own prime. With primes larger than these, the first points lie on lines. */
export const MAX_DIMENSIONS = PRIMES.length;

/** A function that returns the next point. Each coordinate is in [0, 1). */
export function halton(dimensions: number, stream: Stream): () => number[] {
  const shifts = Array.from({ length: dimensions }, () => stream.next());
  let index = 0;
  return () => {
    index++;
    return shifts.map((shift, k) => (radicalInverse(index, PRIMES[k]) + shift) % 1);
  };
}

/** The digits of `n` in a base, mirrored at the point. For example, 6 is 110 in base 2, which gives 0.011. */
function radicalInverse(n: number, base: number): number {
  let inverse = 0;
  let digit = 1 / base;
  for (let rest = n; rest > 0; rest = Math.floor(rest / base)) {
    inverse += (rest % base) * digit;
    digit /= base;
  }
  return inverse;
}
