/**
 * Link: hop-by-hop flow control. May the upstream send now?
 *
 * Each port has two halves, and hosts have both. The downstream half sends frames when the headroom policy decides to pause or resume. With
 * memory of its own, a port decides by its arrivals and departures instead. The upstream half receives the peer's frames and pauses or
 * resumes classes. Neighbouring ports may use different policies.
 *
 * A half reads the state of its own node and the frames that arrived. Of the peer it knows only constants of the build: the peer may run in
 * another partition, with another instance of the policy. Arm the timer of a port in hooks of its node, or in `create` for ports of
 * `acting`.
 */
import type { ParamError } from "../base/params.ts";
import type { TimerMaker } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** The cause of a pause: one class (`QUEUE`) or the whole port (`PORT`). A sender keeps one bit for each cause and class. */
export const QUEUE = 1;
export const PORT = 2;

/** The state and the actions that a link policy has at its ports. */
export interface LinkView {
  readonly now: Ps;
  readonly timer: TimerMaker;
  /** The number of ports in the network, and the ports that run this policy. */
  readonly ports: number;
  readonly mine: readonly number[];
  /**
   * The ports of `mine` whose nodes are in this partition. Arm timers that start at time 0 for these only. Compute constants in `create`
   * for all of `mine`.
   */
  readonly acting: readonly number[];
  /** The port at the other end of the link, and the node of a port. */
  peer(port: number): number;
  node(port: number): number;
  /** True if a frame emitted now would leave at once: `port` sends nothing and is about to send nothing. */
  idle(port: number): boolean;
  /** Memory of the port itself, outside its switch's pool, for all its classes together; 0: none. */
  ownMemory(port: number): Bytes;
  /**
   * The worst-case bytes that arrive at `port` after this policy decides to pause the peer, including the packet that caused the decision.
   */
  worstCase(port: number): Bytes;
  rate(port: number): Bps;
  delay(port: number): Ps;
  readonly lossless: readonly number[];
  /** Bytes of the largest frame in a buffer, and of the preamble and gap that it adds on the wire. */
  readonly maxFrame: Bytes;
  readonly wireOverhead: Bytes;
  /** Bytes that arrived at `port` and are still in the node. */
  backlog(port: number, cls: number): Bytes;
  /** Bytes queued at egress `port` of a switch; Infinity at a host, which queues by flow. */
  waiting(port: number, cls: number): Bytes;
  /** Bytes of `cls` received on `port` of a switch since the start; `cls` is charged to memory. */
  received(port: number, cls: number): Bytes;
  /**
   * Puts a frame of this policy at the head of `port`. It waits only for the packet on the wire and for earlier frames. `words` are four
   * 32-bit words that the peer receives; `size` is the frame's bytes, without preamble and gap.
   */
  emit(port: number, size: Bytes, scope: number, vector: number, words: Int32Array): void;
  /** Replaces `vector` and `words` of the frame of this scope that still waits at `port`. False: no such frame. */
  amend(port: number, scope: number, vector: number, words: Int32Array): boolean;
  /** Downstream, for ports with their own memory: records that the policy paused `cls` at `threshold` bytes, or resumed it. */
  record(port: number, cls: number, scope: number, stops: boolean, threshold: Bytes): void;
  /** Upstream: pauses or resumes `classes`, a bit mask, for one cause. Resuming wakes the port. */
  stop(port: number, cause: number, classes: number): void;
  start(port: number, cause: number, classes: number): void;
  /** Upstream: a condition of `maySend` changed that is no pause bit, such as credits. The port calls `maySend` again. */
  wake(port: number): void;
}

/** Both halves of a port. */
export interface LinkPolicy {
  /** Downstream: the headroom policy pauses or resumes `cls` of the peer, or the whole peer with scope PORT. */
  pause(port: number, cls: number, scope: number): void;
  resume(port: number, cls: number, scope: number): void;
  /** Downstream: another packet arrived of a paused class or port, and the headroom policy still pauses it. */
  pauseAgain?(port: number, cls: number, scope: number): void;
  /** Upstream: a frame of the peer arrived. */
  onFrame(port: number, scope: number, vector: number, words: Int32Array): void;
  /**
   * `pause`: its frames are 802.1Qbb PAUSE frames, with eight times of 16 bits in their words, class 0 first. Absent: frames of its own
   * format.
   */
  readonly frames?: "pause";
  // Optional: the build connects only the hooks that a policy defines.
  onArrive?(port: number, cls: number, size: Bytes): void;
  onDepart?(port: number, cls: number, size: Bytes): void;
  /** The reason why packets that arrive at `port` may be lost despite the reserved memory. Absent or undefined: none is lost. */
  leak?(port: number): ParamError | undefined;
  /** Upstream: may this packet leave now? Called for each packet of a class that no pause bit holds. */
  maySend?(port: number, cls: number, size: Bytes): boolean;
  onSend?(port: number, cls: number, size: Bytes): void;
}
