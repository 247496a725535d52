/**
 * Flows, as columns indexed by flow. They contain the requested bytes, the progress, and the limits of congestion control.
 *
 * A flow is a queue pair. It has a source, a destination, a class and a number of bytes. The table has room for `capacity` flows from the
 * start, because traffic announces the maximum number of flows. Policies size their own columns by it.
 */
import { invariant } from "../../base/invariant.ts";
import type { FlowKeys } from "../../contracts/routing.ts";
import type { Bytes, Ps } from "../../base/units.ts";

/** A flow to add. `bytes` may be Infinity for a long-lived flow. */
export interface FlowRequest {
  readonly source: number;
  readonly destination: number;
  readonly cls: number;
  readonly bytes: Bytes;
  readonly start: Ps;
}

/** Bytes of a flow's request in memory: four doubles, six words, then four words of keys and one byte for the class. */
const ASKED_BYTES = 4 * 8 + 6 * 4 + 4 * 4 + 1;

export const sharedBytes = (capacity: number): number => ASKED_BYTES * capacity;

export class Flows implements FlowKeys {
  readonly capacity: number;
  count = 0;

  readonly source: Int32Array;
  readonly destination: Int32Array;
  readonly cls: Uint8Array;
  /** Class of the packets that the flow sends next. It is `cls` until a congestion policy changes it. Kept at the sender. */
  readonly sendCls: Uint8Array;
  /** By flow: the port of the source that sends it, a network-wide number. */
  readonly port: Int32Array;
  readonly size: Float64Array;
  readonly start: Float64Array;
  /** The time when the receiver had the last byte in order, and the time when the sender had the last ACK, in ps. NaN: not yet. */
  readonly received: Float64Array;
  readonly acked: Float64Array;
  /**
   * By flow, its origin as a number.
   *
   * - 1 to n: one more than the train whose next flow starts when this flow's last byte is sent
   * - above n: the plan's send that this flow is
   * - 0: none
   */
  readonly origin: Int32Array;
  /** By flow: the entry of the traffic list that requested it. */
  readonly entry: Int32Array;
  /**
   * By flow: its number in the digest. The flow number itself does not serve, because flows of a train are numbered in the order in which
   * they start.
   */
  readonly name: Int32Array;

  readonly sndNxt: Float64Array;
  readonly sndUna: Float64Array;
  readonly rcvNxt: Float64Array;
  readonly nextSend: Float64Array;
  /** By flow: no packet leaves before this time, at any rate. `nextSend` is never earlier. */
  readonly heldUntil: Float64Array;
  /** Frame bytes of the last packet sent, for pacing. */
  readonly lastSize: Float64Array;
  readonly rate: Float64Array;
  readonly lineRate: Float64Array;
  readonly window: Float64Array;
  readonly limit: Float64Array;
  readonly baseRtt: Float64Array;

  /** By flow: data packets that arrived while an earlier byte was missing, and their maximum distance ahead of that byte, in bytes. */
  readonly outOfOrder: Int32Array;
  readonly farthestAhead: Float64Array;
  /** By flow: NACKs that the receiver sent, and packets that the sender retransmitted. */
  readonly nacks: Int32Array;
  readonly repeated: Int32Array;
  /**
   * The counters above that senders and receivers count. A run in partitions merges these lists, and a fast-forward adds the growth of the
   * skipped time to them.
   */
  readonly senderCounts: readonly Int32Array[];
  readonly receiverCounts: readonly Int32Array[];

  readonly keys: Int32Array;

  /**
   * The order in which flows of a host began, for flows whose numbers do not give it. In a partition, flows requested during the run have
   * planned numbers. Null: the flow numbers give the order.
   */
  readonly rank: Int32Array | null;
  private begun = 0;

  /** `shared`: memory of `sharedBytes` for the requests, through which partitions in several threads see each other's new flows. */
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
    this.rank = shared === undefined ? null : new Int32Array(capacity).map((_, flow) => flow);
  }

  /** Adds a flow and returns its number: the next one, or `at`, a planned number above all consecutive ones. */
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

  /** Adds a flow with the request of a flow in another table. */
  copy(from: Flows, number: number): void {
    const flow = this.count++;
    for (const column of ["size", "start", "lineRate", "baseRtt"] as const) this[column][flow] = from[column][number];
    for (const column of ["source", "destination", "port", "entry", "name", "origin"] as const)
      this[column][flow] = from[column][number];
    this.cls[flow] = from.cls[number];
    this.sendCls[flow] = from.cls[number];
    this.keys.set(from.keys.subarray(number * 4, number * 4 + 4), flow * 4);
  }

  /** Sets the addresses and ports of a flow, which switches hash. */
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
