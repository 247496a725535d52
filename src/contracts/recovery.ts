/**
 * Recovery: what is acknowledged, and what is sent again?
 *
 * One policy instance for all flows. The receiving half answers for each data packet; the sending half hears ACKs and NACKs and has
 * a timer of its own. The host keeps `sndNxt` and `sndUna`. A policy makes it send again in one of two ways: everything from a byte
 * on (`rewind`), or one packet (`repeat`).
 *
 * `onData` and `onForget` are called at a flow's receiver, all else, timers too, at its sender; the two may run in different parts of the
 * network, each with an instance of its own. So the receiving half reads `received` and columns that it writes itself, the sending half the
 * others, `repeats` among them; both read `size`, `baseRtt` and `lineRate`, which are the same since the flow was planned. Timers are armed by the
 * sending half alone.
 */
import type { Repeats, Timer } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** The receiver sends nothing for a packet. The packet's mark goes with the next ACK. */
export const SILENT = 0;
/** The receiver drops a packet and sends nothing. The packet's mark is lost. */
export const DISCARDED = -1;
/** The receiver sends an ACK. */
export const ACK = 1;
/** The receiver sends a NACK. */
export const NACK = 2;
/** A NACK that congestion control hears as if the packet had been marked. */
export const MARKED_NACK = 3;

/** What a recovery policy may read of a flow, and what it may have sent again. */
export interface RecoveryView {
  readonly flows: number;
  readonly now: Ps;
  readonly size: Float64Array;
  readonly sndNxt: Float64Array;
  readonly sndUna: Float64Array;
  readonly baseRtt: Float64Array;
  /** Payload of a full packet: packets begin at its multiples. */
  readonly payload: Bytes;
  /** Bytes received in order: the policy advances it, the host reports completion by it. */
  readonly received: Float64Array;
  /** Of the sender's port, bit/s. */
  readonly lineRate: Float64Array;
  /** The longest round trip between two hosts of an idle network, and the fastest host's rate. A walk of all routes: ask once. */
  longest(): { readonly rtt: Ps; readonly rate: Bps };
  /** Moves the next byte to send back to `to`. */
  rewind(flow: number, to: Bytes): void;
  /** Moves it on to `to`: what lies before has arrived. */
  skip(flow: number, to: Bytes): void;
  /** Asked for when the policy is made, by one that sends single packets again: the others then cost nothing. */
  repeats(): Repeats;
  /**
   * The packet that begins at byte `seq`, sent before, goes next; -1: none after all. One packet for one call: `onSend` hears that it
   * goes and may name another.
   */
  repeat(flow: number, seq: Bytes): void;
  /** Sends a packet without data, with the class of ACKs: the receiver's half hears of 0 bytes at byte 0, and answers as always. */
  sendEmpty(flow: number): void;
  /** Tells congestion control that a packet of the flow was lost, before it hears of the ACK that showed it. */
  lost(flow: number, timedOut: boolean): void;
  timer(action: (flow: number) => void): Timer;
}

/** Both halves: what the receiver answers to a packet, and what the sender does with the answer. */
export interface RecoveryPolicy {
  /** Receiver: bytes [seq, seq + size) have arrived. Returns one of the above; an answer carries `received` and `seq`. */
  onData(flow: number, seq: Bytes, size: Bytes): number;
  /** Sender: bytes up to `ack` are acknowledged, by the answer to the packet that begins at `arrived` and was sent `rtt` ago. */
  onAck?(flow: number, ack: Bytes, arrived: Bytes, rtt: Ps): void;
  /** The same, for a packet that came too early. */
  onNack(flow: number, ack: Bytes, arrived: Bytes): void;
  /** Sender: the flow begins, and may have its first packet on the wire as soon as this returns. */
  onStart?(flow: number): void;
  /** The packet that begins at `seq` goes on the wire. */
  onSend?(flow: number, seq: Bytes): void;
  /** Sender: the last byte is acknowledged. */
  onFinish?(flow: number): void;
  /**
   * Receiver: so it is, told at once although no packet says so, as simulators have it that take both ends down together. What no packet
   * carries crosses no cut: a network whose policy names this runs in one part.
   */
  onForget?(flow: number): void;
}
