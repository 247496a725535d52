/**
 * Notifications from the model to the measurements. They are for rare events, such as the end of a flow or a PAUSE, never for each packet.
 * So measuring does not change a run. The time is `now` of the queue.
 */
import type { Bytes } from "../../base/units.ts";

// Causes of a drop: indices of `DROP_CAUSES` (`contracts/probe.ts`).
export const NO_BUFFER = 0;
export const NO_HEADROOM = 1;
export const DAMAGED = 2;
export const LINK_DOWN = 3;
export const NO_ROUTE = 4;
// Causes of a drop that only faults have.
export const LOST_PAUSE = 5;
export const WATCHDOG = 6;
export const SLOW_RECEIVER = 7;
/** The payload was dropped, and the header goes on. */
export const TRIMMED = 8;

export interface Recorder {
  /** The receiver has every byte in order. The sender has the last ACK. */
  onReceived(flow: number): void;
  onAcked(flow: number): void;
  /** The ingress `port` pauses or resumes its peer, because of its occupancy. `scope` is as in `contracts/link.ts`. */
  onVerdict(port: number, cls: number, scope: number, stops: boolean, backlog: Bytes, threshold: Bytes): void;
  /** `port` was paused or resumed by its peer for `classes`, a bit mask. */
  onStopped(port: number, cause: number, classes: number): void;
  onStarted(port: number, cause: number, classes: number): void;
  onDrop(port: number, packet: number, cause: number): void;
}

/** Traces every packet of selected nodes. Null in a run without a trace. */
export interface Tracer {
  onReceive(node: number, port: number, packet: number): void;
  /** `queue` is the class. `backlog` is the bytes of that class at the port, without the packet. */
  onEnqueue(node: number, port: number, queue: number, packet: number, backlog: Bytes): void;
  /** `mark` is the ECN mark of the switch, also for packets whose mark is not read, such as ACKs. */
  onDequeue(node: number, port: number, queue: number, packet: number, backlog: Bytes, mark: number): void;
  /** The link of `port` is dead, and the packet is lost. It waited at the port, or it has arrived there. */
  onDead?(node: number, port: number, queue: number, packet: number, backlog: Bytes, arrived: boolean): void;
}
