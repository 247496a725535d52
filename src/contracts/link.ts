/**
 * Link: hop-by-hop flow control. May the upstream send now?
 *
 * Two halves on one port, whose number is the network's. The downstream half hears what the headroom policy decides
 * (or, with memory of its own, what arrives and departs) and sends frames; the upstream half hears frames from the
 * peer and stops or starts classes. Hosts have both halves. Each port may use another policy than its neighbours.
 *
 * A port's halves know their own node: what stands there, and what frames brought. Of the peer they know what is the same since the build;
 * it may run in another part of the network, with another instance of the policy. A port's timer is armed in hooks of its node or, as the
 * policy is made, for ports of `acting`.
 */
import type { ParamError } from "../base/params.ts";
import type { TimerMaker } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** What a stop is about: one class (`QUEUE`), or the whole port (`PORT`). A sender keeps one bit per cause and class. */
export const QUEUE = 1;
export const PORT = 2;

/** What a link policy may see and do at its ports. */
export interface LinkView {
  readonly now: Ps;
  readonly timer: TimerMaker;
  /** How many ports the network has, and those that run this policy. */
  readonly ports: number;
  readonly mine: readonly number[];
  /** Those of them whose nodes act here: timers that run from the beginning are armed for these alone. What is reckoned when the policy is made covers `mine`. */
  readonly acting: readonly number[];
  /** The port at the other end of the link, and the node that a port belongs to. */
  peer(port: number): number;
  node(port: number): number;
  /** Is nothing on its way out by `port`, nor about to be? A frame emitted now would not wait. */
  idle(port: number): boolean;
  /** Memory of a port's own, outside its switch's pool, for all its classes together; 0: none. */
  ownMemory(port: number): Bytes;
  /** What may arrive at `port` at worst, the packet that decides it included, once its peer is to stop by a frame of this policy. */
  worstCase(port: number): Bytes;
  rate(port: number): Bps;
  delay(port: number): Ps;
  readonly lossless: readonly number[];
  /** Bytes of the largest frame in a buffer, and of preamble and gap, which it has on the wire besides. */
  readonly maxFrame: Bytes;
  readonly wireOverhead: Bytes;
  /** Bytes that came in by `port` and are still here. */
  backlog(port: number, cls: number): Bytes;
  /** Bytes that wait to leave by `port` of a switch; Infinity at a host, which queues by flow. */
  waiting(port: number, cls: number): Bytes;
  /** Bytes of `cls`, a class that is charged to memory, received on `port` of a switch since the start. */
  received(port: number, cls: number): Bytes;
  /**
   * Puts a frame of this policy at the head of `port`: it waits for the packet on the wire and for earlier frames only.
   * `words` are four 32-bit words that the peer reads back with `word`; `size` is its bytes, preamble and gap excluded.
   */
  emit(port: number, size: Bytes, scope: number, vector: number, words: Int32Array): void;
  /** Puts `vector` and `words` into the frame of this scope that still waits at `port`. False: none waits. */
  amend(port: number, scope: number, vector: number, words: Int32Array): boolean;
  /**
   * Downstream, where memory is the port's own and nobody else decides: puts it on record that the policy has `cls` stopped at
   * `threshold` bytes, or lets it go.
   */
  record(port: number, cls: number, scope: number, stops: boolean, threshold: Bytes): void;
  /** Upstream: stops or starts `classes`, a bit mask, for one cause. Starting wakes the port. */
  stop(port: number, cause: number, classes: number): void;
  start(port: number, cause: number, classes: number): void;
  /** Upstream: something else than a stop bit changed (credits): ask `maySend` again. */
  wake(port: number): void;
}

/** Both halves of a port: the one that tells its peer, and the one that is told. */
export interface LinkPolicy {
  /** Downstream: the headroom policy wants `cls` of the peer (or, scope PORT, all of it) to stop, or lets it go. */
  pause(port: number, cls: number, scope: number): void;
  resume(port: number, cls: number, scope: number): void;
  /** Downstream: another packet has come of what is to stop already, and the headroom policy wants it stopped still. */
  pauseAgain?(port: number, cls: number, scope: number): void;
  /** Upstream: a frame that the peer emitted has arrived. */
  onFrame(port: number, scope: number, vector: number, words: Int32Array): void;
  /** `pause`: its frames are PAUSE frames of 802.1Qbb, eight times of 16 bits in their words, class 0 first. Absent: frames of its own. */
  readonly frames?: "pause";
  // Only policies that need them name these; the build wires none that is absent.
  onArrive?(port: number, cls: number, size: Bytes): void;
  onDepart?(port: number, cls: number, size: Bytes): void;
  /** Why packets may be lost where what comes in by `port` is put, whatever is kept free for them; absent, or undefined: they are not. */
  leak?(port: number): ParamError | undefined;
  /** Upstream, asked before each packet that no stop bit holds. */
  maySend?(port: number, cls: number, size: Bytes): boolean;
  onSend?(port: number, cls: number, size: Bytes): void;
}
