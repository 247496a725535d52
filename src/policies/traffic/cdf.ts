/**
 * Draws sizes of messages from a cumulative distribution function, which is given by points.
 *
 * A point [bytes, p] means that a share p of the flows has at most that many bytes. Between two points the share grows
 * linearly, as in the traffic generators of HPCC (custom_rand.py) and HKUST (cdf.c). Before the first point it grows
 * linearly from 0 at 0 bytes, as in HKUST's, unless the first point has p = 0. Two points of one size are a step.
 *
 * Sizes are whole. `sample` returns the smallest size whose share reaches the drawn number, and at least 1 byte. So the
 * share at every whole size is exactly that of the points, and a step at 4096 yields 4096. The other generators
 * truncate, which yields one byte less (HPCC's then raises 0 to 1).
 */
import { ParamError } from "../../base/params.ts";
import type { Stream } from "../../base/random.ts";
import type { Bytes } from "../../base/units.ts";

export type CdfPoint = readonly [bytes: Bytes, probability: number];

/**
 * A distribution that is part of xoff. Distributions with the same name differ between sources, so results cite
 * `source`.
 */
export interface CdfTable {
  readonly name: string;
  readonly title: string;
  /** Repository, file and commit of the table. */
  readonly source: string;
  readonly points: readonly CdfPoint[];
}

/**
 * A distribution of flow sizes in bytes. The share grows linearly between two points, as in other traffic generators.
 */
export class SizeCdf {
  readonly #sizes: Float64Array;
  readonly #shares: Float64Array;

  /**
   * Throws `ParamError` for invalid points. Sizes must be whole, and neither sizes nor shares may decrease. The last
   * share must be 1. `at` names the points in the error, for example by the name of a file.
   */
  constructor(points: readonly CdfPoint[], at = "cdf") {
    check(points, at);
    const all = points[0][1] > 0 ? [[0, 0] as const, ...points] : points;
    this.#sizes = Float64Array.from(all, ([bytes]) => bytes);
    this.#shares = Float64Array.from(all, ([, share]) => share);
  }

  /**
   * The mean of `sample` in bytes, not rounded. It is half a byte above the mean that HPCC's and HKUST's generators
   * compute, because `sample` rounds sizes up.
   */
  mean(): Bytes {
    let total = 0;
    for (let i = 1; i < this.#sizes.length; i++) {
      const [from, to] = [this.#sizes[i - 1], this.#sizes[i]];
      const middle = from === to ? Math.max(1, to) : (from + to + 1) / 2; // The mean of from + 1, ..., to.
      total += middle * (this.#shares[i] - this.#shares[i - 1]);
    }
    return total;
  }

  /** The largest size in the distribution. */
  max(): Bytes {
    return this.#sizes[this.#sizes.length - 1];
  }

  /** Draws a size of at least 1 byte. It uses one random number, and takes O(log points). */
  sample(source: Stream): Bytes {
    return this.quantile(source.next());
  }

  /** The smallest size, at least 1 byte, such that a share `u` of the flows is not larger. `u` is in [0, 1). */
  quantile(u: number): Bytes {
    const sizes = this.#sizes;
    const shares = this.#shares;
    let below = 0; // Invariant: shares[below] <= u < shares[above].
    let above = shares.length - 1;
    while (above - below > 1) {
      const middle = (below + above) >>> 1;
      if (shares[middle] <= u) below = middle;
      else above = middle;
    }
    const along = (u - shares[below]) / (shares[above] - shares[below]);
    return Math.max(1, Math.ceil(sizes[below] + along * (sizes[above] - sizes[below])));
  }

  /** The share of flows with at most `bytes` bytes. */
  share(bytes: Bytes): number {
    const sizes = this.#sizes;
    const shares = this.#shares;
    if (bytes < sizes[0]) return 0;
    let i = sizes.length - 1;
    while (sizes[i] > bytes) i--; // The last point at or below `bytes`, so that a step counts completely.
    if (i === sizes.length - 1) return 1;
    return shares[i] + ((bytes - sizes[i]) / (sizes[i + 1] - sizes[i])) * (shares[i + 1] - shares[i]);
  }
}

function check(points: readonly CdfPoint[], at: string): void {
  if (points.length === 0) throw new ParamError(at, "at least one point", points);
  let [bytesBefore, shareBefore] = [0, 0];
  points.forEach(([bytes, share], i) => {
    const point = `${at}[${i}]`;
    if (!Number.isSafeInteger(bytes) || bytes < bytesBefore) {
      throw new ParamError(
        point,
        `a whole number of bytes from ${bytesBefore}`,
        bytes,
        "List sizes in ascending order.",
      );
    }
    if (!(share >= shareBefore && share <= 1)) {
      const hint = share > 1 && share <= 100 ? "Divide percentages by 100." : "Probabilities may not fall.";
      throw new ParamError(point, `a probability from ${shareBefore} to 1`, share, hint);
    }
    [bytesBefore, shareBefore] = [bytes, share];
  });
  if (shareBefore !== 1) throw new ParamError(at, "a last probability of 1", shareBefore);
  if (bytesBefore < 1) throw new ParamError(at, "a largest size of at least 1 byte", bytesBefore);
}
