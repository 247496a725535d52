/**
 * The table of flows, with one array per property, indexed by flow number. It contains the requests, the progress, and
 * the limits of congestion control.
 *
 * A flow is a queue pair. It has a source, a destination, a class and a number of bytes. The table has room for
 * `capacity` flows from the start, because the traffic plan states the maximum number of flows. Policies size their own
 * columns by it.
 */
import { invariant } from "../../base/invariant.ts";
import type { FlowKeys } from "../../contracts/routing.ts";
import type { Bytes, Ps } from "../../base/units.ts";

/** The properties of a flow to add. `bytes` is Infinity for a long-lived flow. */
export interface FlowRequest {
  readonly source: number;
  readonly destination: number;
  readonly cls: number;
  readonly bytes: Bytes;
  readonly start: Ps;
}

/**
 * The bytes of the values with which traffic requests one flow, such as source and size. They are four doubles, six
 * words and four words of keys, and a byte for the class.
 */
const ASKED_BYTES = 4 * 8 + 6 * 4 + 4 * 4 + 1;

export const sharedBytes = (capacity: number): number => ASKED_BYTES * capacity;

export class Flows implements FlowKeys {
  readonly capacity: number;
  count = 0;

  readonly source: Int32Array;
  readonly destination: Int32Array;
  readonly cls: Uint8Array;
  /**
   * By flow: the class of the packets that it sends next. It equals `cls` until a congestion policy changes it. Only
   * the sender reads and writes it.
   */
  readonly sendCls: Uint8Array;
  /** By flow: the port that sends its data. */
  readonly port: Int32Array;
  readonly size: Float64Array;
  readonly start: Float64Array;
  /** By flow: the time at which the receiver had every byte in order, ps. NaN: not yet. */
  readonly received: Float64Array;
  /** By flow: the time at which the sender had the last ACK, ps. NaN: not yet. */
  readonly acked: Float64Array;
  /**
   * By flow: the traffic that it comes from, as a number. n is the number of trains.
   *
   * - 0: a flow with a planned start
   * - 1 to n: a flow of a train (a sequence of flows), with the index of the train plus 1. When the flow's last byte is
   *   sent, the train's next flow starts.
   * - above n: a send of the plan (a flow that waits for other flows)
   */
  readonly origin: Int32Array;
  /** By flow: the index of the scenario's traffic entry that it comes from. */
  readonly entry: Int32Array;
  /**
   * By flow: the number that represents it in the digest. It is not the flow number for flows of trains (sequences of
   * flows) and for sends (flows that wait for other flows). A partitioned run numbers these flows differently, and the
   * digest must not depend on partitions.
   */
  readonly name: Int32Array;

  readonly sndNxt: Float64Array;
  readonly sndUna: Float64Array;
  readonly rcvNxt: Float64Array;
  readonly nextSend: Float64Array;
  /** By flow: the time before which no packet may leave, at any rate. `nextSend` is never earlier. */
  readonly heldUntil: Float64Array;
  /** By flow: the size of the last packet sent, in frame bytes. A change of the rate needs it for pacing. */
  readonly lastSize: Float64Array;
  readonly rate: Float64Array;
  readonly lineRate: Float64Array;
  readonly window: Float64Array;
  readonly limit: Float64Array;
  readonly baseRtt: Float64Array;

  /** By flow: the number of data packets that arrived while an earlier byte was missing. */
  readonly outOfOrder: Int32Array;
  /** By flow: the maximum distance in bytes from the first missing byte to a packet that arrived beyond it. */
  readonly farthestAhead: Float64Array;
  /** By flow: the number of NACKs that its receiver sent. */
  readonly nacks: Int32Array;
  /** By flow: the number of packets that its sender retransmitted. */
  readonly repeated: Int32Array;
  /**
   * The counters that senders increase, and those that receivers increase. A run in partitions merges these counters,
   * and fast-forward adds their growth in the skipped time.
   */
  readonly senderCounts: readonly Int32Array[];
  readonly receiverCounts: readonly Int32Array[];
  /**
   * The times that senders set, and those that receivers set, in ps. A run in partitions merges these times, and after
   * fast-forward each later time grows by the skipped time.
   */
  readonly senderTimes: readonly Float64Array[];
  readonly receiverTimes: readonly Float64Array[];

  readonly keys: Int32Array;

