/**
 * The steady state of Dynamic Threshold: the share of a pool that each queue occupies if it is never drained faster than filled.
 *
 * Queue i pauses at T_i = alpha_i (B - Q). B is the size of the pool, and Q the sum of all queues. The solution for all queues:
 *
 *   q_i  = alpha_i B / (1 + sum of alpha)       free = B / (1 + sum of alpha)
 *
 * A part of the pool always stays free. That is the price of adapting.
 *
 * Paper: choudhury98.
 */
import type { Bytes } from "../base/units.ts";

/** The occupancy in bytes (not rounded) of each of `queues` saturated queues of equal `alpha`, in a pool of `capacity` bytes. */
export function steadyQueue(capacity: Bytes, alpha: number, queues: number): Bytes {
  return (alpha * capacity) / (1 + alpha * queues);
}

/** The occupancies in bytes of saturated queues of different alpha. Entry i belongs to `alphas[i]`. */
export function steadyQueues(capacity: Bytes, alphas: readonly number[]): Bytes[] {
  const free = steadyFree(capacity, alphas);
  return alphas.map((alpha) => alpha * free);
}

/** The bytes (not rounded) of the pool that stay free. */
export function steadyFree(capacity: Bytes, alphas: readonly number[]): Bytes {
  return capacity / alphas.reduce((total, alpha) => total + alpha, 1);
}
