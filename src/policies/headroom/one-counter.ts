/**
 * One counter for each queue: bytes that arrive after a PAUSE count like all other bytes, for the queue and for the
 * pool.
 *
 *   h*   The headroom of one queue, sized as by `sih` (`need.ts`).
 *   Q_i  The bytes that arrived at queue i and are still in the switch (IngressBytes). Late bytes have no separate account.
 *   B    The pool: the memory less h* for every lossless queue.
 *   T    The threshold of the buffer policy, computed with the free memory B - sum Q_i.
 *   a_i  The bytes that may still arrive at queue i. For a queue that is not paused this is h*, because the next packet may cause a PAUSE.
 *        For a paused queue it is h* less the bytes that arrived since the PAUSE, but at least h* - Q_i. So an empty queue can
 *        resume even if other queues fill the rest of the memory.
 *
 *   sum Q_i + sum a_i <= B + sum h*        This invariant holds after every packet, so no packet is lost.
 *
 * A queue is paused at T, or earlier if the invariant would not hold otherwise. It resumes at `resumeOffset` below
 * T, if all bytes that it may then receive fit. `spare` is the slack of the invariant: the bytes that a victim port of
 * SPFC may still add.
 *
 * Paper    spfc, sections II-C and IV-D (equations 1, 3 and 4).
 * Differs  The paper does not give the size of headroom, or say whether B includes it. Here h* is reserved for each queue, as by
 *          `sih`, and B does not include it.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import { defineParams, type Idle, type Values } from "../../base/params.ts";
import type { Bytes } from "../../base/units.ts";
import {
  FOOTROOM,
  NOTHING,
  QUEUE,
  REFUSED,
  setAside,
  type HeadroomPolicy,
  type HeadroomView,
} from "../../contracts/headroom.ts";
import { headroomByPort, resumeOffsetParam, sizing, unreadSizing } from "./need.ts";

export const about = "the worst case reserved for every queue, in one counter with its other bytes";

export const idle: Idle = "no lossless class";

export const params = defineParams({
  ...sizing,
  size: {
    ...sizing.size,
    about: "Bytes that a lossless queue may receive after its PAUSE. They are reserved for each queue.",
  },
  resumeOffset: resumeOffsetParam,
});

export const unread = unreadSizing;

export function create(p: Values<typeof params>, view: HeadroomView): HeadroomPolicy {
  const { capacity, footroom, lossless, nodeOf, ports, used } = view;
  const privateBytes = view.private;
  const offset = p.resumeOffset;
  const limits = headroomByPort(p, view);
  const reserved = setAside(view, limits, lossless.length);
  /** By queue: a_i, the bytes that may still arrive after a PAUSE. */
  const toCome = Float64Array.from({ length: ports * 8 }, (_, queue) => limits[queue >> CLASS_BITS]);
  /** By node: the bytes that may still arrive at its queues after PAUSEs, that is, the sum of `toCome` over these queues. */
  const due = reserved.slice();
  const stopped = new Uint8Array(ports * 8);
  /** The size of the packet that `place` handled last, in bytes. */
  let placed = 0;

  const shared = (queue: number): Bytes => Math.max(0, footroom(queue) - privateBytes);
  const left = (node: number): Bytes => capacity[node] + reserved[node] - used[node] - due[node];
  /**
   * Handles an arrival at a paused queue. The packet has arrived, so it no longer counts among the bytes that may still
   * arrive.
   */
  function arrive(queue: number, size: Bytes): void {
    const came = Math.min(size, toCome[queue]);
    toCome[queue] -= came;
    due[nodeOf[queue >> CLASS_BITS]] -= came;
  }

  return {
    reserved,
    kept: { bytes: limits, each: "queue" },
    goesAt: (_, threshold) => Math.max(0, threshold - offset),
    resumeAsks: "every queue",
    spare: (node) => Math.max(0, left(node)),
    place(queue, size) {
      placed = size;
      if (stopped[queue] !== 0) arrive(queue, size);
      const over = footroom(queue) + size - privateBytes;
      const fromPool = over < size ? over : size;
      const here = nodeOf[queue >> CLASS_BITS];
      return over <= 0 || used[here] + fromPool <= capacity[here] + reserved[here] ? FOOTROOM : REFUSED;
    },
    pauses(queue, threshold) {
      if (stopped[queue] !== 0) return QUEUE;
      if (footroom(queue) - privateBytes < threshold && left(nodeOf[queue >> CLASS_BITS]) >= 0) return NOTHING;
      stopped[queue] = 1;
      arrive(queue, placed);
      return QUEUE;
    },
    onRelease(queue) {
      const kept = limits[queue >> CLASS_BITS] - shared(queue);
      if (stopped[queue] === 0 || kept <= toCome[queue]) return;
      due[nodeOf[queue >> CLASS_BITS]] += kept - toCome[queue];
      toCome[queue] = kept;
    },
    resumes(queue, threshold) {
      const held = shared(queue);
      if (held > 0 && held + offset > threshold) return NOTHING;
      const here = nodeOf[queue >> CLASS_BITS];
      const anew = limits[queue >> CLASS_BITS] - toCome[queue];
      if (anew > 0 && anew > left(here)) return NOTHING;
      toCome[queue] += anew;
      due[here] += anew;
      stopped[queue] = 0;
      return QUEUE;
    },
  };
}
