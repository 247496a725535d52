/**
 * Scheduling: which class next, and which queue of that class?
 *
 * One policy instance serves all switches of a network; ports have network-wide numbers. Frames of the link policy bypass scheduling: they
 * go first. The answers for a port depend only on the earlier calls for that port.
 *
 * By default a class has one queue at each port. A policy with `queues` divides it into many, and assigns each packet to one of them. It
 * may pause a single queue at the peer of a port (docs/decisions/0050-queues-within-a-class.md). Then the answers for a port depend on the
 * calls for its switch. Other switches may run in another partition, with another instance of the policy. Arm the timer of a port in hooks
 * of its switch, not in `create`.
 */
import type { PacketWords, TimerMaker } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** The state of the egress ports that a scheduling policy may read. */
export interface SchedulingView {
  readonly ports: number;
  /** Classes with strict priority over all others, lowest number first. */
  readonly strict: readonly number[];
  /** Bytes of the packet at the head of a class with one queue. */
  headSize(port: number, cls: number): Bytes;
}

/** The view of a policy with `queues`. */
export interface QueueView extends SchedulingView {
  readonly now: Ps;
  readonly timer: TimerMaker;
  rate(port: number): Bps;
  /** One-way propagation delay of the port's link. */
  delay(port: number): Ps;
  /** Bytes of the largest frame in a buffer, and of the preamble and gap that it adds on the wire. */
  readonly maxFrame: Bytes;
  readonly wireOverhead: Bytes;
  /** True if a host is at the other end of the port's link. */
  toHost(port: number): boolean;
  /** The maximum number of flows, and a number for each flow that does not depend on the partitions. */
  readonly flows: number;
  readonly names: Int32Array;
  /** True for data. False: an ACK or another packet that waits in no queue of a flow at its host. */
  isData(packet: number): boolean;
  /** A draw from [0, 1) of the stream of the port's switch. */
  random(port: number): number;
  /** Header fields: `width` 32-bit words on each packet, 1 to 1,024, 0 when a host creates it. Call it once, in `create`. */
  words(width: number): PacketWords;
  /** Bytes of a queue, and of the packet at its head; 0: empty. */
  queued(port: number, cls: number, queue: number): Bytes;
  firstSize(port: number, cls: number, queue: number): Bytes;
  /** True if the peer has paused the queue. */
  isPaused(port: number, cls: number, queue: number): boolean;
  /** The number of queues of a class that have a packet and are not paused. */
  active(port: number, cls: number): number;
  /** The next such queue in cyclic order after `queue`, which comes last; -1: none. */
  nextActive(port: number, cls: number, queue: number): number;
  /**
   * Sends a frame to the peer of `port`: from its arrival on the peer pauses or resumes `queue` of the class. The packet on its wire is not
   * interrupted. If the peer is a host, `queue` is a flow that it sends. A frame may be lost, like any packet. A repeated one has no effect.
   */
  pause(port: number, cls: number, queue: number): void;
  resume(port: number, cls: number, queue: number): void;
}

/** The hot hooks are functions, not methods: the switches call them without `this`. */
export interface SchedulingPolicy {
  /** Chooses one class of `ready`, a bit mask of classes with a packet that may leave, never 0. The switch sends that packet next. */
  readonly next: (port: number, ready: number) => number;
  /** Set this if the policy calls `headSize`. Every packet is then queued before `next`, even at an idle port. */
  readonly looksAtHeads?: true;
  /** The last packet of the class left its queue. */
  readonly onEmpty?: (port: number, cls: number) => void;
  /**
   * The number of queues of each class at a port, 2 to 4,096. Absent: one. Classes with strict priority have one in any case. Requires
   * `assign` and `nextQueue`.
   */
  readonly queues?: number;
  /** The queue that a packet joins at egress `port`. It came by ingress port `from`; -1: its switch created it. */
  readonly assign?: (port: number, cls: number, packet: number, flow: number, size: Bytes, from: number) => number;
  /** Chooses a queue of class `cls` that has a packet and is not paused. The switch sends that packet next. */
  readonly nextQueue?: (port: number, cls: number) => number;
  /** A packet left its queue, sent or lost. Its words may still be written. The arguments are those of `assign`, and the queue. */
  readonly onLeave?: (
    port: number,
    cls: number,
    packet: number,
    flow: number,
    size: Bytes,
    from: number,
    queue: number,
  ) => void;
}
