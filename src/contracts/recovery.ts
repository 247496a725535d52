/**
 * Recovery: what is acknowledged, and what is retransmitted?
 *
 * The receiver half answers each data packet. The sender half handles ACKs and NACKs and has a timer. The host keeps
 * `sndNxt` and `sndUna`. A policy retransmits in one of two ways: everything from a byte on (`rewind`), or one packet
 * (`repeat`).
 *
 * One policy instance serves all flows. `onData` and `onForget` run at the receiver, all other hooks and timers at the
 * sender. The two halves may be in different partitions, each with its own instance. So they must not share state:
 *
 * - The receiver half reads `received` and its own columns.
 * - The sender half reads all other state, including `repeats`, and arms the timers.
 * - Both read `size`, `baseRtt` and `lineRate`, which are constant.
 */
import type { PacketWords, Repeats, Timer } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** Result of `onData`: the receiver sends nothing for this packet. Its next ACK carries the packet's ECN mark. */
export const SILENT = 0;
/** Result of `onData`: the receiver drops the packet and sends nothing. The packet's ECN mark is lost. */
export const DISCARDED = -1;
/** Result of `onData`: the receiver sends an ACK. */
export const ACK = 1;
/** Result of `onData`: the receiver sends a NACK. */
export const NACK = 2;
/**
 * Result of `onData`: the receiver sends a NACK, and congestion control treats it as the answer to an ECN-marked
 * packet.
 */
export const MARKED_NACK = 3;

/** The state of flows that a recovery policy may read, and the retransmissions that it may request. */
export interface RecoveryView {
  readonly flows: number;
  readonly now: Ps;
  readonly size: Float64Array;
  readonly sndNxt: Float64Array;
  readonly sndUna: Float64Array;
  readonly baseRtt: Float64Array;
  /** Payload bytes of a full packet. Each packet of a flow begins at a multiple of it. */
  readonly payload: Bytes;
  /** The words that a detection policy adds to each packet (`words` in detection.ts). Null: it adds none. */
  readonly words: PacketWords | null;
  /** The packet that arrived, as an index of `words`. Valid in `onData`, `onTrimmed`, `onAck` and `onNack`. */
  readonly packet: number;
  /**
   * By flow: the bytes that the receiver has in order. The policy increases it; the host completes the flow when it
   * reaches `size`.
   */
  readonly received: Float64Array;
  /** By flow: the rate of the sender's port, bit/s. */
  readonly lineRate: Float64Array;
  /**
   * The longest base RTT between any two hosts, and the rate of the fastest host. This computation visits all routes,
   * so call it once.
   */
  longest(): { readonly rtt: Ps; readonly rate: Bps };
  /** Goes back: the next byte that the flow sends is byte `to`. The sender retransmits everything from there. */
  rewind(flow: number, to: Bytes): void;
  /** Goes ahead: the next byte that the flow sends is byte `to`, because the receiver has all bytes before it. */
  skip(flow: number, to: Bytes): void;
  /**
   * Call this in `create` if the policy retransmits single packets. The queue of retransmissions exists only for
   * policies that do.
   */
  repeats(): Repeats;
  /**
   * Makes the packet that begins at byte `seq` the next packet of the flow. -1 cancels this request. Each call
   * retransmits one packet; `onSend` may request the next.
   */
  repeat(flow: number, seq: Bytes): void;
  /**
   * Sends a packet without payload, in the class of ACKs. The receiver half gets it as 0 bytes at byte 0, and answers
   * it as any other packet.
   */
  sendEmpty(flow: number): void;
  /**
   * Notifies congestion control of a lost packet. Call it before congestion control handles the ACK that showed the
   * loss.
   */
  lost(flow: number, timedOut: boolean): void;
  timer(action: (flow: number) => void): Timer;
}

/** The hooks of a recovery policy: the receiver's answer to each packet, and the sender's reaction to each answer. */
export interface RecoveryPolicy {
  /**
   * Receiver: bytes [seq, seq + size) arrived. Returns one of the constants from SILENT to MARKED_NACK. If the host
   * then sends an ACK or NACK, this packet carries `seq` and the flow's value in the column `received`.
   */
  onData(flow: number, seq: Bytes, size: Bytes): number;
  /**
   * Receiver: only the header of the packet that begins at `seq` arrived, because a switch dropped its payload (`trims`
   * in buffer.ts). Returns the same values as `onData`. It is required if the buffer policy trims.
   */
  onTrimmed?(flow: number, seq: Bytes): number;
  /**
   * Sender: an ACK arrived for all bytes before `ack`. It answers the packet that begins at `arrived` and was sent
   * `rtt` ago.
   */
  onAck?(flow: number, ack: Bytes, arrived: Bytes, rtt: Ps): void;
  /**
   * Sender: a NACK arrived. The receiver has all bytes before `ack`. The NACK answers the packet that begins at
   * `arrived`, which arrived beyond a gap.
   */
  onNack(flow: number, ack: Bytes, arrived: Bytes): void;
  /** Sender: the flow begins. Its first packet may leave as soon as this hook returns. */
  onStart?(flow: number): void;
  /** Sender: the packet that begins at `seq` is put on the wire. */
  onSend?(flow: number, seq: Bytes): void;
  /** Sender: the last byte of the flow is acknowledged. */
  onFinish?(flow: number): void;
  /**
   * Receiver: the sender has the last ACK. Some simulators remove both ends of a flow at that moment. The model calls
   * the hook directly, because no packet notifies the receiver. Such a call cannot cross partitions, so a network with
   * this hook uses one partition.
   */
  onForget?(flow: number): void;
}
