/**
 * Static Threshold: every ingress queue has the same fixed share of the shared pool.
 *
 *   T = B / n      B: shared pool in bytes, n: the number of lossless queues of all ports; the parameter `xoff` overrides T
 *
 * Paper    spfc, section III (B/32 on a 32-port switch).
 * Role     baseline that wastes the shares of idle ports.
 * Differs  the paper divides the whole buffer. Here the pool, without headroom, is divided among ports and their lossless
 *          classes, so that all queues together cannot overrun it.
 */
import { defineParams, type Signal, type Values } from "../../base/params.ts";
import type { BufferPolicy, BufferView } from "../../contracts/buffer.ts";

export const about = "the same fixed threshold for every port";

export const steady = true;

export const gives: readonly Signal[] = [];

export const params = defineParams({
  xoff: {
    unit: "bytes",
    derived: "shared pool / (ports * lossless classes)",
    min: 0,
    max: 2 ** 40,
    source: "spfc, section III",
    about: "Shared bytes of a queue at which it pauses its upstream.",
  },
});

export function create(p: Values<typeof params>, view: BufferView): BufferPolicy {
  const fixed = p.xoff;
  if (fixed !== undefined) return { threshold: () => fixed };
  const { capacity, firstPort, nodeOf, nodes } = view;
  const classes = Math.max(view.lossless.length, 1);
  /** By node: the number of lossless queues, which have equal shares of the pool. */
  const queues = Int32Array.from({ length: nodes }, (_, node) => (firstPort[node + 1] - firstPort[node]) * classes);
  return { threshold: (port) => capacity[nodeOf[port]] / queues[nodeOf[port]] };
}
