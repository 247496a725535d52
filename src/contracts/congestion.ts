/**
 * Congestion: how fast may this flow send?
 *
 * One policy instance serves all flows of a run. Its state is in columns indexed by flow.
 *
 * The hooks `notifies` and `onAnswer` run at the flow's receiver, all others at its sender. The receiver may be in another partition, with
 * another instance of the policy. So the receiver's hooks may read only their own columns, the time and constants known in `create`. They
 * must not read `sndNxt`, `sndUna`, `rate`, `window` or the columns of the sender's hooks, and must not arm timers.
 */
import type { PacketWords, Timer } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** The state of flows that a policy may read, and the calls by which it limits a flow or changes its class. */
export interface CongestionView {
  /** The maximum number of flows: the size of a column. */
  readonly flows: number;
  readonly now: Ps;
  /** By flow: the next byte to send. */
  readonly sndNxt: Float64Array;
  /** By flow: the first byte without an ACK. */
  readonly sndUna: Float64Array;
  /** By flow: the current rate, bit/s. */
  readonly rate: Float64Array;
  /** By flow: the rate of the sender's port, bit/s. */
  readonly lineRate: Float64Array;
  /**
   * By flow: the window in bytes; 0: no limit. It begins with the scenario's `host.window`, and `setWindow` changes it. If the scenario
   * sets `scaleWindow`, the sender's limit is this value times `rate` / `lineRate`.
   */
  readonly window: Float64Array;
  /** By flow: the base RTT, ps. */
  readonly baseRtt: Float64Array;
  /** The payload of a full packet. */
  readonly payload: Bytes;
  /** The bytes of a full packet on the wire with headers, preamble and gap. Rates count these bytes. */
  readonly packetOnWire: Bytes;
  /**
   * Sets the rate. The next packet still leaves at the time for which it is already scheduled. The new rate spaces the
   * packets after it.
   */
  setRate(flow: number, rate: Bps): void;
  /** Sets the rate and reschedules the next packet, as if the previous packet had been paced at `rate`. */
  changeRate(flow: number, rate: Bps): void;
  /** Sets the limit of payload bytes in flight; 0: no limit. The rate scales it if the scenario sets `scaleWindow`. */
  setWindow(flow: number, window: Bytes): void;
  /** Sends no packet of the flow before `at`, even if the rate allows one (ACC's halt). */
  holdUntil(flow: number, at: Ps): void;
  timer(action: (flow: number) => void): Timer;
  /** The per-hop records that a detection policy wrote on the packet of the current ACK. */
  readonly stamps: StampReader;
  /** The words that a detection policy keeps on each packet (`words` in detection.ts); null: it keeps none. */
  readonly words: PacketWords | null;
  /** In `onAck` and `onSignal`: the packet that arrived, an index of `words`. */
  readonly packet: number;
  /**
   * Sets the class of the packets that the flow sends from now on. If the scenario sends ACKs in the class of their data, the class also
   * applies to the ACKs of these packets. After a change, packets of the new class may overtake earlier ones of the old class.
   */
  setClass(flow: number, cls: number): void;
  /** Payload bytes of each flow; Infinity: the flow has no end. */
  readonly size: Float64Array;
  /** By flow: the node number of its receiver. */
  readonly destination: Int32Array;
  /**
   * The links that a flow uses; null: the routing policy decides packet by packet, so the links are unknown in advance.
   * `loads` and `portRate` are for policies that look at the flows of all senders (`whole`).
   */
  readonly loads: ((flow: number) => readonly LinkLoad[]) | null;
  /** The rate of a port's link, bit/s. */
  portRate(port: number): Bps;
}

/** The load of a flow on one link. */
export interface LinkLoad {
  /** The sending port, network-wide number. */
  readonly port: number;
  /**
   * Wire bytes of the flow on this link, for each wire byte that its sender sends. On the links of the ACKs' path, the
   * bytes of the ACKs are included.
   */
  readonly share: number;
}

/** The hop records of `detection/int` on the current ACK. */
export interface StampReader {
  readonly hops: number;
  /** Time at which the packet left the hop, ns, modulo 2^24. */
  time(hop: number): number;
  /** Bytes sent by the port, in units of 128 B times `scale`, modulo 2^20. */
  bytes(hop: number): number;
  /** Bytes queued, in units of 80 B times `scale`, modulo 2^17. */
  queue(hop: number): number;
  rate(hop: number): Bps;
  /** INT_MULTI: the granularity of the counters. */
  readonly scale: number;
}

/**
 * The hooks of a congestion policy. They run at the flow's sender, except `notifies` and `onAnswer`, which run at its
 * receiver. `onStart` and `onAck` are required, all other hooks optional.
 */
export interface CongestionPolicy {
  /**
   * The flow numbers that occur in the policy's parameters. Some flows begin because of an event of the run, such as the flows of a train
   * (a sequence of flows). If a number belongs to such a flow, the run uses one thread, because several threads would not number such flows
   * in start order.
   */
  readonly named?: readonly number[];
  /** Set this if a hook looks at flows of other senders, as no real sender can. The run then uses one thread. */
  readonly whole?: boolean;
  /** The flow is about to send its first byte. Its rate is the line rate, its window the scenario's. */
  onStart(flow: number): void;
  /**
   * An ACK or NACK arrived.
   *
   * - `ack`: the first byte that is not yet acknowledged
   * - `mark`: the mark of the data packet (`contracts/detection.ts`)
   * - `rtt`: the age of that packet's time stamp, ps
   * - `acked`: the newly acknowledged bytes
   * - `packets`: the data packets that it answers, more than one where ACKs are coalesced
   */
  onAck(flow: number, ack: Bytes, mark: number, rtt: Ps, acked: Bytes, packets: number): void;
  /**
   * Receiver half: a marked data packet arrived. True: the receiver sends a CNP, which calls `onCnp` with that mark at
   * the sender. If a policy has this hook, its ACKs carry no mark.
   */
  notifies?(flow: number, mark: number): boolean;
  onCnp?(flow: number, mark: number): void;
  /**
   * Receiver half: an ACK or NACK was created. It may wait in the NIC before it leaves. `ack` is the first missing byte. `packet` is the index of the ACK
   * or NACK in `view.words`. Its words are a copy of the data packet's words. The hook may change the copy, and `onAck`
   * at the sender reads it.
   */
  onAnswer?(flow: number, packet: number, ack: Bytes): void;
  /** A switch sent a notice about a packet of the flow (`signal` in detection.ts). */
  onSignal?(flow: number, mark: number): void;
  /**
   * The packet that begins at `seq` is put on the wire. It is a new packet or a retransmission. `packet` is its index in `view.words`.
   * Calls of the view in this hook take effect with the next packet.
   */
  onSend?(flow: number, seq: Bytes, packet: number): void;
  /**
   * Recovery detected a lost packet, by an ACK or by a timeout. The ACK that showed the loss calls `onAck` next; `sndNxt` has not moved
   * back yet.
   */
  onLoss?(flow: number, timedOut: boolean): void;
  /**
   * True if the flow's timers call only `setRate` before its next ACK, CNP or loss. Such timers cannot start a packet. If a run has no
   * other events left, it skips them. Absent: false, and the run executes all timers.
   */
  timersOnlySetRate?(flow: number): boolean;
  /**
   * True if the policy's state for the flow stays the same as long as ACKs arrive as before, for example without marks. A run with
   * fast-forward skips time only while all flows are at rest. Absent: never.
   */
  isAtRest?(flow: number): boolean;
  /** The flow has nothing left to send or to acknowledge. The policy must cancel the flow's timers. */
  onFinish?(flow: number): void;
}
