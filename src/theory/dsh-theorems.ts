/**
 * The longest burst without a PAUSE, under DSH (theorem 1) and under SIH (theorem 2).
 *
 * N ingress queues have been at their pause threshold for a long time. At t = 0 another M empty queues begin to receive. All N + M receive
 * R times their departure rate. With DT, the threshold is T = alpha (B_s - sum of all occupancies q). A queue sends a PAUSE above T - e:
 *
 *   DSH   B_s = B - N_p eta          e = eta     the part of T above T - eta is the queue's headroom
 *   SIH   B_s = B - N_q N_p eta      e = 0
 *   q_0 = (alpha B_s - e) / (1 + alpha N)        the occupancy of each of the N queues
 *
 * B is the memory. N_p is the number of ports. N_q is the number of lossless queues of a port. eta is the headroom of a port (DSH) or of a
 * queue (SIH).
 *
 * The M queues grow by R - 1 and reduce T. The N queues follow T, but cannot fall faster than they drain, by 1. T' is the slope of T, and d
 * the longest burst without a PAUSE:
 *
 *   they follow       T' = -alpha M (R - 1) / (1 + alpha N) >= -1      d = q_0 (1 + alpha N) / ((1 + alpha (N + M)) (R - 1))
 *   T outruns them    T' = alpha N - alpha M (R - 1) < -1              d = q_0 / ((1 + alpha M) (R - 1) - alpha N)
 *
 * The first case applies for R <= (1 + alpha N) / (alpha M) + 1. The paper prints 1 - alpha N, at which the two cases do not meet
 * (docs/errata.md).
 *
 * Time is in bytes: t is the number of bytes that one queue drains in that time. So t / C is the time at departure rate C, and a queue has
 * received R t by then. The theorems assume no private buffer (subtract it from B), equal thresholds for PAUSE and RESUME, and PAUSEs with
 * immediate effect.
 *
 * Paper: dsh, section IV-C.
 */
import { invariant } from "../base/invariant.ts";
import type { Bytes } from "../base/units.ts";

/** The assumptions of the theorems: some queues are congested when a burst arrives at others. */
export interface Burst {
  /** B: the switch's memory, without private segments. */
  readonly memory: Bytes;
  /** eta: headroom of a queue (SIH), or of a port (DSH). */
  readonly headroom: Bytes;
  /** N_p: number of ports of the switch. */
  readonly ports: number;
  /** N_q: lossless queues of a port. */
  readonly queues: number;
  /** N, at least 0: the number of queues that are already congested. */
  readonly congested: number;
  /** M, at least 1: the number of queues that the burst fills. */
  readonly bursting: number;
  /** The alpha of the dynamic threshold. */
  readonly alpha: number;
  /** R, above 1: the arrival rate of a queue divided by its departure rate. */
  readonly load: number;
}

/** The headroom scheme. */
export type Scheme = "dsh" | "sih";
/**
 * The load R at which the theorems change from one case to the other. "corrected": the load that eq. 13 implies.
 * "printed": the load in eq. 7 and 20.
 */
export type Boundary = "corrected" | "printed";

/** The largest load R with which the congested queues drain as fast as the threshold decreases. */
export function caseBoundary({ congested, bursting, alpha }: Burst, boundary: Boundary = "corrected"): number {
  const sign = boundary === "corrected" ? 1 : -1;
  return (1 + sign * alpha * congested) / (alpha * bursting) + 1;
}

/**
 * The longest burst without a PAUSE: d of theorem 1 (dsh) or 2 (sih). The result is a duration in bytes, namely the
 * bytes that a queue drains in this time (the duration times the departure rate). A burst pauses none of the M queues
 * if and only if it is shorter than d.
 *
 * In an empty switch a queue sends a PAUSE above alpha B_s - e (see the top of this file). If this limit is 0 or
 * less, d is not positive.
 *
 * There is one formula for loads R up to `caseBoundary`, and another for higher loads, where the threshold falls
 * faster than the congested queues drain. `boundary` selects the corrected or the printed value of `caseBoundary`.
 * With "printed", d can also be negative or infinite, if the load is between the two values.
 */
export function longestBurst(scheme: Scheme, burst: Burst, boundary: Boundary = "corrected"): Bytes {
  const { congested: n, bursting: m, alpha, load } = burst;
  invariant(load > 1 && m > 0, "a burst fills queues faster than they drain", load, m);
  const { room } = segments(scheme, burst);
  return load <= caseBoundary(burst, boundary)
    ? room / ((1 + alpha * (n + m)) * (load - 1))
    : room / ((1 + alpha * n) * ((1 + alpha * m) * (load - 1) - alpha * n));
}

/** Figure 10: occupancies and thresholds over time, in bytes. */
export interface Evolution {
  /** T. */
  readonly threshold: Bytes;
  /** The occupancy above which a queue sends a PAUSE: the threshold T, less eta for DSH. */
  readonly pauseAbove: Bytes;
  /** The occupancy of each of the N congested queues. */
  readonly congested: Bytes;
  /** The occupancy of each of the M bursting queues. */
  readonly bursting: Bytes;
}

/**
 * Occupancies and thresholds at time `t`, from 0 to `longestBurst`. The time is in bytes: `t` is the number of bytes that a queue has
 * drained by then. For loads up to `caseBoundary`, the results follow equations 14 and 15 of DSH, and for higher loads equations 17 and 18.
 * A queue of DSH sends a PAUSE above T - eta. A queue of SIH does so above T itself, so for SIH 0 replaces eta in the equations.
 */
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

/** The size of the shared segment B_s, the offset e of the pause threshold, and alpha B_s - e. */
function segments(scheme: Scheme, { memory, headroom, ports, queues, alpha }: Burst) {
  const shared = memory - ports * headroom * (scheme === "dsh" ? 1 : queues);
  const offset = scheme === "dsh" ? headroom : 0;
  return { shared, offset, room: alpha * shared - offset };
}
