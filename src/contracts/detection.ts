/**
 * Detection: what does a packet learn on its way?
 *
 * One policy instance serves all switches of a network; ports carry their network-wide numbers. A policy marks (two bits that only rise) or
 * stamps (columns of its own, indexed by packet); it may do both.
 *
 * A hook reads what stands at its own switch, and what the packet carries: other switches may run in another part of the network, with
 * another instance of the policy.
 */
import type { Bps, Bytes, Ps } from "../base/units.ts";
import type { PacketWords } from "../base/view.ts";

export { CONGESTED, UNDETERMINED, UNMARKED } from "../base/view.ts";

/** What a detection policy may see of its switches. */
export interface DetectionView {
  readonly ports: number;
  rate(port: number): Bps;
  /** Bytes that wait to leave by `port`, of all classes, frames of the link policy included. */
  queued(port: number): Bytes;
  /** Bytes sent by `port` since the start, every kind of frame. */
  sent(port: number): Bytes;
  readonly now: Ps;
  /** A fresh draw from [0, 1), of the switch that has the port. */
  random(port: number): number;
  /** A column of `width` 32-bit words a packet, 1 to 1,024, kept while the packet lives and on the ACK that answers it. */
  words(width: number): PacketWords;
}

/** Marks and stamps; every hook may be left out. */
export interface DetectionPolicy {
  /** Mark for a data packet that has just left the queue; `backlog` is what remains there. The packet keeps its highest. */
  mark?(port: number, cls: number, backlog: Bytes): number;
  /** Called with `packet` about to be sent by `port`, its `hop`th switch counted from 0; its bytes are not yet counted in `sent`. */
  stamp?(port: number, packet: number, hop: number): void;
  /** Backlog of a class at `port` up to which nothing is marked; absent: it does not mark by backlog. */
  marksAbove?(port: number): Bytes;
  onEnqueue?(port: number, cls: number, backlog: Bytes): void;
  /** The class was stopped, or started, by the peer. */
  onPaused?(port: number, cls: number): void;
  onResumed?(port: number, cls: number): void;
}
