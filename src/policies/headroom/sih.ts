/**
 * Static and Independent Headroom: every lossless queue permanently reserves the worst case for itself.
 *
 *   eta = 2 (C D + L) + 3840 B        DSH, equation 1
 *   h   = the sum of eta over all lossless queues        DSH, equation 3
 *   h*  = L + (2 (L + 20) + 84 + 2 C D + reaction) L / (L + 20)    what real frames need (docs/errata.md)
 *   or the size that `xoff headroom` computes for the port, or a given size for its rate and cable
 *
 * A queue pauses its upstream when its shared bytes reach T, or when it uses its headroom. A packet that would raise the
 * shared bytes above T, or that does not fit the pool, is stored in headroom as a whole. The queue resumes when its
 * headroom is empty and its shared bytes are `resumeOffset` below T, or 0.
 *
 * Paper    dsh, section II.
 * Differs  The size of headroom is h*, unless `rule` selects another size. Equation 1 is neither safe nor tight with real frame
 *          sizes.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import { defineParams, type Idle, type Values } from "../../base/params.ts";
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
import { headroomByPort, profileLists, resumeOffsetParam, sizing, unreadSizing, type Profiles } from "./need.ts";

export const about = "the worst case reserved for every lossless queue";

export const steady = true;

export const idle: Idle = "no lossless class";

export const params = defineParams({
  ...sizing,
  resumeOffset: { ...resumeOffsetParam, source: "HPCC simulator; DSH has 0" },
});

export const lists = profileLists;

export const unread = unreadSizing;

export function create(p: Values<typeof params> & Profiles, view: HeadroomView): HeadroomPolicy {
  const { capacity, footroom, headroom, lossless, nodeOf, used } = view;
  const privateBytes = view.private;
  const offset = p.resumeOffset;
  const limits = headroomByPort(p, view);
  return {
    reserved: setAside(view, limits, lossless.length),
    kept: { bytes: limits, each: "queue" },
    goesAt: (_, threshold) => Math.max(0, threshold - offset),
    resumeAsks: "every queue",
    place(queue, size, threshold) {
      const held = footroom(queue) + size;
      const over = held - privateBytes;
      if (over <= 0) return FOOTROOM;
      const fromPool = over < size ? over : size;
      const late = headroom(queue);
      const here = nodeOf[queue >> CLASS_BITS];
      if (late === 0 && over <= threshold && used[here] + fromPool <= capacity[here]) return FOOTROOM;
      return late + size <= limits[queue >> CLASS_BITS] ? HEADROOM : REFUSED;
    },
    pauses: (queue, threshold) =>
      headroom(queue) > 0 || footroom(queue) - privateBytes >= threshold ? QUEUE : NOTHING,
    resumes(queue, threshold) {
      if (headroom(queue) !== 0) return NOTHING;
      const over = footroom(queue) - privateBytes;
      return over <= 0 || over + offset <= threshold ? QUEUE : NOTHING;
    },
  };
}
