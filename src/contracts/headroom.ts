/**
 * Headroom: where do packets go that arrive after a PAUSE, and who pauses whom for it?
 *
 * One policy instance serves all switches of a network (docs/decisions/0029-one-memory-policy-a-network.md). Ports carry their network-wide
 * numbers, queues are `port * 8 + class`; what the policy keeps of a switch stands at its node number, its ports' or its queues', and no
 * other switch's answers depend on it. The switches keep the accounts and move the bytes; the policy names the segment for a packet, and
 * whether a queue or a whole port must stop or may go. Other switches may run in another part of the network, with another instance of the
 * policy: what happens there is never read, only what is the same since the build.
 */
import type { Bytes } from "../base/units.ts";
import type { SwitchesView } from "../base/view.ts";

/** Answer of `place`: charge the packet to the private segment first, then to the shared pool. */
export const FOOTROOM = 0;
/** Answer of `place`: charge the packet to headroom. */
export const HEADROOM = 1;
/** Answer of `place`: no room, drop the packet. In a lossless class that ends the run, unless the scenario counts drops. */
export const REFUSED = 2;

/** Verdict of `pauses` and `resumes`: change nothing. */
export const NOTHING = 0;
/** Verdict: the ingress queue. A verdict may be `QUEUE | PORT`. */
export const QUEUE = 1;
/** Verdict: the ingress port as a whole. */
export const PORT = 2;

/** What a headroom policy may read: the byte accounts of the switches. */
export interface HeadroomView extends SwitchesView {
  /** By node, all memory of the switch. */
  readonly memory: Float64Array;
  /** Private bytes of each (port, class) that the MMU accounts. */
  readonly private: Bytes;
  /** By node, the shared pool: memory less private segments and what `reserved` set aside, hence not there yet when a policy is made. */
  readonly capacity: Float64Array;
  /** By node, the part of it in use. */
  readonly used: Float64Array;
  /** Bytes of a queue: private and shared together, and headroom. */
  readonly footroom: (queue: number) => Bytes;
  readonly headroom: (queue: number) => Bytes;
  /** Bytes of a port, all classes: in headroom, and in all segments. */
  readonly portHeadroom: (port: number) => Bytes;
  readonly occupancy: (port: number) => Bytes;
  /** The buffer policy's threshold for any ingress queue, now. */
  readonly threshold: (queue: number) => Bytes;
  /** What the buffer policy lets all lossless queues of a port hold together, when `threshold` is that of one of them. */
  readonly portThreshold: (port: number, threshold: Bytes) => Bytes;
  /** Memory of a port's own, which needs no headroom from the switch's; 0: none. */
  ownMemory(port: number): Bytes;
  /** The largest frame, buffer bytes, and what it takes on the wire beyond that. */
  readonly maxFrame: Bytes;
  readonly wireOverhead: Bytes;
  /** Wire bytes of a PAUSE frame. */
  readonly pauseFrame: Bytes;
  /** How long the upstream of a port takes to act on a PAUSE it has received, in bytes at the port's rate. */
  readonly reaction: (port: number) => Bytes;
}

interface Kept {
  /** By port: for each lossless queue, or for all of the port's together. */
  readonly bytes: ArrayLike<Bytes>;
  readonly each: "queue" | "port";
}

/** What is asked for every packet is a function, not a method: the switches call it without the policy. Constant time, nothing allocated. */
export interface HeadroomPolicy {
  /** By node, bytes set aside for headroom, all ports together; the shared pool is what is left. `setAside` adds them up by port. */
  readonly reserved: Float64Array;
  /** What it keeps for packets that come after a stop; absent: nothing. It promises that none is lost where this is enough. */
  readonly kept?: Kept;
  /** Shared bytes at which a lossless queue of `port` is told to stop, when `threshold` is the buffer policy's; absent: those. */
  readonly stopsAt?: (port: number, threshold: Bytes) => Bytes;
  /** Shared bytes to which a stopped queue must fall before its upstream may go again; absent: those at which it is stopped. */
  readonly goesAt?: (port: number, threshold: Bytes) => Bytes;
  /** Segment for a packet of `size` that arrives at `queue`, before it is charged. `threshold` is the buffer policy's. */
  readonly place: (queue: number, size: Bytes, threshold: Bytes) => number;
  /** Asked after a charge to `queue`: what must stop (QUEUE, PORT). May name what is stopped already. */
  readonly pauses: (queue: number, threshold: Bytes) => number;
  /** Asked of a stopped `queue` after a release: what may go again. */
  readonly resumes: (queue: number, threshold: Bytes) => number;
  /**
   * Which stopped queues a release lets ask: every one of its switch, since the pool grew for all,
   * or only the one whose packet left.
   */
  readonly resumeAsks: "every queue" | "own queue";
  /**
   * Bytes that may still come in to a switch, by whatever queue, before what all may send after a PAUSE would no longer fit. Of policies that charge
   * such bytes to the pool, where use may then pass its capacity by as much as they reserved. Absent: what is free in the pool.
   */
  readonly spare?: (node: number) => Bytes;
  /** A packet of `queue` has left, and its memory is given back; nobody was asked yet whether to go. Told while any queue is stopped. */
  readonly onRelease?: (queue: number) => void;
}

/** By node, what the ports of each set aside: `classes` times what `byPort` says. */
export function setAside(
  { firstPort, nodes }: Pick<HeadroomView, "firstPort" | "nodes">,
  byPort: Float64Array,
  classes = 1,
): Float64Array {
  const sum = (node: number): Bytes =>
    byPort.subarray(firstPort[node], firstPort[node + 1]).reduce((all, bytes) => all + bytes, 0);
  return Float64Array.from({ length: nodes }, (_, node) => sum(node) * classes);
}
