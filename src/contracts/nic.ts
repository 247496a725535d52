/**
 * NIC: which of a host's queue pairs sends next, and when is the port looked at again?
 *
 * One instance serves all host ports, which have network-wide numbers. The model calls `kick` after every event that may make a packet
 * sendable. `kick` sends at most one packet, and only at an idle port. The NIC handles each flow where it is sent. Arm the timer of a port
 * in hooks of that port and its flows.
 */
import type { Repeats, Timer } from "../base/view.ts";
import type { Bytes, Ps } from "../base/units.ts";

export interface NicView {
  readonly now: Ps;
  readonly ports: number;
  readonly flows: number;
  readonly size: Float64Array;
  readonly sndNxt: Float64Array;
  readonly sndUna: Float64Array;
  /** The queue of a recovery policy that retransmits single packets; null: it does not. */
  readonly repeats: Repeats | null;
  /** The earliest time of the flow's next packet, ps. */
  readonly nextSend: Float64Array;
  /** The limit of payload bytes in flight; Infinity: no limit. */
  readonly limit: Float64Array;
  /** By flow: 1 while the switch of its host has paused it alone. Null: no scheduling policy pauses single flows. */
  readonly paused: Uint8Array | null;
  /** The class of the flow's next packet. */
  readonly cls: Uint8Array;
  /** Payload of a full packet. */
  readonly payload: Bytes;
  /** The port that sends the flow. */
  readonly port: Int32Array;
  /** True if `port` is idle and its link works. */
  idle(port: number): boolean;
  /** The classes that the peer has paused, a bit mask. */
  stopped(port: number): number;
  /** Queues of ACKs, NACKs and CNPs that may send by `port` now, a bit mask (`ackQueues` in fidelity.ts). */
  readyControl(port: number): number;
  /**
   * `sendControl` sends the oldest ACK, NACK or CNP of the lowest ready queue. `sendData` sends the next packet of the flow, and sets its
   * `nextSend` by its rate.
   */
  sendControl(port: number, ready: number): void;
  sendData(port: number, flow: number): void;
  timer(action: (port: number) => void): Timer;
}

export interface NicRule {
  kick(port: number): void;
  /** True if a kick at the end of the current packet could send. If not, the model creates no event for it. */
  hasWork(port: number): boolean;
  /** The flow may send from now on. This hook and the next three imply no kick. */
  onStart(flow: number): void;
  onFinish(flow: number): void;
  /** `sndNxt` moved back, or a packet must be retransmitted. */
  onRewind(flow: number): void;
  /** `nextSend` moved earlier. */
  onSooner(flow: number): void;
}
