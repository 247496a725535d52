/**
 * Transport: how do the two ends of a flow exchange packets?
 *
 * A transport policy replaces congestion control and recovery. It creates every packet of its flows: data packets, and
 * messages such as credits or pulls. It chooses the time, the class and the entropy of each packet. Schemes that are
 * clocked by ACKs are simpler to write as the roles `congestion` and `recovery`.
 *
 * One policy instance serves all flows. The sender half runs at the flow's source, the receiver half at its
 * destination. The two may be in different partitions, each with its own instance. So the halves share no state: they
 * communicate by packets. The comment of each hook names its half.
 *
 * A port of a host has eight queues, one for each class. The NIC sends from the lowest class that has a packet and is
 * not paused. Within a class it sends in order. A packet in these queues cannot be recalled or changed. A transport
 * that decides late therefore creates packets in `onIdle`.
 *
 * A transport may use all classes, 0 to 7. It need not use the class that the scenario requests for a flow. Class
 * `classes.control` of the scenario, 0 by default, is not charged to the switch's memory and cannot be lossless. With
 * `headerClass`, xoff warns about a class that data of a lower class overtakes under `strict`, unless it is
 * `classes.control`.
 *
 * A flow number is used once in a run. So state of a flow may stay after its end, at both ends and at switches.
 */
import type { PacketWords, Timer } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** The state that a transport may read, and the packets that it may send. */
export interface TransportView {
  readonly now: Ps;
  /** The maximum number of flows. A column by flow (an array with one element per flow) has this length. */
  readonly flows: number;
  /** The number of ports of all nodes. A column by port (an array with one element per port) has this length. */
  readonly ports: number;
  /** Payload bytes of each flow. Infinity: the flow has no end. */
  readonly size: Float64Array;
  /** Base RTT of each flow: the time for a full data packet and a message in return, in an idle network. */
  readonly baseRtt: Float64Array;
  /** Rate of each flow's sending port, in bit/s. */
  readonly lineRate: Float64Array;
  /**
   * By flow: a rank to sort flows by. Planned flows come first, in the order of their numbers. Flows requested during
   * the run follow. Their flow numbers depend on the run's partitions, but their ranks do not.
   */
  readonly order: Int32Array;
  /** By flow: the traffic class that the scenario requests. */
  readonly cls: Uint8Array;
  /** By flow: the port that sends the flow's data, a network-wide number. */
  readonly port: Int32Array;
  /** The port by which the receiver of a flow sends its messages. A host with several ports uses its first port. */
  receiverPort(flow: number): number;
  /** By flow: the node number of its source. */
  readonly source: Int32Array;
  /** By flow: the node number of its destination. */
  readonly destination: Int32Array;
  /** The payload of a full data packet, bytes. */
  readonly payload: Bytes;
  /** The headers of a data packet, bytes. */
  readonly dataHeader: Bytes;
  /** The size of a message, bytes. */
  readonly message: Bytes;
  /** Time for which a frame occupies the link of `port`, with preamble and gap. `size` is without them, as in a buffer. */
  wireTime(port: number, size: Bytes): Ps;
  rate(port: number): Bps;
  /** Bytes that wait in the eight queues of a host's port. */
  queued(port: number): Bytes;
  /** Draws a random number from [0, 1). The host of `port` has a random stream of its own. */
  random(port: number): number;
  /** Creates a timer with one pending time for each flow, which the flow's sender sets. */
  senderTimer(action: (flow: number) => void): Timer;
  /** Creates a timer with one pending time for each flow, which the flow's receiver sets. */
  receiverTimer(action: (flow: number) => void): Timer;
  /** Creates a timer with one pending time for each port of the hosts. */
  portTimer(action: (port: number) => void): Timer;
  /**
   * Adds header fields to each packet: `width` words of 32 bits, from 1 to 1,024. They are 0 in a new packet. Call it
   * once, in `create`.
   */
  words(width: number): PacketWords;
  /** The words that a detection policy adds to each packet (`words` in detection.ts). Null: it adds none. */
  readonly telemetry: PacketWords | null;
  /** The time when `packet` left its host. Only for the packet that the present hook received. */
  sentAt(packet: number): Ps;
  /** The entropy with which the packet was created. */
  entropy(packet: number): number;
  /**
   * Sender: creates a data packet with bytes [seq, seq + bytes) and appends it to the queue of class `cls` at the
   * sender's port. Returns the index of the packet, by which the policy writes the packet's header words. The index is
   * valid until the hook returns. `entropy` is the UDP source port, 0 to 65,535, which ECMP hashes.
   */
  send(flow: number, seq: Bytes, bytes: Bytes, cls: number, entropy: number): number;
  /**
   * Sender: creates a message to the receiver of a flow. The policy defines the meaning of `kind`, 0 to 255, and
   * `value`. A value is any finite number, stored as a double: whole numbers are exact up to 2^53. Returns the
   * index of the message, by which the policy writes the message's header words.
   */
  request(flow: number, kind: number, value: number, cls: number, entropy: number): number;
  /** Receiver: creates a message to the sender of a flow. The parameters are those of `request`. */
  reply(flow: number, kind: number, value: number, cls: number, entropy: number): number;
  /**
   * Receiver: reports `bytes` of payload that arrived for the first time. Call it in `onData`. The flow completes when
   * the sum of all reported bytes equals its size.
   */
  deliver(flow: number, bytes: Bytes): void;
  /**
   * Sender: ends the flow, because everything is acknowledged. Packets of the flow that arrive later end at their host
   * without a call of a hook.
   */
  finish(flow: number): void;
}

/** The hooks of a transport. `onStart` and `onData` are required, all others are optional. */
export interface TransportPolicy {
  /** Sender: the flow begins. */
  onStart(flow: number): void;
  /** Receiver: a data packet with bytes [seq, seq + bytes) arrived. `mark` is its congestion mark, such as CONGESTED (detection.ts). */
  onData(flow: number, packet: number, seq: Bytes, bytes: Bytes, mark: number): void;
  /**
   * Receiver: only the header of the data packet at `seq` arrived, because a switch dropped its payload. Required if
   * the buffer policy trims.
   */
  onTrimmed?(flow: number, packet: number, seq: Bytes, mark: number): void;
  /** Receiver: a message of the sender (`request`) arrived. */
  onRequest?(flow: number, packet: number, kind: number, value: number): void;
  /** Sender: a message of the receiver (`reply`) arrived. */
  onReply?(flow: number, packet: number, kind: number, value: number): void;
  /** Sender: a notice arrived that a switch sent about a packet of the flow (`signal` in detection.ts). */
  onSignal?(flow: number, packet: number, mark: number): void;
  /**
   * A host's port has ended a transmission or a pause, and no packet in its queues may leave. The policy may create packets now. The
   * model calls `onIdle` again only after another transmission or pause. Another hook, such as `onReply`, may make data ready while the
   * port is idle. That hook must then create the first packet itself.
   */
  onIdle?(port: number): void;
  /**
   * Sender or receiver: a packet of the flow now leaves its host by `port`. The policy may still write its own header
   * fields of the packet (see `words`).
   */
  onSent?(port: number, flow: number, packet: number): void;
}
