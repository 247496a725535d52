/**
 * Congestion: how fast may this flow send?
 *
 * One policy instance for all flows of a run; its state lies in columns indexed by flow.
 *
 * All hooks but `notifies` are called at a flow's sender, and so are its timers, which those hooks alone arm. `notifies` is called at the
 * receiver, which may run in another part of the network, with another instance of the policy: it reads columns that it writes itself, the time
 * and what is the same since the build, never what the sender's hooks keep, nor `sndNxt`, `sndUna`, `rate` and `window`.
 */
import type { Timer } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** What a policy may read of a flow, and the three answers it may change through the view. */
export interface CongestionView {
  /** How many flows there may be: size columns by it. */
  readonly flows: number;
  readonly now: Ps;
  /** Next byte to send, and first byte not acknowledged. */
  readonly sndNxt: Float64Array;
  readonly sndUna: Float64Array;
  /** In force now, bit/s. */
  readonly rate: Float64Array;
  /** Of the sender's port, bit/s. */
  readonly lineRate: Float64Array;
  /** Largest number of payload bytes in flight before the rate scales it; 0: no limit. */
  readonly window: Float64Array;
  /** Round trip of an idle network, ps. */
  readonly baseRtt: Float64Array;
  /** Payload of a full packet, and what such a packet is on the wire, headers, preamble and gap included: rates count that. */
  readonly payload: Bytes;
  readonly packetOnWire: Bytes;
  /** From the next packet on; the moment already set for that packet stands. */
  setRate(flow: number, rate: Bps): void;
  /** At once: the wait for the next packet is reckoned anew, as if the last one had been paced at `rate`. */
  changeRate(flow: number, rate: Bps): void;
  /** Payload bytes the flow may have in flight from now on; 0: no limit. Scaled by the rate where the scenario says so. */
  setWindow(flow: number, window: Bytes): void;
  /** No packet of the flow before `at`, whatever its rate (ACC's halt). */
  holdUntil(flow: number, at: Ps): void;
  timer(action: (flow: number) => void): Timer;
  /** Per-hop records that a detection policy left on the packet just acknowledged. */
  readonly stamps: StampReader;
  /** Payload bytes of each flow; Infinity: it never ends. For policies that plan (`whole`), as are the next two. */
  readonly size: Float64Array;
  /** The links that a flow uses; null: the routing policy picks links by what it meets, so they are unknown before the packets go. */
  readonly loads: ((flow: number) => readonly LinkLoad[]) | null;
  /** Of a port's link, bit/s. */
  portRate(port: number): Bps;
}

/** What a flow puts on a link. */
export interface LinkLoad {
  /** The sending port, network-wide number. */
  readonly port: number;
  /** Wire bytes on this link for each wire byte that the sender sends, the ACKs of its receiver included. */
  readonly share: number;
}

/** Hop records of `detection/int`: those of the ACK being handled. */
export interface StampReader {
  readonly hops: number;
  /** Time the packet left the hop, ns, modulo 2^24. */
  time(hop: number): number;
  /** Bytes sent by the port, in units of 128 * scale, modulo 2^20. */
  bytes(hop: number): number;
  /** Bytes queued, in units of 80 * scale, modulo 2^17. */
  queue(hop: number): number;
  rate(hop: number): Bps;
  /** INT_MULTI: how coarse the counters are. */
  readonly scale: number;
}

/** The sender half, and with `notifies` a receiver half. `onStart` and `onAck` are required; the model calls other hooks where they exist. */
export interface CongestionPolicy {
  /** Flows that it knows by number: those of trains have theirs in the order of the whole network, so such a run is not cut. */
  readonly named?: readonly number[];
  /** Set this if a hook looks at flows of other senders, as no real sender can. The run then uses one thread. */
  readonly whole?: boolean;
  /** The flow is about to send its first byte; its rate is the line rate and its window what the scenario says. */
  onStart(flow: number): void;
  /**
   * An ACK or NACK was taken: `ack` is the byte it acknowledges up to, `mark` what detection left on the data packet
   * (`contracts/detection.ts`), `rtt` the age of that packet's time stamp, ps, `acked` the bytes newly acknowledged, `packets` the data
   * packets this one answers (more than one where ACKs are coalesced).
   */
  onAck(flow: number, ack: Bytes, mark: number, rtt: Ps, acked: Bytes, packets: number): void;
  /**
   * Receiver half, where the policy has one: a marked data packet came in. True sends a congestion notification packet,
   * which the sender hears as `onCnp` with that mark; ACKs then carry none.
   */
  notifies?(flow: number, mark: number): boolean;
  onCnp?(flow: number, mark: number): void;
  /**
   * Recovery found a packet lost, by what was acknowledged or by a timeout. An ACK that showed it comes to `onAck` next; `sndNxt`
   * has not been taken back yet.
   */
  onLoss?(flow: number, timedOut: boolean): void;
  /**
   * Do the flow's timers call nothing but `setRate` before its next ACK, CNP or loss? Such timers make no flow send. A run in which
   * nothing else is left skips them. Absent: they may call anything, so the run executes them to its end.
   */
  timersOnlySetRate?(flow: number): boolean;
  /** Nothing of the flow is left to send or to acknowledge: timers of its own must end. */
  onFinish?(flow: number): void;
}
