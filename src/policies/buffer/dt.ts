/**
 * Dynamic Threshold: the threshold of every queue is a fixed multiple of the free memory.
 *
 *   T(t) = alpha (B - Q(t))      B: size of the shared pool in bytes, Q(t): bytes of the pool in use at time t
 *
 * Paper    choudhury98.
 * Role     baseline that the other buffer policies refine.
 * Differs  The paper counts cells and blocks arrivals. This policy counts bytes and pauses the upstream.
 */
import { defineParams, type Signal, type Values } from "../../base/params.ts";
import type { BufferPolicy, BufferView } from "../../contracts/buffer.ts";

export const about = "every queue's threshold is the same multiple of the free memory";

export const steady = true;

export const gives: readonly Signal[] = [];

export const params = defineParams({
  alpha: {
    unit: "ratio",
    default: 1,
    min: 1 / 1024,
    max: 1024,
    source: "lab: one busy queue gets half of the memory",
    about: "The threshold of a queue is alpha times the free memory.",
  },
});

export function create(p: Values<typeof params>, view: BufferView): BufferPolicy {
  const { alpha } = p;
  const { capacity, nodeOf, used } = view;
  return {
    threshold(port) {
      const here = nodeOf[port];
      const free = capacity[here] - used[here];
      return free > 0 ? alpha * free : 0;
    },
  };
}
