/**
 * The switch of ExpressPass: each port passes credits at the rate at which their packets fill the link in the other direction.
 *
 * A port has a bucket of `credits`, and gains one in the time of a credit and a full packet. A credit that finds it empty is dropped.
 *
 * Paper    ExpressPass (SIGCOMM'17), section 3.1
 * Differs  the paper's port delays credits in a queue of that length. A scheduling policy here must send if a packet is ready
 */
import { defineParams, type BufferPolicy, type BufferView, type Values } from "xoff/policy";

export const role = "buffer";
export const about = "limits credits to the rate of the packets that they let pass (ExpressPass)";

export const params = defineParams({
  credits: { unit: "count", default: 8, min: 1, max: 1000, source: "ExpressPass, section 3.1", about: "The bucket." },
});

/** Class of credits, as ./expresspass.ts sends them. */
const CREDITS = 1;

export function create(p: Values<typeof params>, view: BufferView): BufferPolicy {
  const { capacity, nodeOf } = view;
  /** A credit and the full packet that answers it, in bytes on the wire. */
  const pair = view.message + view.dataFrame + 2 * view.wireOverhead;
  const slot = Float64Array.from({ length: view.ports }, (_, port) => (pair * 8e12) / view.rate(port));
  /** By port: the time at which its bucket is full again. */
  const full = new Float64Array(view.ports);
  return {
    threshold: (port) => capacity[nodeOf[port]],
    admits(_port, cls, _size, out) {
      if (cls !== CREDITS) return true;
      const next = Math.max(full[out], view.now) + slot[out];
      const isPassed = next <= view.now + p.credits * slot[out];
      if (isPassed) full[out] = next;
      return isPassed;
    },
  };
}
