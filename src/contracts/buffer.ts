/**
 * Buffer: above which occupancy does an ingress queue pause its upstream?
 *
 * One policy instance serves all switches of a network. Its per-packet functions and arrays exist once, so V8 can
 * inline them (docs/decisions/0029-one-memory-policy-a-network.md). State of a switch is indexed by its node number or
 * its ports. Ports have network-wide numbers.
 *
 * The answers for a switch may depend only on the state of that switch and on constants known in `create`. Other switches may run in
 * another partition, with another instance of the policy. `create` runs in every partition, and a timer armed there would fire in each of
 * them. So arm the timer of a switch only in hooks of that switch.
 */
import type { ParamError } from "../base/params.ts";
import type { SwitchesView, TimerMaker } from "../base/view.ts";
import type { Bytes, Ps } from "../base/units.ts";

/**
 * The state that a policy may read. The switches update the elements of the arrays during the run. The array objects
 * stay the same, so a policy may keep references to them.
 */
export interface BufferView extends SwitchesView {
  /** By node, the shared pool: memory less headroom and private segments. */
  readonly capacity: Float64Array;
  /**
   * By node: the bytes of the shared pool in use, over all queues. They can exceed `capacity` if the headroom policy
   * charges to the pool also those packets that arrive after a PAUSE (`policies/headroom/one-counter.ts`).
   */
  readonly used: Float64Array;
  /**
   * The bytes (>= 0) that the switch can still accept before a PAUSE would come too late to prevent a loss. By default
   * they are the free bytes of the pool. A headroom policy with the hook `spare` computes them instead.
   */
  spare(node: number): Bytes;
  /**
   * Bytes of an ingress queue in the shared pool. Bytes in its private segment, and in headroom with a separate
   * account, do not count.
   */
  backlog(port: number, cls: number): Bytes;
  /**
   * Bytes of an egress queue. In `onArrive` the arriving packet is not yet in the queue. In `onDepart` the departing
   * packet is no longer in it.
   */
  waiting(port: number, cls: number): Bytes;
  /**
   * By port: the bytes that arrived by this port since the start and are no longer in the switch, because they were sent or lost. The
   * switches count them only for policies that call this function in `create`.
   */
  departures(): Float64Array;
  /** Bytes of an ingress port in private segments, shared pool and headroom, over all classes. */
  occupancy(port: number): Bytes;
  /** The longest base RTT of any two hosts: a full data packet one way, its ACK back, in an idle network. */
  readonly baseRtt: Ps;
  /** The size of a full data packet in a buffer. */
  readonly dataFrame: Bytes;
  /** The bytes that an ACK, or a transport's message such as a credit, occupies in a buffer. */
  readonly message: Bytes;
  /** Bytes that a frame occupies on the wire in addition to those in a buffer: preamble and gap. */
  readonly wireOverhead: Bytes;
  /** The end of the port's latest transmission. It is in the future while the port sends. */
  busyUntil(port: number): Ps;
  readonly now: Ps;
  readonly timer: TimerMaker;
  /** Draws a random number from [0, 1). The switch of `port` has a random stream of its own. */
  random(port: number): number;
}

/**
 * The hooks of a buffer policy. They are called for every packet, so they must take constant time and allocate nothing. The hot hooks are
 * functions, not methods: the switches call them without `this`.
 */
export interface BufferPolicy {
  /**
   * A limit in shared bytes. For a lossless class, `port` is an ingress port: at this backlog of its queue the switch pauses the upstream
   * (X_OFF). For a lossy class, `port` is an egress port: the switch drops a packet that would exceed the limit there.
   */
  readonly threshold: (port: number, cls: number) => Bytes;
  /**
   * X_OFF of a whole port, as the sum of shared bytes over its lossless queues. It is for headroom policies that pause whole ports (DSH).
   * Absent: `threshold` times the number of lossless classes.
   */
  readonly portThreshold?: (port: number) => Bytes;
  /**
   * True if a packet from `port` to egress port `out` may be stored. Called before every other decision, in lossy
   * classes too. Absent: true.
   */
  readonly admits?: (port: number, cls: number, size: Bytes, out: number) => boolean;
  /**
   * Called for a data packet that would be dropped: memory is full, `admits` refused it, or its egress queue would exceed `threshold`.
   * Returns the class in which the packet's header is forwarded to its receiver, without the payload. If that class has no memory for the
   * header, the switch drops it. -1, or hook absent: the switch drops the packet.
   *
   * The forwarded header is as long as all headers of a data packet together. This is 62 B in the buffer, and 82 B on the
   * wire with preamble and gap. With telemetry it is larger, and `packet.sizes` may choose other sizes.
   */
  readonly trims?: (port: number, cls: number, size: Bytes, out: number) => number;
  /**
   * Called for a packet of a lossy class if it would exceed the limit of its egress queue at port `out`, or the shared
   * pool. True: the switch trims the last packet of that queue, and the arriving packet takes its place. If the
   * arriving packet does not fit even then, the switch trims it or drops it (`trims`). Not called without `trims`, and
   * not for classes with several queues. Absent: false.
   */
  readonly trimsLast?: (port: number, cls: number, size: Bytes, out: number) => boolean;
  /**
   * By port: the bytes that `admits` keeps free for each ingress queue, for packets that arrive after a PAUSE. Absent:
   * 0.
   */
  readonly kept?: ArrayLike<Bytes>;
  /**
   * The reason why `admits` may refuse a lossless packet from `port` although its upstream obeys every PAUSE and `kept` has enough bytes.
   * `isMixed`: lossy classes carry traffic too. Absent or undefined: no such packet is refused.
   */
  leak?(port: number, isMixed: boolean): ParamError | undefined;
  /** By node: the memory use in bytes up to which the policy admits packets. For a switch it must be at least 1. Absent: all memory. */
  readonly limit?: Float64Array;
  // Optional hooks. The run calls only those that a policy defines.
  /** A packet arrived and was charged to memory. */
  readonly onArrive?: (port: number, cls: number, size: Bytes, out: number) => void;
  /** A packet with egress port `out` is no longer stored: it was sent or lost. */
  readonly onDepart?: (port: number, cls: number, size: Bytes, out: number) => void;
  /** The switch paused or resumed the upstream of a port, for class `cls` or for the whole port. */
  onPauseSent?(port: number, cls: number): void;
  onResumeSent?(port: number, cls: number): void;
  /** The peer of an egress port paused or resumed the class. */
  onEgressPaused?(port: number, cls: number): void;
  onEgressResumed?(port: number, cls: number): void;
}
