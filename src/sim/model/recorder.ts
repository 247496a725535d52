/**
 * `Recorder` is the interface that the model calls when a measured event occurs. Such events are rare: for example
 * the end of a flow, a PAUSE or a drop. The arrival of a packet is no such event, so measuring costs little. The time
 * of an event is `now` of the event queue.
 */
import type { Bytes } from "../../base/units.ts";

// Causes of a drop, as indices of `DROP_CAUSES` (`contracts/probe.ts`).
export const NO_BUFFER = 0;
export const NO_HEADROOM = 1;
export const DAMAGED = 2;
export const LINK_DOWN = 3;
export const NO_ROUTE = 4;
// Causes of a drop that occur only in runs with faults.
export const LOST_PAUSE = 5;
export const WATCHDOG = 6;
export const SLOW_RECEIVER = 7;
/** The drop cause of a trimmed packet: its payload was dropped, its header is forwarded. */
export const TRIMMED = 8;

export interface Recorder {
  /** The receiver has every byte of a flow in order. */
  onReceived(flow: number): void;
  /** The sender has the last ACK. */
  onAcked(flow: number): void;
  /**
   * A switch pauses or resumes the peer of ingress `port`, because `backlog` crossed `threshold`. `scope` is defined in
   * `contracts/link.ts`.
   */
  onVerdict(port: number, cls: number, scope: number, stops: boolean, backlog: Bytes, threshold: Bytes): void;
  /**
   * The scheduling policy of a switch pauses or resumes one queue at the peer of `port`, or one flow if the peer is a host.
   * `target` is this queue or flow, and `cls` its class. `asker` is the queue of the switch that a packet was joining or
   * leaving when the policy decided. `backlog` has the bytes of this queue. If there was no such queue, `asker` is
   * `NO_ASKER` (`queue-pauses.ts`), and `backlog` is NaN. If the policy repeats a decision, this hook is not called again.
   */
  onQueueVerdict?(port: number, cls: number, target: number, stops: boolean, asker: number, backlog: Bytes): void;
  /**
   * The peer of `port` has paused or resumed one queue of the class at this port. At a host, `queue` is the number of a
   * flow, and `cls` has no meaning.
   */
  onQueueStopped?(port: number, cls: number, queue: number, stops: boolean): void;
  /** The peer of `port` has paused or resumed `classes`, a bit mask, at this port. */
  onStopped(port: number, cause: number, classes: number): void;
  onStarted(port: number, cause: number, classes: number): void;
  onDrop(port: number, packet: number, cause: number): void;
}

/** Receives every packet event of selected nodes. Runs without a trace have no tracer. */
export interface Tracer {
  onReceive(node: number, port: number, packet: number): void;
  /**
   * A packet joins an egress queue. `queue` is its class. `backlog` is the bytes of that class at the port, without the
   * packet.
   */
  onEnqueue(node: number, port: number, queue: number, packet: number, backlog: Bytes): void;
  /**
   * A packet leaves an egress queue. `mark` is the ECN mark that the switch has set, even on packets whose mark is
   * ignored, such as ACKs.
   */
  onDequeue(node: number, port: number, queue: number, packet: number, backlog: Bytes, mark: number): void;
  /**
   * A packet is lost because the link of `port` is dead. `arrived` is true if the packet arrived over this link, and
   * false if it waited to leave by it.
   */
  onDead?(node: number, port: number, queue: number, packet: number, backlog: Bytes, arrived: boolean): void;
}
