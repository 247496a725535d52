/**
 * One counter a queue: what arrives after a PAUSE counts like everything before it, in the queue's own bytes and in the pool's use.
 *
 *   Q_i  = bytes that entered by queue i and are still here (IngressBytes); no account of its own for what came late
 *   T    = the buffer policy's, over B - sum Q_i: B is the pool, memory less h* of every lossless queue
 *   a_i  = what may still arrive by i: h* if its next packet should stop it; if it is stopped, h* less what has come since, though no
 *          less than h* - Q_i, so that an empty queue may go again whoever has filled the rest
 *   sum Q_i + sum a_i <= B + sum h*        kept at every packet, so nothing is lost
 *
 * A queue stops at T, whatever the buffer policy says once a packet more might break the last line. It goes again at T less
 * `resumeOffset`, when all that it may then send fits. `spare` is what is left of the last line: how far a victim of SPFC may go.
 *
 * Paper    spfc, sections II-C and IV-D (equations 1, 3, 4)
 * Differs  the paper leaves open how late bytes find room; h* of each queue is set aside for them, as by `sih`
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
import { headroomByPort, resumeOffsetParam, sizing } from "./need.ts";

export const about = "the worst case set aside, in one counter with the rest";

export const idle: Idle = "no lossless class";

export const params = defineParams({
  ...sizing,
  size: { ...sizing.size, about: "What may arrive by a lossless queue after its PAUSE; kept free for each." },
  resumeOffset: resumeOffsetParam,
});

export function create(p: Values<typeof params>, view: HeadroomView): HeadroomPolicy {
  const { capacity, footroom, lossless, nodeOf, ports, used } = view;
  const privateBytes = view.private;
  const offset = p.resumeOffset;
  const limits = headroomByPort(p, view);
  const reserved = setAside(view, limits, lossless.length);
  /** What may still arrive by each queue, and by all of a node together. */
  const toCome = Float64Array.from({ length: ports * 8 }, (_, queue) => limits[queue >> CLASS_BITS]);
  const due = reserved.slice();
  const stopped = new Uint8Array(ports * 8);
  /** Size of the packet that was placed last. */
  let placed = 0;

  const shared = (queue: number): Bytes => Math.max(0, footroom(queue) - privateBytes);
  const left = (node: number): Bytes => capacity[node] + reserved[node] - used[node] - due[node];
  /** Some of what might arrive by a stopped queue has arrived. */
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
