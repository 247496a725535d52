/**
 * Static Threshold: every ingress port may hold the same fixed share of the shared pool.
 *
 *   T = B / (ports * lossless classes)      B: shared pool in bytes
 *
 * Paper    spfc, section III (B/32 on a 32-port switch)
 * Role     baseline that wastes what idle ports do not use
 * Differs  the share is of the pool, headroom taken out first, and split among a port's
 *          lossless classes, so that all queues at once cannot overrun it
 */
import { defineParams, type Values } from "../../base/params.ts";
import type { BufferPolicy, BufferView } from "../../contracts/buffer.ts";

export const about = "the same fixed share for every port";

export const params = defineParams({
  xoff: {
    unit: "bytes",
    derived: "shared pool / (ports * lossless classes)",
    min: 0,
    max: 2 ** 40,
    source: "spfc, section III",
    about: "Shared bytes at which a queue pauses its upstream.",
  },
});

export function create(p: Values<typeof params>, view: BufferView): BufferPolicy {
  const fixed = p.xoff;
  if (fixed !== undefined) return { threshold: () => fixed };
  const { capacity, firstPort, nodeOf, nodes } = view;
  const classes = Math.max(view.lossless.length, 1);
  /** By node. */
  const queues = Int32Array.from({ length: nodes }, (_, node) => (firstPort[node + 1] - firstPort[node]) * classes);
  return { threshold: (port) => capacity[nodeOf[port]] / queues[nodeOf[port]] };
}
