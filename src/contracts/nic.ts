/**
 * NIC: which of a host's queue pairs sends next, and when does the port check its queue pairs again?
 *
 * One instance serves all host ports, which have network-wide numbers. The model calls `kick` after every event that
 * may make a packet sendable. `kick` sends at most one packet, and only at an idle port. A flow is handled at the port
 * that sends it. Arm the timer of a port only in hooks of that port and its flows.
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
  /**
   * The retransmissions requested by a recovery policy that retransmits single packets. Null: the policy retransmits no
   * single packets.
   */
  readonly repeats: Repeats | null;
  /** By flow: the earliest time at which its next packet may leave, in ps. */
  readonly nextSend: Float64Array;
  /** By flow: the maximum payload bytes in flight. Infinity: no limit. */
  readonly limit: Float64Array;
  /**
   * By flow: 1 while the switch of its host has paused this single flow. Null: no scheduling policy pauses single
   * flows.
   */
  readonly paused: Uint8Array | null;
  /** By flow: the class of its next packet. */
  readonly cls: Uint8Array;
  /** Payload bytes of a full packet. */
  readonly payload: Bytes;
  /** By flow: the port that sends its data. */
  readonly port: Int32Array;
  /** True if `port` is idle and its link works. */
  idle(port: number): boolean;
  /** The classes of `port` that its peer has paused, as a bit mask. */
  stopped(port: number): number;
  /** The queues of ACKs, NACKs and CNPs that may send by `port` now, as a bit mask (`ackQueues` in fidelity.ts). */
  readyControl(port: number): number;
  /** Sends the oldest ACK, NACK or CNP of the lowest queue in `ready`. */
  sendControl(port: number, ready: number): void;
  /** Sends the next packet of a flow, and computes the flow's `nextSend` from its rate. */
  sendData(port: number, flow: number): void;
  timer(action: (port: number) => void): Timer;
}

export interface NicRule {
  kick(port: number): void;
  /**
   * True if a `kick` at the end of the current packet could send. If it is false, the model schedules no event for that
   * end.
   */
  hasWork(port: number): boolean;
  /**
   * The position in the order of queue pairs at which the next search of `port` starts. It decides which pair sends
   * next, so it is part of the state that fast-forward compares. Only the NIC of xoff's own model has this hook.
   */
  turn?(port: number): number;
  /**
   * The flow may send from now on. If this or one of the next three hooks makes a packet sendable, the model calls
   * `kick` after the hook.
   */
  onStart(flow: number): void;
  onFinish(flow: number): void;
  /** The next byte to send moved back, or a packet must be retransmitted. */
  onRewind(flow: number): void;
  /** `nextSend` moved earlier. */
  onSooner(flow: number): void;
}
