/**
 * ACC as a fluid, by appendix A of its paper: N flows into one bottleneck, in steps of one period T.
 *
 * Rates are shares of the bottleneck's capacity C. The unit of the queue Q is C T. r is RI / C, the same for all flows (RI_low = RI_high).
 * A flow sends at R_i. From its ACKs it records S_i, its next sending rate. The numbers on the right are the equations of the appendix.
 *
 *   Q = 0, sum R > 1   Q <- sum R - 1,  S_i <- S_i / sum S,  R_i <- 0            (2, 6)
 *   Q > 1              Q <- Q - 1,      R_i <- 0                                 (3, 7)
 *   otherwise          Q <- 0,  S_i <- (1 - r) S_i + r,  R_i <- S_i              (4, 8)
 *
 * Eq. 3 prints R_i = phi_i C while the queue drains. The shares phi_i have the sum 1, so the queue could not drain. Here R_i = 0 until
 * Q = 0, as in eq. 7 (docs/errata.md).
 *
 * Paper: acc, appendix A.
 */

/** The state at the start of a period. */
export interface Fluid {
  /** Q, in the unit C T. */
  readonly queue: number;
  /** R_i, shares of C. */
  readonly sending: readonly number[];
  /** S_i, shares of C. */
  readonly recorded: readonly number[];
}

/** The state of flows that begin with an empty queue. `rates` are their rates, as shares of the bottleneck's capacity C. */
export const beginning = (rates: readonly number[]): Fluid => ({ queue: 0, sending: rates, recorded: rates });

/** The state one period later. */
export function nextPeriod({ queue, sending, recorded }: Fluid, r: number): Fluid {
  const total = sum(sending);
  if (queue === 0 && total > 1) {
    return { queue: total - 1, sending: recorded.map(() => 0), recorded: shares(recorded) };
  }
  const left = Math.max(0, queue - 1);
  if (left > 0) return { queue: left, sending, recorded };
  const more = recorded.map((rate) => increased(rate, r));
  return { queue: 0, sending: more, recorded: more };
}

/** phi_i: the rates divided by their sum. */
export function shares(rates: readonly number[]): number[] {
  const total = sum(rates);
  return rates.map((rate) => rate / total);
}

/** The single increase r' that has the same effect as `periods` successive increases by r. */
export function increaseOver(r: number, periods: number): number {
  let kept = 1;
  for (let k = 0; k < periods; k++) kept *= 1 - r;
  return 1 - kept;
}

/**
 * Eq. 5 and 9: the share of the capacity that a flow has after one increase and the halt that follows. `share` is its share before, `flows`
 * is N, and r is RI / C.
 */
export const shareAfterHalt = (share: number, flows: number, r: number): number =>
  increased(share, r) / (1 - r + r * flows);

/** Eq. 10: the share of a flow after a number of halts. `halts` is k + 1 in the equation. */
export function shareAfterHalts(share: number, flows: number, r: number, halts: number): number {
  const kept = (1 - r) / (1 - r + r * flows);
  let power = 1;
  for (let k = 0; k < halts; k++) power *= kept;
  return power * share + (1 - power) / flows;
}

/** M: the number of periods from one increase of the rates to the next. It includes the halt, in which no flow sends. */
export const cyclePeriods = (flows: number, r: number): number => Math.ceil(r * flows - r + 1);

const increased = (rate: number, r: number): number => (1 - r) * rate + r;

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
