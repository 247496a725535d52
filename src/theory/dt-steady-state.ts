/**
 * Where Dynamic Threshold settles: the share of a pool that each queue holds when it is never drained faster than
 * filled.
 *
 * Queue i stops at T_i = alpha_i (B - Q), with Q the sum of all. Solved for all at once:
 *
 *   q_i  = alpha_i B / (1 + sum of alpha)       free = B / (1 + sum of alpha)
 *
 * Part of the pool always stays free, which is what the scheme pays for adapting.
 *
 * Paper    choudhury98
 */
import type { Bytes } from "../base/units.ts";

/** Bytes (not rounded) that each of `queues` saturated queues of equal `alpha` holds of a pool of `capacity` bytes. */
export function steadyQueue(capacity: Bytes, alpha: number, queues: number): Bytes {
  return (alpha * capacity) / (1 + alpha * queues);
}

/** The same for queues of different alpha: entry i belongs to `alphas[i]`. */
export function steadyQueues(capacity: Bytes, alphas: readonly number[]): Bytes[] {
  const free = steadyFree(capacity, alphas);
  return alphas.map((alpha) => alpha * free);
}

/** Bytes (not rounded) of the pool that stay free. */
export function steadyFree(capacity: Bytes, alphas: readonly number[]): Bytes {
  return capacity / alphas.reduce((total, alpha) => total + alpha, 1);
}
