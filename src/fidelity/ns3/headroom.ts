/**
 * The ingress accounting of HPCC's ns-3 simulator (docs/ns3-semantics.md, section 10, MMU).
 *
 * T is the queue's threshold, `headroom` its bytes in headroom, and `shared` its other bytes beyond the private segment.
 * `size` is the size of the arriving packet.
 *
 *   The packet is refused         if size + headroom > headroom limit, and size + shared > T.
 *   The packet goes to headroom   if the private segment is used up, and the bytes beyond that segment exceed T.
 *   The switch sends a PAUSE      if headroom > 0, or shared >= T.
 *   The switch sends a RESUME     if headroom = 0, and either shared = 0 or shared + 3072 <= T.
 *
 * Only the queue whose packet left is checked for a resume. Another queue that could resume waits for its own next packet.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import {
  FOOTROOM,
  HEADROOM,
  NOTHING,
  QUEUE,
  REFUSED,
  setAside,
  type HeadroomPolicy,
  type HeadroomView,
} from "../../contracts/headroom.ts";
import type { Bytes } from "../../base/units.ts";

/** Private bytes of each (port, class). */
export const RESERVE: Bytes = 4096;
const RESUME_OFFSET: Bytes = 3072;

/**
 * Headroom limit of a queue: three times the bytes in flight on the link in one direction, which are rate times delay.
 * The arithmetic is the simulator's, with 64-bit integers. `delayNs` is in ns, `rate` in bit/s.
 */
export function headroomLimit(rate: number, delayNs: number): Bytes {
  return Number(((BigInt(rate) * BigInt(delayNs)) / 8n / 1_000_000_000n) * 3n);
}

/** Creates the policy. `limits` has for each port the headroom limit of each of its queues. */
export function createHeadroom(limits: Float64Array, view: HeadroomView): HeadroomPolicy {
  const { footroom, headroom } = view;
  const shared = (queue: number): Bytes => {
    const over = footroom(queue) - RESERVE;
    return over > 0 ? over : 0;
  };
  return {
    reserved: setAside(view, limits),
    resumeAsks: "own queue",
    place(queue, size, threshold) {
      if (size + headroom(queue) > limits[queue >> CLASS_BITS] && size + shared(queue) > threshold) return REFUSED;
      const beyond = footroom(queue) + size - RESERVE;
      return beyond > 0 && beyond > threshold ? HEADROOM : FOOTROOM;
    },
    pauses: (queue, threshold) => (headroom(queue) > 0 || shared(queue) >= threshold ? QUEUE : NOTHING),
    resumes(queue, threshold) {
      if (headroom(queue) !== 0) return NOTHING;
      const held = shared(queue);
      return held === 0 || held + RESUME_OFFSET <= threshold ? QUEUE : NOTHING;
    },
  };
}
