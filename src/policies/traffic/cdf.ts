/**
 * Sizes of messages, drawn from a cumulative distribution given by points.
 *
 * A point [bytes, p] says that a share p of the flows has at most that many bytes. Between two points the share grows
 * linearly, as in the traffic generators of HPCC (custom_rand.py) and HKUST (cdf.c); before the first it grows from
 * nothing at 0 bytes, as in HKUST's, or is 0 if the first says so. Two points of one size are a step.
 *
 * Sizes are whole: `sample` gives the smallest size whose share reaches the number drawn, so that at every whole size
 * the share is exactly what the points say, and a step at 4096 gives 4096; at least 1 byte. The generators truncate
 * instead, which gives a byte less (HPCC's then lifts 0 to 1).
 */
import { ParamError } from "../../base/params.ts";
import type { Stream } from "../../base/random.ts";
import type { Bytes } from "../../base/units.ts";

export type CdfPoint = readonly [bytes: Bytes, probability: number];

/** A distribution that is shipped, with where it comes from: distributions of one name differ, so results cite it. */
export interface CdfTable {
  readonly name: string;
  readonly title: string;
  /** Repository, file and commit. */
  readonly source: string;
  readonly points: readonly CdfPoint[];
}

/** Sizes of flows, bytes, by their shares: linear between points, as the generators of the field draw them. */
export class SizeCdf {
  readonly #sizes: Float64Array;
  readonly #shares: Float64Array;

  /**
   * Neither sizes nor probabilities may fall from point to point, sizes are whole, and the last probability is 1;
   * otherwise throws `ParamError`. `at` is what it calls the points, a file's name for instance.
   */
  constructor(points: readonly CdfPoint[], at = "cdf") {
    check(points, at);
    const all = points[0][1] > 0 ? [[0, 0] as const, ...points] : points;
    this.#sizes = Float64Array.from(all, ([bytes]) => bytes);
    this.#shares = Float64Array.from(all, ([, share]) => share);
  }

  /** Mean of `sample`, in bytes, not rounded. It is half a byte above the mean that the generators compute. */
  mean(): Bytes {
    let total = 0;
    for (let i = 1; i < this.#sizes.length; i++) {
      const [from, to] = [this.#sizes[i - 1], this.#sizes[i]];
      const middle = from === to ? Math.max(1, to) : (from + to + 1) / 2; // of from + 1, ..., to
      total += middle * (this.#shares[i] - this.#shares[i - 1]);
    }
    return total;
  }

  /** The largest size among the points. */
  max(): Bytes {
    return this.#sizes[this.#sizes.length - 1];
  }

  /** A size of at least 1 byte. Draws one number; O(log points). */
  sample(source: Stream): Bytes {
    return this.quantile(source.next());
  }

  /** The smallest size that a share `u` of the flows does not exceed, at least 1 byte, for 0 <= u < 1. */
  quantile(u: number): Bytes {
    const sizes = this.#sizes;
    const shares = this.#shares;
    let below = 0; // shares[below] <= u < shares[above]
    let above = shares.length - 1;
    while (above - below > 1) {
      const middle = (below + above) >>> 1;
      if (shares[middle] <= u) below = middle;
      else above = middle;
    }
    const along = (u - shares[below]) / (shares[above] - shares[below]);
    return Math.max(1, Math.ceil(sizes[below] + along * (sizes[above] - sizes[below])));
  }

  /** The share of flows of at most `bytes` bytes. */
  share(bytes: Bytes): number {
    const sizes = this.#sizes;
    const shares = this.#shares;
    if (bytes < sizes[0]) return 0;
    let i = sizes.length - 1;
    while (sizes[i] > bytes) i--; // the last point at or below, so a step counts whole
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
