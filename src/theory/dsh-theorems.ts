/**
 * The longest burst that makes no PAUSE, under DSH (theorem 1) and under SIH (theorem 2).
 *
 * N ingress queues have stood at their pause threshold for long. At t = 0 another M, empty, begin to receive. All N + M
 * receive R times what leaves them. With DT, T = alpha (B_s - sum of q), and PAUSE above T - e:
 *
 *   DSH   B_s = B - N_p eta          e = eta     what is left of T is the queue's headroom
 *   SIH   B_s = B - N_q N_p eta      e = 0
 *   q_0 = (alpha B_s - e) / (1 + alpha N)        where the N stand
 *
 * The M grow by R - 1 and push T down; the N follow it, but can fall no faster than they drain, by 1:
 *
 *   they follow       T' = -alpha M (R - 1) / (1 + alpha N) >= -1      d = q_0 (1 + alpha N) / ((1 + alpha (N + M)) (R - 1))
 *   T outruns them    T' = alpha N - alpha M (R - 1) < -1              d = q_0 / ((1 + alpha M) (R - 1) - alpha N)
 *
 * The first holds for R <= (1 + alpha N) / (alpha M) + 1. Printed is 1 - alpha N, where the two do not meet (docs/errata.md).
 *
 * Time is in bytes: t is how much one queue drains meanwhile, so t / C is the time at departure rate C, and a queue has then
 * received R t. Assumed are no private buffer (take it off B), thresholds to stop and to go that coincide, and PAUSEs that act at
 * once.
 *
 * Paper    dsh, section IV-C
 */
import { invariant } from "../base/invariant.ts";
import type { Bytes } from "../base/units.ts";

/** A burst that meets congestion: what the theorems assume. */
export interface Burst {
  /** B: memory less private segments. */
  readonly memory: Bytes;
  /** eta: headroom of a queue (SIH), or of a port (DSH). */
  readonly headroom: Bytes;
  /** N_p. */
  readonly ports: number;
  /** N_q: lossless queues of a port. */
  readonly queues: number;
  /** N, from 0: queues that are congested before. */
  readonly congested: number;
  /** M, from 1: queues that the burst fills. */
  readonly bursting: number;
  /** Of the dynamic threshold. */
  readonly alpha: number;
  /** R, above 1: what a queue receives, over what leaves it. */
  readonly load: number;
}

/** Whose headroom. */
export type Scheme = "dsh" | "sih";
/** Where the two cases meet: as eq. 13 has it, or as printed in eq. 7 and 20. */
export type Boundary = "corrected" | "printed";

/** Largest R with which the congested queues follow the threshold down. */
export function caseBoundary({ congested, bursting, alpha }: Burst, boundary: Boundary = "corrected"): number {
  const sign = boundary === "corrected" ? 1 : -1;
  return (1 + sign * alpha * congested) / (alpha * bursting) + 1;
}

/**
 * d of theorem 1 (dsh) or 2 (sih), in bytes that a queue drains meanwhile: a burst pauses none of the M queues if and only if it
 * is over before. Not positive where headroom leaves no threshold (alpha B_s <= e), and, as printed, between the two boundaries.
 */
export function longestBurst(scheme: Scheme, burst: Burst, boundary: Boundary = "corrected"): Bytes {
  const { congested: n, bursting: m, alpha, load } = burst;
  invariant(load > 1 && m > 0, "a burst fills queues faster than they drain", load, m);
  const { room } = segments(scheme, burst);
  return load <= caseBoundary(burst, boundary)
    ? room / ((1 + alpha * (n + m)) * (load - 1))
    : room / ((1 + alpha * n) * ((1 + alpha * m) * (load - 1) - alpha * n));
}

/** Figure 10: what the queues hold and where the thresholds stand, each in bytes. */
export interface Evolution {
  /** T. */
  readonly threshold: Bytes;
  /** T less eta (DSH): above it a queue pauses. */
  readonly pauseAbove: Bytes;
  /** Each of the N queues, and each of the M. */
  readonly congested: Bytes;
  readonly bursting: Bytes;
}

/** Equations 14, 15, 17 and 18 (SIH: with eta = 0), for t from 0 to `longestBurst`, bytes that a queue drains meanwhile. */
export function evolution(scheme: Scheme, burst: Burst): (t: Bytes) => Evolution {
  const { congested: n, bursting: m, alpha, load } = burst;
  const { shared, offset, room } = segments(scheme, burst);
  const follows = load <= caseBoundary(burst);
  const growth = load - 1;
  const fall = follows ? (alpha * m * growth) / (1 + alpha * n) : alpha * m * growth - alpha * n;
  return (t) => {
    const threshold = (alpha * (shared + n * offset)) / (1 + alpha * n) - fall * t;
    return {
      threshold,
      pauseAbove: threshold - offset,
      congested: room / (1 + alpha * n) - (follows ? fall : 1) * t,
      bursting: growth * t,
    };
  };
}

/** B_s, e, and alpha B_s - e. */
function segments(scheme: Scheme, { memory, headroom, ports, queues, alpha }: Burst) {
  const shared = memory - ports * headroom * (scheme === "dsh" ? 1 : queues);
  const offset = scheme === "dsh" ? headroom : 0;
  return { shared, offset, room: alpha * shared - offset };
}
