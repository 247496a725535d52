/**
 * Headroom: which memory stores the packets that arrive after a PAUSE, and which queues or ports does a switch pause?
 *
 * The policy selects the memory segment of each packet, and the queues and ports to pause or resume. The switches keep
 * the accounts and move the bytes.
 *
 * One policy instance serves all switches of a network (docs/decisions/0029-one-memory-policy-a-network.md). Ports have
 * network-wide numbers; the number of a queue is 8 times port, plus class. State of a switch is indexed by its node
 * number, its ports or its queues.
 *
 * The policy may decide for a switch only by the state of that switch and by constants known in `create`.
 * Other switches may run in another partition, with another instance of the policy.
 */
import type { Bytes } from "../base/units.ts";
import type { SwitchesView } from "../base/view.ts";

/** Result of `place`: charge the packet to the private segment first, then to the shared pool. */
export const FOOTROOM = 0;
/** Result of `place`: charge the packet to headroom. */
export const HEADROOM = 1;
/**
 * Result of `place`: no memory, so drop the packet. In a lossless class a drop ends the run, unless the scenario sets
 * `onDrop: count`.
 */
export const REFUSED = 2;

/** Result of `pauses` and `resumes`: pause or resume nothing. */
export const NOTHING = 0;
/** Result of `pauses` and `resumes`: pause or resume the class of this ingress queue. `QUEUE | PORT` combines both. */
export const QUEUE = 1;
/** Result of `pauses` and `resumes`: pause or resume all classes of the ingress port. */
export const PORT = 2;

/** The state that a headroom policy may read: the byte accounts of the switches. */
export interface HeadroomView extends SwitchesView {
  /** By node: the total memory of the switch, in bytes. */
  readonly memory: Float64Array;
  /** Private bytes of each (port, class). Only classes whose packets are charged to the switch's memory have them. */
  readonly private: Bytes;
  /**
   * By node: the size of the shared pool, which is the memory less private segments and `reserved`. It is set only
   * after the policy has been created.
   */
  readonly capacity: Float64Array;
  /** By node: the bytes of the shared pool in use. */
  readonly used: Float64Array;
  /** Bytes of an ingress queue in its private segment and in the shared pool. */
  readonly footroom: (queue: number) => Bytes;
  /** Bytes of an ingress queue in headroom. */
  readonly headroom: (queue: number) => Bytes;
  /** Bytes of an ingress port in headroom, over all classes. */
  readonly portHeadroom: (port: number) => Bytes;
  /** Bytes of an ingress port in private segments, shared pool and headroom, over all classes. */
  readonly occupancy: (port: number) => Bytes;
  /** The threshold that the buffer policy now computes for an ingress queue. */
  readonly threshold: (queue: number) => Bytes;
  /**
   * The buffer policy's threshold for all lossless queues of a port together. The argument `threshold` is the buffer
   * policy's current threshold for a single queue of that port.
   */
  readonly portThreshold: (port: number, threshold: Bytes) => Bytes;
  /**
   * Memory that the port has outside the memory of its switch. Such a port needs no headroom in the switch. 0: none.
   */
  ownMemory(port: number): Bytes;
  /** The bytes that a frame of maximum size takes in a buffer. */
  readonly maxFrame: Bytes;
  /** Preamble and gap that each frame adds on the wire. */
  readonly wireOverhead: Bytes;
  /** Size of a PAUSE frame on the wire. */
  readonly pauseFrame: Bytes;
  /** The time that the upstream of a port needs to react to a PAUSE frame, as bytes at the port's rate. */
  readonly reaction: (port: number) => Bytes;
}

interface Kept {
  /** By port: the bytes of headroom of each lossless queue, or of the whole port (see `each`). */
  readonly bytes: ArrayLike<Bytes>;
  /** Whether `bytes` is the headroom of each lossless queue of a port, or of the whole port. */
  readonly each: "queue" | "port";
}

/**
 * The hooks of a headroom policy. The per-packet hooks are function properties, because the switches call them without
 * `this`. They must take constant time and allocate nothing.
 */
export interface HeadroomPolicy {
  /**
   * By node: the bytes reserved for the headroom of all ports. The shared pool gets the rest of the memory. `setAside`
   * computes this sum.
   */
  readonly reserved: Float64Array;
  /**
   * The bytes that the policy keeps free for packets that arrive after a PAUSE. If they suffice, no lossless packet is
   * dropped. Absent: 0 bytes.
   */
  readonly kept?: Kept;
  /**
   * X_OFF of a lossless queue of `port`, as bytes in the shared pool. `threshold` is the buffer policy's threshold.
   * Absent: X_OFF is `threshold`.
   */
  readonly stopsAt?: (port: number, threshold: Bytes) => Bytes;
  /**
   * X_ON of a paused queue, as bytes in the shared pool: the switch resumes the upstream at or below it. Absent: X_ON
   * equals X_OFF.
   */
  readonly goesAt?: (port: number, threshold: Bytes) => Bytes;
  /**
   * Selects the memory segment for a packet of `size` bytes that arrives at `queue`. Called before the packet is
   * charged. `threshold` is the buffer policy's.
   */
  readonly place: (queue: number, size: Bytes, threshold: Bytes) => number;
  /**
   * Called after a packet is charged to `queue`. Returns QUEUE or PORT if the upstream must be paused, even if it is
   * already paused. The link policy may then repeat its PAUSE frame (`pauseAgain` in link.ts).
   */
  readonly pauses: (queue: number, threshold: Bytes) => number;
  /** Called for a paused `queue` after memory was freed. Returns QUEUE or PORT to resume the upstream. */
  readonly resumes: (queue: number, threshold: Bytes) => number;
  /**
   * The paused queues for which `resumes` is called when a packet leaves.
   *
   * - "every queue": all paused queues of the switch. Choose this if `resumes` depends on the free bytes of the pool.
   * - "own queue": only the queue that the packet leaves.
   */
  readonly resumeAsks: "every queue" | "own queue";
  /**
   * The bytes that a switch can still accept, including packets that arrive after a PAUSE. Define this hook if the
   * policy charges such packets to the shared pool. The pool may then hold up to `reserved` bytes more than its
   * capacity. Absent: the free bytes of the pool.
   */
  readonly spare?: (node: number) => Bytes;
  /**
   * Called when a packet of `queue` has left and its memory is free, before `resumes`. It is called only while the
   * switch keeps the upstream of at least one ingress queue paused.
   */
  readonly onRelease?: (queue: number) => void;
}

/** Sums the headroom of all ports for each node: `classes` times the sum of `byPort` over the node's ports. */
export function setAside(
  { firstPort, nodes }: Pick<HeadroomView, "firstPort" | "nodes">,
  byPort: Float64Array,
  classes = 1,
): Float64Array {
  const sum = (node: number): Bytes =>
    byPort.subarray(firstPort[node], firstPort[node + 1]).reduce((all, bytes) => all + bytes, 0);
  return Float64Array.from({ length: nodes }, (_, node) => sum(node) * classes);
}
