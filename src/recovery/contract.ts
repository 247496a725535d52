/**
 * Recovery: what is acknowledged, and what is sent again?
 *
 * One policy instance for all flows. The receiving half answers for each data packet; the sending half hears NACKs and
 * has a timer of its own. The host keeps `sndNxt` and `sndUna`; the policy may move `sndNxt` back through the view.
 */
import type { Timer } from "../view.ts";
import type { Bytes, Ps } from "../units.ts";

/** What the receiver sends back for a packet. */
export const SILENT = 0;
export const ACK = 1;
export const NACK = 2;

export interface RecoveryView {
  readonly flows: number;
  readonly now: Ps;
  readonly size: Float64Array;
  readonly sndNxt: Float64Array;
  readonly sndUna: Float64Array;
  readonly baseRtt: Float64Array;
  /** Bytes received in order: the policy advances it, the host reports completion by it. */
  readonly received: Float64Array;
  /** Moves the next byte to send back to `to`. */
  rewind(flow: number, to: Bytes): void;
  timer(action: (flow: number) => void): Timer;
}

export interface RecoveryPolicy {
  /** Receiver: bytes [seq, seq + size) have arrived. Returns SILENT, ACK or NACK; either carries `received`. */
  onData(flow: number, seq: Bytes, size: Bytes): number;
  /** Sender: `ack` bytes are acknowledged. */
  onAck?(flow: number, ack: Bytes): void;
  /** `arrived` is the first byte of the packet that came too early. */
  onNack(flow: number, ack: Bytes, arrived: Bytes): void;
  onSend?(flow: number): void;
  /** Sender: the last byte is acknowledged. */
  onFinish?(flow: number): void;
}
