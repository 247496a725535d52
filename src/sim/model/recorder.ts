/**
 * What the model tells whoever measures. Called for what is rare (a flow's end, a PAUSE, a drop), never for each packet,
 * so that a run measured and a run not measured are the same run. Times are the queue's `now`.
 */
import type { Bytes } from "../../base/units.ts";

// Why a packet was dropped: indices of `DROP_CAUSES` (`contracts/probe.ts`).
export const NO_BUFFER = 0;
export const NO_HEADROOM = 1;
export const DAMAGED = 2;
export const LINK_DOWN = 3;
export const NO_ROUTE = 4;
// Of faults alone.
export const LOST_PAUSE = 5;
export const WATCHDOG = 6;
export const SLOW_RECEIVER = 7;
/** The payload was dropped, and the header goes on. */
export const TRIMMED = 8;

export interface Recorder {
  /** The receiver has every byte in order; the sender has the last ACK. */
  onReceived(flow: number): void;
  onAcked(flow: number): void;
  /** `port` (the ingress whose buffer ran over) told its peer to stop or go. `scope` as in `contracts/link.ts`. */
  onVerdict(port: number, cls: number, scope: number, stops: boolean, backlog: Bytes, threshold: Bytes): void;
  /** `port` heard from its peer that `classes`, a bit mask, must stop or may go. */
  onStopped(port: number, cause: number, classes: number): void;
  onStarted(port: number, cause: number, classes: number): void;
  onDrop(port: number, packet: number, cause: number): void;
}

/** Follows every packet of chosen nodes; null in a run that does not trace. */
export interface Tracer {
  onReceive(node: number, port: number, packet: number): void;
  /** `queue` is the class, `backlog` the bytes of that class at the port without the packet. */
  onEnqueue(node: number, port: number, queue: number, packet: number, backlog: Bytes): void;
  /** `mark` is what the switch gave the packet, also one whose mark nobody reads: an ACK. */
  onDequeue(node: number, port: number, queue: number, packet: number, backlog: Bytes, mark: number): void;
  /** The link of `port` is dead: the packet waited there, or has arrived there. */
  onDead?(node: number, port: number, queue: number, packet: number, backlog: Bytes, arrived: boolean): void;
}
