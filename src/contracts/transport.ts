/**
 * Transport: how do the two ends of a flow exchange packets?
 *
 * A transport replaces congestion control and recovery. It creates every packet of its flows: data and messages. A message is a
 * credit or a pull, for example. It chooses the time, the class and the entropy of each. Congestion control and recovery remain the short way for
 * schemes that are clocked by ACKs.
 *
 * One policy instance serves all flows. The sender half runs at the flow's source, the receiver half at its destination. The two may be in
 * different partitions, each with its own instance. So the halves share no state: they communicate by packets. Each hook says where it runs.
 *
 * A port of a host has eight queues, one for each class. The NIC sends from the lowest class that has a packet and is not paused. Within a
 * class it sends in order. Packets in these queues have been created and cannot be recalled, so a transport that decides late uses `onIdle`.
 */
import type { PacketWords, Timer } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** The state that a transport may read, and the packets that it may send. */
export interface TransportView {
  readonly now: Ps;
  /** The maximum number of flows, and the number of ports of all nodes: sizes of columns. */
  readonly flows: number;
  readonly ports: number;
  /** Payload bytes of each flow; Infinity: no end. */
  readonly size: Float64Array;
  /** Base RTT of each flow: a full data packet one way, a message back, in an idle network. */
  readonly baseRtt: Float64Array;
  /** Rate of the sender's port, bit/s. */
  readonly lineRate: Float64Array;
  /** Numbers that sort the flows: planned flows by number, then those requested during the run. The same in every partition. */
  readonly order: Int32Array;
  /** The class that the traffic asks for. */
  readonly cls: Uint8Array;
  /** The port that sends the flow's data. Ports have network-wide numbers. */
  readonly port: Int32Array;
  /** The port that sends the messages of the flow's receiver. A host with several ports uses its first. */
  receiverPort(flow: number): number;
  /** The hosts of each flow, by node number. */
  readonly source: Int32Array;
  readonly destination: Int32Array;
  /** Bytes in a buffer: the payload of a full data packet, its headers, and a message. */
  readonly payload: Bytes;
  readonly dataHeader: Bytes;
  readonly message: Bytes;
  /** Time for which `size` buffer bytes occupy the link of `port`, with preamble and gap. */
  wireTime(port: number, size: Bytes): Ps;
  rate(port: number): Bps;
  /** Bytes that wait in the queues of a host's port. */
  queued(port: number): Bytes;
  /** A draw from [0, 1) of the host's own stream. */
  random(port: number): number;
  /** A timer for flows at their sender, at their receiver, or for ports of hosts. */
  senderTimer(action: (flow: number) => void): Timer;
  receiverTimer(action: (flow: number) => void): Timer;
  portTimer(action: (port: number) => void): Timer;
  /** Header fields: `width` 32-bit words on each packet, 1 to 1,024, 0 when the packet is created. Call it once, in `create`. */
  words(width: number): PacketWords;
  /** The words that a detection policy keeps on each packet (`words` in detection.ts); null: it keeps none. */
  readonly telemetry: PacketWords | null;
  /** In a hook with a packet: the time at which it left its host, and the entropy that its creator chose. */
  sentAt(packet: number): Ps;
  entropy(packet: number): number;
  /**
   * Sender: creates a data packet with bytes [seq, seq + bytes) and appends it to its class at the sender's port. Returns its index for
   * words, valid until the hook returns. `entropy` is the UDP source port, 0 to 65,535. ECMP hashes it.
   */
  send(flow: number, seq: Bytes, bytes: Bytes, cls: number, entropy: number): number;
  /** Sender: creates a message to the receiver of a flow. `kind`, 0 to 255, and `value` are the policy's own. Returns its index for words. */
  request(flow: number, kind: number, value: number, cls: number, entropy: number): number;
  /** Receiver: the same, to the sender. */
  reply(flow: number, kind: number, value: number, cls: number, entropy: number): number;
  /** Receiver, in `onData`: `bytes` of payload arrived for the first time. The flow completes when their sum is its size. */
  deliver(flow: number, bytes: Bytes): void;
  /** Sender: everything is acknowledged. Later packets of the flow end at their host without a hook. */
  finish(flow: number): void;
}

/** `onStart` and `onData` are required, all other hooks optional. */
export interface TransportPolicy {
  /** Sender: the flow begins. */
  onStart(flow: number): void;
  /** Receiver: a data packet arrived with bytes [seq, seq + bytes). `mark` is as in detection.ts. */
  onData(flow: number, packet: number, seq: Bytes, bytes: Bytes, mark: number): void;
  /** Receiver: the header of the data packet at `seq` arrived; a switch dropped its payload. Required if the buffer policy trims. */
  onTrimmed?(flow: number, packet: number, seq: Bytes, mark: number): void;
  /** Receiver: a message of the sender arrived. */
  onRequest?(flow: number, packet: number, kind: number, value: number): void;
  /** Sender: a message of the receiver arrived. */
  onReply?(flow: number, packet: number, kind: number, value: number): void;
  /** Sender: a switch sent a notice about a packet of the flow (`signal` in detection.ts). */
  onSignal?(flow: number, packet: number, mark: number): void;
  /** A port of a host is idle and no packet in its queues may leave. The policy may create packets now. */
  onIdle?(port: number): void;
  /** Sender or receiver: a packet of the flow leaves its host by `port`. Its words may still be written. */
  onSent?(port: number, flow: number, packet: number): void;
}
