/**
 * Recovery: what is acknowledged, and what is retransmitted?
 *
 * The receiver half answers each data packet. The sender half handles ACKs and NACKs and has a timer. The host keeps `sndNxt` and `sndUna`.
 * A policy retransmits in one of two ways: everything from a byte on (`rewind`), or one packet (`repeat`).
 *
 * One policy instance serves all flows. `onData` and `onForget` run at the receiver, all other hooks and timers at the sender. The two may
 * be in different partitions, each with its own instance. So the halves must not share state:
 *
 * - The receiver half reads `received` and its own columns.
 * - The sender half reads all other state, including `repeats`, and arms the timers.
 * - Both read `size`, `baseRtt` and `lineRate`, which are constant.
 */
import type { PacketWords, Repeats, Timer } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** The receiver sends nothing for a packet. The next ACK carries the packet's mark. */
export const SILENT = 0;
/** The receiver drops a packet and sends nothing. The packet's mark is lost. */
export const DISCARDED = -1;
/** The receiver sends an ACK. */
export const ACK = 1;
/** The receiver sends a NACK. */
export const NACK = 2;
/** A NACK that congestion control treats as the answer to a marked packet. */
export const MARKED_NACK = 3;

/** The state of a flow that a recovery policy may read, and the retransmissions that it may request. */
export interface RecoveryView {
  readonly flows: number;
  readonly now: Ps;
  readonly size: Float64Array;
  readonly sndNxt: Float64Array;
  readonly sndUna: Float64Array;
  readonly baseRtt: Float64Array;
  /** Payload of a full packet: packets begin at its multiples. */
  readonly payload: Bytes;
  /** The words that a detection policy keeps on each packet (`words` in detection.ts); null: it keeps none. */
  readonly words: PacketWords | null;
  /** In `onData`, `onTrimmed`, `onAck` and `onNack`: the packet that arrived, an index of `words`. */
  readonly packet: number;
  /** Bytes received in order. The policy advances it; the host derives completion from it. */
  readonly received: Float64Array;
  /** The rate of the sender's port, bit/s. */
  readonly lineRate: Float64Array;
  /** The longest base RTT of any two hosts, and the fastest host's rate. It walks all routes: call it once. */
  longest(): { readonly rtt: Ps; readonly rate: Bps };
  /** Moves the next byte to send back to `to`. */
  rewind(flow: number, to: Bytes): void;
  /** Moves the next byte to send forward to `to`: all bytes before it have arrived. */
  skip(flow: number, to: Bytes): void;
  /** Call this in `create` if the policy retransmits single packets. Other policies then do not pay for the queue. */
  repeats(): Repeats;
  /**
   * Retransmits the packet that begins at byte `seq` as the next packet; -1 cancels that. Each call retransmits one packet; `onSend` may
   * request another.
   */
  repeat(flow: number, seq: Bytes): void;
  /** Sends a packet without data in the class of ACKs. The receiver half gets 0 bytes at byte 0 and answers as always. */
  sendEmpty(flow: number): void;
  /** Notifies congestion control of a lost packet, before the ACK that showed the loss. */
  lost(flow: number, timedOut: boolean): void;
  timer(action: (flow: number) => void): Timer;
}

/** Both halves: the receiver's answer to a packet, and the sender's reaction to the answer. */
export interface RecoveryPolicy {
  /** Receiver: bytes [seq, seq + size) arrived. Returns one of the answers above, which carries `received` and `seq`. */
  onData(flow: number, seq: Bytes, size: Bytes): number;
  /**
   * Receiver: the header of the packet that begins at `seq` arrived; a switch dropped its payload (`trims` in buffer.ts). Returns an answer as
   * `onData` does. A run whose buffer policy trims requires this hook.
   */
  onTrimmed?(flow: number, seq: Bytes): number;
  /** Sender: bytes up to `ack` are acknowledged. The answered packet begins at `arrived` and was sent `rtt` ago. */
  onAck?(flow: number, ack: Bytes, arrived: Bytes, rtt: Ps): void;
  /** The same, for a packet ahead of a gap. */
  onNack(flow: number, ack: Bytes, arrived: Bytes): void;
  /** Sender: the flow begins. Its first packet may leave as soon as this returns. */
  onStart?(flow: number): void;
  /** Sender: the packet that begins at `seq` goes on the wire. */
  onSend?(flow: number, seq: Bytes): void;
  /** Sender: the last byte is acknowledged. */
  onFinish?(flow: number): void;
  /**
   * Receiver: the last byte is acknowledged at the sender. The call is immediate, without a packet, as in simulators that remove both ends
   * at once. It cannot cross partitions, so a network whose policy defines it uses one partition.
   */
  onForget?(flow: number): void;
}
