/**
 * Dynamic and Shared Headroom: one worst case set aside for each port, the rest of the headroom is part of the pool.
 *
 *   X_qoff = T - eta        a queue whose shared bytes exceed it is told to stop; eta bytes of T are then left for what follows
 *   X_poff = N_q * T        a port whose queues hold that much together is told to stop as a whole
 *   B_i    = N_p * eta      insurance: only packets of a port that was told to stop, or for which the pool has no room, go there
 *
 * A queue may go again below X_qoff, a port below X_poff with its insurance empty, so that the next stop finds all of it. Both stand
 * by themselves; the upstream sends what neither stops. A port's stop names the lossless classes: control frames have memory of their
 * own and go on. What holds nothing shared is in nobody's way and never stopped for it.
 *
 * Paper    dsh, section IV
 * Differs  sizes eta by h*, with a frame of the queues before the port's, unless told otherwise; a port leaves POFF only with its
 *          insurance empty (docs/errata.md); the private segment stays open to a port in POFF
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
import { headroomByPort, resumeOffsetParam, sizing } from "./need.ts";

export const about = "headroom from the pool, and one worst case a port as insurance";

export const params = defineParams({
  ...sizing,
  size: { ...sizing.size, about: "eta: insurance of each port, and what a queue's threshold leaves for headroom." },
  resumeOffset: {
    ...resumeOffsetParam,
    default: 0,
    source: "dsh, section V-A",
    about: "How far below its threshold a queue or port must fall before its upstream may go again.",
  },
});

export function create(p: Values<typeof params>, view: HeadroomView): HeadroomPolicy {
  const { capacity, footroom, headroom, lossless, nodeOf, portHeadroom, portThreshold, ports, used } = view;
  const privateBytes = view.private;
  const offset = p.resumeOffset;
  // The port's PAUSE may find a frame of its queues waiting for the wire.
  const eta = headroomByPort(p, view, 1);
  /** Ports in POFF. */
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
  /** X_qoff. */
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
      // No port holds more than all of them together.
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
