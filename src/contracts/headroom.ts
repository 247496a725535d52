/**
 * Headroom: where do packets go that arrive after a PAUSE, and who pauses whom for it?
 *
 * The policy names the memory segment of each packet, and the queues and ports to pause or resume. The switches keep the accounts and move
 * the bytes.
 *
 * One policy instance serves all switches of a network (docs/decisions/0029-one-memory-policy-a-network.md). Ports have network-wide
 * numbers; a queue is `port * 8 + class`. State of a switch is indexed by its node number, its ports or its queues.
 *
 * The answers for a switch depend on that switch and on constants of the build only. Other switches may run in another partition, with
 * another instance of the policy.
 */
import type { Bytes } from "../base/units.ts";
import type { SwitchesView } from "../base/view.ts";

/** Answer of `place`: charge the packet to the private segment first, then to the shared pool. */
export const FOOTROOM = 0;
/** Answer of `place`: charge the packet to headroom. */
export const HEADROOM = 1;
/** Answer of `place`: no memory, drop the packet. In a lossless class this ends the run, unless the scenario counts drops. */
export const REFUSED = 2;

/** Answer of `pauses` and `resumes`: no change. */
export const NOTHING = 0;
/** Answer: the ingress queue. `QUEUE | PORT` is valid. */
export const QUEUE = 1;
/** Answer: the whole ingress port. */
export const PORT = 2;

/** The state that a headroom policy may read: the byte accounts of the switches. */
export interface HeadroomView extends SwitchesView {
  /** By node, all memory of the switch. */
  readonly memory: Float64Array;
  /** Private bytes of each (port, class) that is charged to memory. */
  readonly private: Bytes;
  /** By node, the shared pool: memory less private segments and `reserved`. It is not set yet when the policy is created. */
  readonly capacity: Float64Array;
  /** By node, the bytes of the pool in use. */
  readonly used: Float64Array;
  /** Bytes of a queue: private and shared together, and in headroom. */
  readonly footroom: (queue: number) => Bytes;
  readonly headroom: (queue: number) => Bytes;
  /** Bytes of a port, all classes: in headroom, and in all segments. */
  readonly portHeadroom: (port: number) => Bytes;
  readonly occupancy: (port: number) => Bytes;
  /** The buffer policy's threshold for any ingress queue, now. */
  readonly threshold: (queue: number) => Bytes;
  /** The buffer policy's threshold of all lossless queues of a port together, if `threshold` is that of one queue. */
  readonly portThreshold: (port: number, threshold: Bytes) => Bytes;
  /** Memory of the port itself, which needs no headroom in the switch; 0: none. */
  ownMemory(port: number): Bytes;
  /** The largest frame in a buffer, and the bytes that it adds on the wire. */
  readonly maxFrame: Bytes;
  readonly wireOverhead: Bytes;
  /** Wire bytes of a PAUSE frame. */
  readonly pauseFrame: Bytes;
  /** The reaction time of a port's upstream to a PAUSE frame, in bytes at the port's rate. */
  readonly reaction: (port: number) => Bytes;
}

interface Kept {
  /** By port: bytes for each lossless queue, or for all queues of the port together. */
  readonly bytes: ArrayLike<Bytes>;
  readonly each: "queue" | "port";
}

/** The hot hooks are functions, not methods: the switches call them without `this`. Answer in constant time and allocate nothing. */
export interface HeadroomPolicy {
  /** By node: bytes set aside for the headroom of all ports. The shared pool is the rest. `setAside` sums them over ports. */
  readonly reserved: Float64Array;
  /** Bytes kept for packets that arrive after a PAUSE. If they suffice, the policy loses no packet. Absent: 0. */
  readonly kept?: Kept;
  /** X_OFF of a lossless queue of `port` in shared bytes, given the buffer policy's threshold. Absent: `threshold`. */
  readonly stopsAt?: (port: number, threshold: Bytes) => Bytes;
  /** X_ON of a paused queue in shared bytes: the upstream resumes at or below it. Absent: X_OFF. */
  readonly goesAt?: (port: number, threshold: Bytes) => Bytes;
  /** Segment for a packet of `size` that arrives at `queue`, before it is charged. `threshold` is the buffer policy's. */
  readonly place: (queue: number, size: Bytes, threshold: Bytes) => number;
  /** After a charge to `queue`: QUEUE or PORT to pause, which may be paused already. */
  readonly pauses: (queue: number, threshold: Bytes) => number;
  /** After a release, for a paused `queue`: QUEUE or PORT to resume. */
  readonly resumes: (queue: number, threshold: Bytes) => number;
  /** The paused queues to check after a release: every queue of the switch if the whole pool grew, or only the queue whose packet left. */
  readonly resumeAsks: "every queue" | "own queue";
  /**
   * Bytes that may still arrive at a switch before the packets after a PAUSE no longer fit. For policies that charge those packets to the
   * pool, which may then exceed its capacity by the reserved bytes. Absent: the free bytes of the pool.
   */
  readonly spare?: (node: number) => Bytes;
  /** A packet of `queue` left and its memory is free, before paused queues are checked. Called while any queue of the switch is paused. */
  readonly onRelease?: (queue: number) => void;
}

/** By node: the bytes that its ports set aside, `classes` times the sum of `byPort`. */
export function setAside(
  { firstPort, nodes }: Pick<HeadroomView, "firstPort" | "nodes">,
  byPort: Float64Array,
  classes = 1,
): Float64Array {
  const sum = (node: number): Bytes =>
    byPort.subarray(firstPort[node], firstPort[node + 1]).reduce((all, bytes) => all + bytes, 0);
  return Float64Array.from({ length: nodes }, (_, node) => sum(node) * classes);
}
