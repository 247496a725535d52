/**
 * Scheduling: which class does a port send next, and which queue of that class?
 *
 * One policy instance serves all switches of a partition, or of the network if it is not divided. Ports have
 * network-wide numbers. Flow-control frames bypass
 * scheduling and leave first. A decision for a port may depend only on earlier calls for that port.
 *
 * By default a class has one queue at each port. A policy with `queues` divides the class into many queues, and assigns
 * each packet to one of them. It may pause a single queue at the peer of a port
 * (docs/decisions/0050-queues-within-a-class.md). Its decisions for a port may depend on all calls for the same switch.
 * `create` runs in every partition, for all ports. So it must not arm timers: the timer of a port is armed in a hook of
 * its switch.
 */
import type { PacketWords, TimerMaker } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** The state of the egress ports that a scheduling policy may read. */
export interface SchedulingView {
  readonly ports: number;
  /** The classes that have strict priority over all others. Among them the lowest number leaves first. */
  readonly strict: readonly number[];
  /** Bytes of the packet at the head of a class. Valid only for a class with one queue, and only if the policy sets `looksAtHeads`. */
  headSize(port: number, cls: number): Bytes;
}

/** The view of a policy that sets `queues`. It adds state and actions to `SchedulingView`. */
export interface QueueView extends SchedulingView {
  readonly now: Ps;
  readonly timer: TimerMaker;
  rate(port: number): Bps;
  /** One-way propagation delay of the port's link. */
  delay(port: number): Ps;
  /** The bytes that a frame of maximum size takes in a buffer. */
  readonly maxFrame: Bytes;
  /** Preamble and gap that each frame adds on the wire. */
  readonly wireOverhead: Bytes;
  /** True if a host is at the other end of the port's link. */
  toHost(port: number): boolean;
  /** The maximum number of flows. */
  readonly flows: number;
  /** A number for each flow that is the same in every partition. */
  readonly names: Int32Array;
  /**
   * True for a packet with data of a flow. False for ACKs and other packets, which a host queues apart from its flows.
   */
  isData(packet: number): boolean;
  /** Draws a random number from [0, 1). The switch of `port` has a random stream of its own. */
  random(port: number): number;
  /**
   * Adds header fields to each packet: `width` words of 32 bits, from 1 to 1,024. They are 0 when a host creates the
   * packet. Call it once, in `create`.
   */
  words(width: number): PacketWords;
  /**
   * The header fields that a transport writes on its packets (`words` in transport.ts). Null: there is no transport, or
   * it adds none. Read it in hooks, because the transport is created later.
   */
  readonly header: PacketWords | null;
  /** The bytes in a queue. */
  queued(port: number, cls: number, queue: number): Bytes;
  /** The bytes of the packet at the head of a queue. 0: the queue is empty. */
  firstSize(port: number, cls: number, queue: number): Bytes;
  /** True if the peer of `port` has paused the queue. */
  isPaused(port: number, cls: number, queue: number): boolean;
  /** The number of active queues of a class: they have a packet and are not paused. */
  active(port: number, cls: number): number;
  /**
   * The next queue in cyclic order after `queue` that has a packet and is not paused. `queue` itself comes last. -1: no
   * queue is active.
   */
  nextActive(port: number, cls: number, queue: number): number;
  /**
   * Sends a frame to the peer of `port`. When the frame arrives, the peer pauses or resumes `queue` of the class. The
   * peer completes a packet that is already on its wire. If the peer is a host, `queue` is a flow that it sends. A
   * frame may be lost, like any packet. A repeated frame has no effect.
   *
   * If the policy calls `pause` in `assign` or `onLeave`, the cause of the PAUSE is the queue that the packet joins or
   * leaves. `xoff why` and the search for deadlocks follow this cause.
   */
  pause(port: number, cls: number, queue: number): void;
  resume(port: number, cls: number, queue: number): void;
}

/**
 * The hooks of a scheduling policy. The per-packet hooks are function properties, because the switches call them
 * without `this`.
 */
export interface SchedulingPolicy {
  /**
   * Selects the class whose packet the port sends next. `ready` is a bit mask of the classes with a packet that may
   * leave. It is never 0.
   *
   * A port calls `next` once for each packet that it sends, also for a packet that leaves at once because nothing else
   * waits. So `next` may change the policy's state, such as whose turn it is. If classes of
   * `view.strict` are ready, it must return the lowest of them. In xoff's policies such a packet does not change whose
   * turn it is.
   */
  readonly next: (port: number, ready: number) => number;
  /**
   * Set this if the policy calls `headSize`. The switch then queues every packet before it calls `next`, even at an
   * idle port.
   */
  readonly looksAtHeads?: true;
  /** The last packet of class `cls` left its queue at `port`. */
  readonly onEmpty?: (port: number, cls: number) => void;
  /**
   * The number of queues of each class at a port, 2 to 4,096. Absent: 1. Classes with strict priority always have one
   * queue. Requires `assign` and `nextQueue`.
   */
  readonly queues?: number;
  /**
   * Returns the queue that a packet joins at egress `port`. `from` is the ingress port by which the packet came, or -1
   * if its switch created the packet.
   */
  readonly assign?: (port: number, cls: number, packet: number, flow: number, size: Bytes, from: number) => number;
  /**
   * Selects the queue of class `cls` whose packet the port sends next. The queue must have a packet and must not be
   * paused.
   */
  readonly nextQueue?: (port: number, cls: number) => number;
  /**
   * A packet has left its queue, because it was sent or lost. The policy may still write the packet's words. `queue` is
   * the queue that the packet left. All other arguments are as in `assign`.
   */
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
