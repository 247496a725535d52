/**
 * Flows, as columns indexed by flow: what was asked, how far it is, and what congestion control allows.
 *
 * Flows are queue pairs: a source, a destination, a class and a number of bytes. The table has room for `capacity` flows from
 * the start, since traffic can say how many it may create; policies size their own columns by it.
 */
import { invariant } from "../../base/invariant.ts";
import type { FlowKeys } from "../../contracts/routing.ts";
import type { Bytes, Ps } from "../../base/units.ts";

/** One flow to be added. `bytes` may be Infinity: it never ends. */
export interface FlowRequest {
  readonly source: number;
  readonly destination: number;
  readonly cls: number;
  readonly bytes: Bytes;
  readonly start: Ps;
}

/** Bytes a flow of what was asked: four doubles, six words, the four words of its keys, its class. */
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
  /** Port the source sends by, network-wide number. */
  readonly port: Int32Array;
  readonly size: Float64Array;
  readonly start: Float64Array;
  /** When the receiver had the last byte in order, and when the sender had the last ACK, ps; NaN: not yet. */
  readonly received: Float64Array;
  readonly acked: Float64Array;
  /** One more than the train whose next flow starts when its last byte is sent; behind those numbers, of the plan's send that it is; 0: none. */
  readonly origin: Int32Array;
  /** Which entry of the traffic asked for it. */
  readonly entry: Int32Array;
  /** What the digest knows it by: not its number, which those of a train get in the order in which they are born. */
  readonly name: Int32Array;

  readonly sndNxt: Float64Array;
  readonly sndUna: Float64Array;
  readonly rcvNxt: Float64Array;
  readonly nextSend: Float64Array;
  /** No packet before this, whatever the rate; `nextSend` is never earlier. */
  readonly heldUntil: Float64Array;
  /** Frame bytes of the last packet sent, for pacing. */
  readonly lastSize: Float64Array;
  readonly rate: Float64Array;
  readonly lineRate: Float64Array;
  readonly window: Float64Array;
  readonly limit: Float64Array;
  readonly baseRtt: Float64Array;

  /** Data packets that arrived although an earlier byte was missing, and the farthest that one was ahead of it, bytes. */
  readonly outOfOrder: Int32Array;
  readonly farthestAhead: Float64Array;
  /** NACKs that the receiver sent, and packets that the sender sent again. */
  readonly nacks: Int32Array;
  readonly repeated: Int32Array;

  readonly keys: Int32Array;

  /**
   * Which of two flows of a host began first, where their numbers do not say: in a part of a network flows that are asked for as it runs have planned
   * numbers. null: numbers say.
   */
  readonly rank: Int32Array | null;
  private begun = 0;

  /** `shared`: memory for what was asked, of `sharedBytes`, where parts of a network that run apart are to know each other's flows as they are born. */
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
    this.rank = shared === undefined ? null : new Int32Array(capacity).map((_, flow) => flow);
  }

  /** The flow's number: the next one, or `at`, which those numbered through do not reach. */
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

  /** Adds a flow as it was asked for in another table. */
  copy(from: Flows, number: number): void {
    const flow = this.count++;
    for (const column of ["size", "start", "lineRate", "baseRtt"] as const) this[column][flow] = from[column][number];
    for (const column of ["source", "destination", "port", "entry", "name", "origin"] as const)
      this[column][flow] = from[column][number];
    this.cls[flow] = from.cls[number];
    this.sendCls[flow] = from.cls[number];
    this.keys.set(from.keys.subarray(number * 4, number * 4 + 4), flow * 4);
  }

  /** Addresses and ports of a flow, for switches to hash. */
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
