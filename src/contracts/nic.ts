/**
 * NIC: which of a host's queue pairs sends next, and when is the port looked at again?
 *
 * One instance for all host ports, whose numbers are the network's. `kick` is called whenever something may have become
 * possible; it must send at most one packet, and only when the port is idle. Of flows it hears, and reads, where they are sent from;
 * a port's timer is armed in hooks of that port and its flows.
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
  /** Of recovery that sends single packets again; null: it does not. */
  readonly repeats: Repeats | null;
  /** Earliest moment of the flow's next packet, ps. */
  readonly nextSend: Float64Array;
  /** Payload bytes the flow may have in flight; Infinity: no limit. */
  readonly limit: Float64Array;
  readonly cls: Uint8Array;
  /** Payload of a full packet. */
  readonly payload: Bytes;
  /** Port the flow sends by. */
  readonly port: Int32Array;
  /** Nothing is being sent by `port`, and its link works. */
  idle(port: number): boolean;
  /** Classes that the peer has stopped, a bit mask. */
  stopped(port: number): number;
  /** Queues of ACKs, NACKs and CNPs that may send by `port` now, a bit mask (`ackQueues` in fidelity.ts). */
  readyControl(port: number): number;
  /** Sends the oldest ACK, NACK or CNP of the lowest of these queues, or the packet that the flow sends next, and sets the flow's `nextSend` by its rate. */
  sendControl(port: number, ready: number): void;
  sendData(port: number, flow: number): void;
  timer(action: (port: number) => void): Timer;
}

export interface NicRule {
  kick(port: number): void;
  /** Would a kick at the end of the packet being sent do anything? If not, that event is never created. */
  hasWork(port: number): boolean;
  /** The flow may send from now on; no kick is implied, here and below. */
  onStart(flow: number): void;
  onFinish(flow: number): void;
  /** `sndNxt` was moved back, or a packet is to go again. */
  onRewind(flow: number): void;
  /** `nextSend` was moved earlier. */
  onSooner(flow: number): void;
}
