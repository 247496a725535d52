/**
 * Dynamic and Shared Headroom: each port reserves the worst case of one queue, and the rest of the headroom is part of
 * the shared pool.
 *
 * eta is this worst case: the most bytes that can arrive for a queue after its PAUSE. T is the threshold of the buffer
 * policy, N_q the number of lossless queues of a port, and N_p the number of ports.
 *
 * - X_qoff = T - eta: a queue whose shared bytes exceed X_qoff pauses its upstream. Up to T, eta bytes are then left for the
 *   bytes that arrive after the PAUSE.
 * - X_poff = N_q T: a port whose queues together reach X_poff pauses all its lossless classes (POFF).
 * - B_i = N_p eta: insurance for packets that arrive at a port in POFF, and for packets that do not fit the pool. A port
 *   that uses its insurance pauses all its lossless classes, too.
 *
 * A queue resumes at X_qoff or below. A port resumes below X_poff, and only if its insurance is empty. So the next PAUSE
 * finds all of the insurance free. The two pauses are independent: the upstream sends a class only if neither of them
 * pauses it. The PAUSE of a port lists the lossless classes. Control frames have their own memory and continue. A queue
 * without shared bytes never causes a PAUSE of its own class alone.
 *
 * Paper    dsh, section IV.
 * Differs  By default eta is the exact worst case h* (theory/headroom.ts), computed for a port PAUSE that waits behind the PAUSE of one
 *          queue. A port leaves POFF only when its insurance is empty (docs/errata.md). A port in POFF may still use its private segment.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import { defineParams, type Values } from "../../base/params.ts";
import {
  FOOTROOM,
  HEADROOM,
  NOTHING,
  PORT,
  QUEUE,
  REFUSED,
  setAside,
  type HeadroomPolicy,
  type HeadroomView,
} from "../../contracts/headroom.ts";
import { headroomByPort, resumeOffsetParam, sizing, unreadSizing } from "./need.ts";

export const about = "headroom from the pool, and one worst case for each port as insurance";

export const params = defineParams({
  ...sizing,
  size: {
    ...sizing.size,
    about: "eta: insurance of each port, and the part of a queue's threshold kept for headroom.",
  },
  resumeOffset: {
    ...resumeOffsetParam,
    default: 0,
    source: "dsh, section V-A",
    about: "How far below its threshold a queue or port must fall before its upstream resumes.",
  },
});

export const unread = unreadSizing;

export function create(p: Values<typeof params>, view: HeadroomView): HeadroomPolicy {
  const { capacity, footroom, headroom, lossless, nodeOf, portHeadroom, portThreshold, ports, used } = view;
  const privateBytes = view.private;
  const offset = p.resumeOffset;
  // The PAUSE frame of the port may have to wait for the PAUSE frame of one queue, which was sent just before.
  const eta = headroomByPort(p, view, 1);
  /** By port: 1 in the state POFF, in which all its lossless classes are paused. */
  const off = new Uint8Array(ports);

  const shared = (queue: number): number => {
    const over = footroom(queue) - privateBytes;
    return over > 0 ? over : 0;
  };
  const sharedOfPort = (port: number): number => {
    let bytes = 0;
    for (let k = 0; k < lossless.length; k++) bytes += shared(port * 8 + lossless[k]);
    return bytes;
  };
  /** X_qoff: the shared bytes above which a queue pauses its upstream. */
  const queueOff = (port: number, threshold: number): number => Math.max(0, threshold - eta[port]);

  return {
    reserved: setAside(view, eta),
    kept: { bytes: eta, each: "port" },
    stopsAt: queueOff,
    goesAt: (port, threshold) => Math.max(0, queueOff(port, threshold) - offset),
    resumeAsks: "every queue",
    place(queue, size) {
      const port = queue >> CLASS_BITS;
      const over = footroom(queue) + size - privateBytes;
      if (over <= 0) return FOOTROOM;
      const fromPool = over < size ? over : size;
      const here = nodeOf[port];
      if (off[port] === 0 && used[here] + fromPool <= capacity[here]) return FOOTROOM;
      return portHeadroom(port) + size <= eta[port] ? HEADROOM : REFUSED;
    },
    pauses(queue, threshold) {
      const port = queue >> CLASS_BITS;
      const verdict = shared(queue) > queueOff(port, threshold) ? QUEUE : NOTHING;
      if (off[port] !== 0) return verdict | PORT;
      const portOff = portThreshold(port, threshold);
      // Fast path for a queue without headroom bytes. The shared bytes of one port never exceed the pool use of its
      // switch. So if that use is below X_poff, the port need not be checked.
      if (used[nodeOf[port]] < portOff && headroom(queue) === 0) return verdict;
      const held = sharedOfPort(port);
      if ((held === 0 || held < portOff) && portHeadroom(port) === 0) return verdict;
      off[port] = 1;
      return verdict | PORT;
    },
    resumes(queue, threshold) {
      const port = queue >> CLASS_BITS;
      let verdict = NOTHING;
      if (shared(queue) <= Math.max(0, queueOff(port, threshold) - offset)) verdict = QUEUE;
      if (off[port] === 0) return verdict | PORT;
      const portOn = portThreshold(port, threshold) - offset;
      const held = sharedOfPort(port);
      if (portHeadroom(port) === 0 && (held === 0 || held < portOn)) {
        off[port] = 0;
        verdict |= PORT;
      }
      return verdict;
    },
  };
}