  /**
   * By flow: its rank in the order in which the flows of its host began. Null: the flow numbers are in this order. In a
   * partitioned network they are not: flows that begin during the run get numbers that were fixed before the run.
   */
  readonly rank: Int32Array | null;
  private begun = 0;

  /**
   * `shared` is a buffer of the size `sharedBytes`. It holds the properties with which new flows are created, such as
   * source and size. Through this buffer, partitions in several threads see each other's new flows.
   */
  constructor(capacity: number, shared?: ArrayBufferLike) {
    this.capacity = capacity;
    const column = (): Float64Array => new Float64Array(capacity);
    let used = 0;
    const room = (bytes: number): [ArrayBufferLike, number, number] => {
      const at = shared === undefined ? 0 : used;
      used += bytes * capacity;
      return [shared ?? new ArrayBuffer(bytes * capacity), at, capacity];
    };
    const doubles = (): Float64Array => new Float64Array(...room(8));
    const words = (): Int32Array => new Int32Array(...room(4));
    this.size = doubles();
    this.start = doubles();
    this.lineRate = doubles();
    this.baseRtt = doubles();
    this.source = words();
    this.destination = words();
    this.port = words();
    this.entry = words();
    this.name = words();
    this.origin = words();
    const [buffer, at] = room(16);
    this.keys = new Int32Array(buffer, at, capacity * 4);
    this.cls = new Uint8Array(...room(1));
    this.sendCls = new Uint8Array(capacity);
    this.received = column().fill(NaN);
    this.acked = column().fill(NaN);
    this.sndNxt = column();
    this.sndUna = column();
    this.rcvNxt = column();
    this.nextSend = column();
    this.heldUntil = column();
    this.lastSize = column();
    this.rate = column();
    this.window = column();
    this.limit = column().fill(Infinity);
    this.outOfOrder = new Int32Array(capacity);
    this.farthestAhead = column();
    this.nacks = new Int32Array(capacity);
    this.repeated = new Int32Array(capacity);
    this.senderCounts = [this.repeated];
    this.receiverCounts = [this.outOfOrder, this.nacks];
    this.senderTimes = [this.acked, this.nextSend, this.heldUntil];
    this.receiverTimes = [this.received];
    this.rank = shared === undefined ? null : new Int32Array(capacity).map((_, flow) => flow);
  }

  /**
   * Adds a flow and returns its number: `at`, or the next free number. In a partition, a flow that begins during the run
   * has a number `at` that was fixed before the run. Such numbers follow those of all other flows.
   */
  add(request: FlowRequest, at?: number): number {
    const flow = at ?? this.count++;
    invariant(flow < this.capacity, "traffic creates no more flows than it announced", flow, this.capacity);
    if (this.rank !== null && at !== undefined) this.rank[flow] = this.count + this.begun++;
    this.name[flow] = flow;
    this.source[flow] = request.source;
    this.destination[flow] = request.destination;
    this.cls[flow] = request.cls;
    this.sendCls[flow] = request.cls;
    this.size[flow] = request.bytes;
    this.start[flow] = request.start;
    return flow;
  }

  /** Adds a flow with the same request as flow `number` of another table. */
  copy(from: Flows, number: number): void {
    const flow = this.count++;
    for (const column of ["size", "start", "lineRate", "baseRtt"] as const) this[column][flow] = from[column][number];
    for (const column of ["source", "destination", "port", "entry", "name", "origin"] as const)
      this[column][flow] = from[column][number];
    this.cls[flow] = from.cls[number];
    this.sendCls[flow] = from.cls[number];
    this.keys.set(from.keys.subarray(number * 4, number * 4 + 4), flow * 4);
  }

  /** Sets the addresses and ports of a flow, which switches hash for ECMP. */
  setKeys(flow: number, source: number, destination: number, sourcePort: number, destinationPort: number): void {
    this.keys[flow * 4] = source;
    this.keys[flow * 4 + 1] = destination;
    this.keys[flow * 4 + 2] = sourcePort | (destinationPort << 16);
    this.keys[flow * 4 + 3] = destinationPort | (sourcePort << 16);
  }
  sourceAddress(flow: number): number {
    return this.keys[flow * 4] >>> 0;
  }
  destinationAddress(flow: number): number {
    return this.keys[flow * 4 + 1] >>> 0;
  }
  sourcePort(flow: number): number {
    return this.keys[flow * 4 + 2] & 0xffff;
  }
  destinationPort(flow: number): number {
    return this.keys[flow * 4 + 3] & 0xffff;
  }
}
