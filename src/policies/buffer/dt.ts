/**
 * Dynamic Threshold: every queue may hold a fixed multiple of the memory still free.
 *
 *   T(t) = alpha * (B - Q(t))      B: shared pool in bytes, Q(t): bytes of it in use now
 *
 * Paper    choudhury98
 * Role     baseline that the other buffer policies refine
 * Differs  the paper counts cells and blocks arrivals; this counts bytes and stops the sender first
 */
import { defineParams, type Values } from "../../base/params.ts";
import type { BufferPolicy, BufferView } from "../../contracts/buffer.ts";

export const about = "a share of free memory, the same for every queue";

export const params = defineParams({
  alpha: {
    unit: "ratio",
    default: 1,
    min: 1 / 1024,
    max: 1024,
    source: "lab: one busy queue gets half",
    about: "A queue may hold alpha times the free memory.",
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
