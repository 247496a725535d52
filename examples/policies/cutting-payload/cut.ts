/**
 * The switch of CP: above `threshold` bytes in an egress queue it cuts the payload of an arriving packet.
 *
 * The header takes the packet's place in the same queue, so packets and headers stay in order.
 *
 * Paper    Catch the Whole Lot in an Action (CP, NSDI'14), section 3
 */
import { defineParams, type BufferPolicy, type BufferView, type Values } from "xoff/policy";

export const role = "buffer";
export const gives = ["trimmed headers"] as const;
export const about = "cuts payloads above a queue's threshold, and headers stay in order (CP)";

export const params = defineParams({
  threshold: {
    ...{ unit: "bytes", default: 32_000, min: 1500, max: 2 ** 40, source: "lab: about 30 packets" },
    about: "Bytes of a class in an egress queue above which payloads are cut.",
  },
  header: { unit: "bytes", default: 128, min: 62, max: 1500, source: "lab", about: "Packets up to this size pass." },
});

export function create(p: Values<typeof params>, view: BufferView): BufferPolicy {
  const { capacity, nodeOf } = view;
  return {
    threshold: (port) => capacity[nodeOf[port]],
    admits: (_port, cls, size, out) => size <= p.header || view.waiting(out, cls) + size <= p.threshold,
    trims: (_port, cls) => cls,
  };
}
