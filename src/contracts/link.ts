/**
 * Link: hop-by-hop flow control. May the upstream port send now?
 *
 * Each port has two halves; this includes the ports of hosts.
 *
 * - The downstream half sends flow-control frames when the headroom policy pauses or resumes the peer. At a port with
 *   its own memory, this half decides by the port's arrivals and departures instead.
 * - The upstream half receives the peer's frames and pauses or resumes the classes of its port.
 *
 * Neighbouring ports may use different policies. A half may read the state of its own node and the frames that arrived.
 * It may read only constants of its peer. The reason: a run may be split over threads, and the peer may then be in another
 * partition with another instance of the policy. Only the partition of a port's node may act at the port. So arm the
 * timer of a port only in hooks of this node, or in `create` for ports of `acting`.
 */
import type { ParamError } from "../base/params.ts";
import type { TimerMaker } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** Cause of a pause: the peer paused one class. A paused port keeps one bit for each cause and class. */
export const QUEUE = 1;
/** Cause of a pause: the peer paused the whole port. */
export const PORT = 2;

/** The state that a link policy may read, and the actions that it may take at its ports. */
export interface LinkView {
  readonly now: Ps;
  readonly timer: TimerMaker;
  /** The number of all ports in the network. */
  readonly ports: number;
  /** The ports that run this policy. */
  readonly mine: readonly number[];
  /**
   * The ports that run this policy (`mine`) and whose nodes are in this partition. Arm timers in `create` for these ports
   * only. But compute constants in `create` for all ports of `mine`, because a port may need the constants of its peer in
   * another partition.
   */
  readonly acting: readonly number[];
  /** The port at the other end of the link of `port`. */
  peer(port: number): number;
  /** The node of `port`. */
  node(port: number): number;
  /** True if `emit` would send a frame at once: `port` transmits nothing and is not about to start a packet. */
  idle(port: number): boolean;
  /** Memory that the port has outside the memory of its switch, for all its classes together. 0: none. */
  ownMemory(port: number): Bytes;
  /**
   * The maximum bytes that still arrive at `port` after this policy decides to pause the peer. They include the packet
   * that caused the decision.
   */
  worstCase(port: number): Bytes;
  rate(port: number): Bps;
  delay(port: number): Ps;
  readonly lossless: readonly number[];
  /** The bytes that a frame of maximum size takes in a buffer. */
  readonly maxFrame: Bytes;
  /** The preamble and gap that each frame adds on the wire. */
  readonly wireOverhead: Bytes;
  /** Bytes of class `cls` that arrived at `port` and are still in its node. */
  backlog(port: number, cls: number): Bytes;
  /**
   * Bytes of class `cls` queued at egress `port` of a switch. It is Infinity at a host, because a host has a queue for
   * each flow instead.
   */
  waiting(port: number, cls: number): Bytes;
  /** Bytes of `cls` that a switch received at `port` since the start. Only for classes whose packets are charged to the switch's memory. */
  received(port: number, cls: number): Bytes;
  /**
   * Sends a frame of this policy by `port`. The frame waits only for the packet on the wire and for earlier frames of
   * flow control. `words` has four 32-bit words that the peer receives. `size` is the size of the frame, without
   * preamble and gap.
   */
  emit(port: number, size: Bytes, scope: number, vector: number, words: Int32Array): void;
  /**
   * Changes a frame of flow control that still waits at `port`. The frame is the one that `emit` got with the same `scope`
   * (QUEUE or PORT). `vector` and `words` replace the frame's own. Returns false if no such frame waits.
   */
  amend(port: number, scope: number, vector: number, words: Int32Array): boolean;
  /**
   * Downstream half: call this when the policy pauses or resumes `cls` of the peer, so that the measurements record it. This is
   * only for a port with its own memory, because the policy itself decides about pauses there. `threshold` is in bytes.
   */
  record(port: number, cls: number, scope: number, stops: boolean, threshold: Bytes): void;
  /**
   * Upstream half: pauses the classes in the bit mask `classes` for one cause. A class may send while no cause pauses
   * it.
   */
  stop(port: number, cause: number, classes: number): void;
  /**
   * Upstream half: ends the pauses that `stop` began for `cause`, for the classes in the bit mask `classes`. A class
   * that another cause pauses stays paused.
   */
  start(port: number, cause: number, classes: number): void;
  /**
   * Upstream half: call this if `maySend` may return true again for a reason other than a pause, such as new credits.
   * The port then calls `maySend` again.
   */
  wake(port: number): void;
}

/** The hooks of a link policy, for both halves of a port. */
export interface LinkPolicy {
  /**
   * Downstream half: the headroom policy pauses or resumes `cls` of the peer. With scope PORT it pauses or resumes the
   * whole peer.
   */
  pause(port: number, cls: number, scope: number): void;
  resume(port: number, cls: number, scope: number): void;
  /**
   * Downstream half: a packet arrived from a peer that is already paused, and the backlog of the class or port still
   * exceeds its threshold. The peer is paused for `cls`, or with scope PORT as a whole.
   */
  pauseAgain?(port: number, cls: number, scope: number): void;
  /** A flow-control frame of the peer arrived. The upstream half of the port, its sending side, must obey the frame. */
  onFrame(port: number, scope: number, vector: number, words: Int32Array): void;
  /**
   * The format of the policy's frames. "pause": 802.1Qbb PAUSE frames. The four 32-bit `words` of such a frame contain
   * the pause times of the eight classes, class 0 first, with 16 bits for each. Absent: a format of the policy's own.
   */
  readonly frames?: "pause";
  // A packet arrived at the port. All hooks from here on are optional, and a hook that the policy does not define costs
  // nothing.
  onArrive?(port: number, cls: number, size: Bytes): void;
  onDepart?(port: number, cls: number, size: Bytes): void;
  /**
   * Explains why packets that arrive at `port` may be lost despite the reserved memory. Absent or undefined: no packet
   * is lost.
   */
  leak?(port: number): ParamError | undefined;
  /**
   * Upstream half: true if a packet of `size` bytes may leave now. Called only for packets of a class that is not
   * paused.
   */
  maySend?(port: number, cls: number, size: Bytes): boolean;
  onSend?(port: number, cls: number, size: Bytes): void;
  /**
   * Calls `add` with each value of the policy's state that is not visible in packets, queues, pauses and timers. Times
   * are relative to now.
   * Fast-forward skips time only if these values repeat, too.
   */
  addState?(add: (value: number) => void): void;
}
