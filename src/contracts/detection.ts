/**
 * Detection: what do switches write on a packet about congestion?
 *
 * A policy marks packets, stamps them, or both. A mark has two bits, and its value never decreases. Stamps are in columns of the policy
 * itself, indexed by packet.
 *
 * One policy instance serves all switches of a network; ports have network-wide numbers. A hook reads the state of its own switch and the
 * contents of the packet. Other switches may run in another partition, with another instance of the policy.
 */
import type { Bps, Bytes, Ps } from "../base/units.ts";
import type { PacketWords } from "../base/view.ts";

export { CONGESTED, UNDETERMINED, UNMARKED } from "../base/view.ts";

/** The state that a detection policy may read. */
export interface DetectionView {
  readonly ports: number;
  rate(port: number): Bps;
  /** Bytes queued at egress `port`, all classes, frames of the link policy included. */
  queued(port: number): Bytes;
  /** Bytes sent by `port` since the start, every kind of frame. */
  sent(port: number): Bytes;
  /** Bytes that a frame occupies on the wire in addition to those of `sent`: preamble and gap. */
  readonly wireOverhead: Bytes;
  readonly now: Ps;
  /** Draws a random number from [0, 1), from the stream of the port's switch. */
  random(port: number): number;
  /**
   * Adds a column with `width` 32-bit words for each packet. `width` is from 1 to 1,024. The words of a packet live as
   * long as the packet, and are copied to its ACK. Congestion and recovery policies read it as `view.words`. A host sets the words to 0 when it
   * creates the packet. If `stamp` writes every word before it is read, pass `clears` = false: hosts then skip this
   * step. Call this function once, in `create`. In a list of detection policies, only one may call it.
   */
  words(width: number, clears?: boolean): PacketWords;
  /**
   * Sends a notice from the switch of `port` to the sender of `packet`. The notice has the size of a CNP, 78 B by default. It
   * carries `mark` and a copy of the packet's words (data fields, see `words`). The notice takes the path of the ACKs, in
   * their class. When it arrives, the sender calls the hook `onSignal` of congestion control or of the transport. Call
   * `signal` in the hook `stamp`.
   */
  signal(port: number, packet: number, mark: number): void;
}

/**
 * All hooks are optional. In a list of detection policies, the first policy with `mark` sets the marks, and at most one may have `stamp` or
 * `stampAck`.
 */
export interface DetectionPolicy {
  /** The mark for a data packet that just left the queue; `backlog` is the rest of the queue. The packet keeps its highest mark. */
  mark?(port: number, cls: number, backlog: Bytes): number;
  /**
   * Called before `port` sends `packet`. `hop` is the number of switches that the packet passed before. `view.sent`
   * does not count this packet yet.
   */
  stamp?(port: number, packet: number, hop: number): void;
  /**
   * Called before `port` sends an ACK or NACK that came in by port `from`. If paths are symmetric, the data of the flow
   * leave the switch by `from`. The packet has a copy of the words (see `words`) of the data packet that it answers. The
   * hook is not called for messages of a transport.
   */
  stampAck?(port: number, packet: number, from: number): void;
  /** The backlog of a class at `port` up to which no packet is marked. Absent: marks do not depend on backlog. */
  marksAbove?(port: number): Bytes;
  onEnqueue?(port: number, cls: number, backlog: Bytes): void;
  /** The peer paused or resumed the class. */
  onPaused?(port: number, cls: number): void;
  onResumed?(port: number, cls: number): void;
}
