/**
 * The way of each flow's last byte, hop by hop: when it came to a port, when it left, how long the port was stopped meanwhile.
 *
 * Its packet carries the number of its journey (META in `packet-record.ts`), so that others cost nothing. A byte sent again has a journey
 * for each copy. What counts is the first that the receiver takes: the one that completes the flow or, where others were missing then, the first
 * that came. A journey is a record that is used again when it is over; what is kept of a flow that is done is copied.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import { NOW } from "../engine/clock.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Ps } from "../../base/units.ts";
import type { Flows } from "./flows.ts";
import { HOLD_DOUBLES_LOG, OPENING, WINDOW } from "./holds.ts";
import { JOURNEY, JOURNEY_SHIFT, REPEATED, TIMED_OUT } from "./packet-record.ts";
import type { Stops } from "./stops.ts";

/** Journeys at once that META has bits for; beyond them last bytes are not followed. */
const MOST = 1 << 18;

// Doubles of a journey's record, and of what is kept of a flow that is done. From WINDOW to OPENING: what had held the flow until then.
/** When its first bit left the NIC; of a flow that is done NaN: it was not followed. When it came to the receiver; NaN: not yet. */
export const SENT = 0;
export const ARRIVED = 1;
// Of a journey's record alone.
/** -1: the record stands for no journey. */
const FLOW = 8;
/** How many numbers follow: port, from, to, stopped (while it is there: Infinity, and the port's total at `from`), and so on. */
const COUNT = 9;
const STAYS = 10;

/** Told of a stay at a port: in its queue from `from` to `to`, ps, of which the port was stopped for `stopped`. */
type VisitStay = (port: number, from: Ps, to: Ps, stopped: Ps) => void;

/** What completed a flow: a packet sent for the first time, sent again since an answer told of a loss, or since a timeout did. */
export const FIRST_COPY = 0;
export const BY_ANSWER = 1;
export const BY_TIMEOUT = 2;

/** What a part of a network has: packets lost, by flow; flow, count and numbers of stays; length, whether it waits and record of those under way. */
export interface JourneysTaken {
  readonly lost: Int32Array;
  readonly stays: Float64Array;
  readonly underWay: Float64Array;
}

export class Journeys {
  /** Of flows that are done: `(flow << HOLD_DOUBLES_LOG) | field`. */
  readonly done: Float64Array;
  /** Of flows that are done: what completed it and, if that was sent again, when, ps. */
  readonly completedBy: Uint8Array;
  readonly completingSent: Float64Array;
  /** Of all flows: how many of its packets were lost. */
  readonly lost: Int32Array;

  /** Are stays kept that took no time? Parts need them not, a path does. */
  keepsPaths = false;

  private readonly clock: Float64Array;
  private readonly stops: Stops;
  private readonly received: Float64Array;
  private readonly cls: Uint8Array;
  private readonly timeouts: Int32Array;
  /** By flow: how often a timeout had taken it back when its last byte was first sent, and one more; 0: it was not sent. */
  private readonly timeoutsThen: Int32Array;
  /** Doubles of a record, as a power of two: room for 13 stays at first. */
  private widthLog = 6;
  /** Record 0 is no journey. */
  private records = new Float64Array(64 << this.widthLog);
  private numbers = 1;
  private readonly free: number[] = [];
  /** By flow: its first journey that ended at the receiver while earlier bytes were missing; 0: none. */
  private readonly waiting: Int32Array;
  /** Stays of flows that are done: how many numbers, and these; by flow where. */
  private stays = new Float64Array(1024);
  private used = 0;
  private readonly firstStay: Float64Array;

  constructor(
    { queue, stops }: { readonly queue: EventQueue; readonly stops: Stops },
    { capacity, received, cls }: Flows,
    timeouts: Int32Array,
  ) {
    this.clock = queue.clock;
    this.stops = stops;
    this.received = received;
    this.cls = cls;
    this.timeouts = timeouts;
    this.done = new Float64Array(capacity << HOLD_DOUBLES_LOG);
    this.completedBy = new Uint8Array(capacity);
    this.completingSent = new Float64Array(capacity);
    this.timeoutsThen = new Int32Array(capacity);
    this.lost = new Int32Array(capacity);
    this.waiting = new Int32Array(capacity);
    this.firstStay = new Float64Array(capacity);
  }

  /** The flow's last byte goes on the wire: bits for META. `held` are the records of `holds.ts`. */
  begin(flow: number, held: Float64Array): number {
    if (this.timeoutsThen[flow] === 0) this.timeoutsThen[flow] = this.timeouts[flow] + 1;
    const number = this.next();
    if (number === 0) return 0;
    const { records } = this;
    const at = number << this.widthLog;
    for (let field = WINDOW; field <= OPENING; field++) records[at + field] = held[(flow << HOLD_DOUBLES_LOG) | field];
    records[at + SENT] = this.clock[NOW];
    records[at + ARRIVED] = NaN;
    records[at + FLOW] = flow;
    records[at + COUNT] = 0;
    return number << JOURNEY_SHIFT;
  }

  /** Bits for META of a packet whose bytes were sent before. */
  repeated(flow: number): number {
    return this.timeouts[flow] >= this.timeoutsThen[flow] ? REPEATED | TIMED_OUT : REPEATED;
  }

  /** It waits to leave by `port`. */
  waits(meta: number, port: number, cls: number): void {
    const number = meta >> JOURNEY_SHIFT;
    const count = this.records[(number << this.widthLog) + COUNT];
    if (STAYS + count + 4 > 1 << this.widthLog) this.grow(this.widthLog + 1);
    const { records } = this;
    const at = number << this.widthLog;
    const now = this.clock[NOW];
    const stay = at + STAYS + count;
    records[stay] = port;
    records[stay + 1] = now;
    records[stay + 2] = Infinity;
    records[stay + 3] = this.stops.upTo((port << CLASS_BITS) | cls, now);
    records[at + COUNT] = count + 4;
  }

  leaves(meta: number, port: number, cls: number): void {
    const { records } = this;
    const at = (meta >> JOURNEY_SHIFT) << this.widthLog;
    const now = this.clock[NOW];
    const stay = at + STAYS + records[at + COUNT] - 4;
    if (records[stay + 1] === now && !this.keepsPaths) {
      records[at + COUNT] -= 4;
      return;
    }
    records[stay + 2] = now;
    records[stay + 3] = this.stops.upTo((port << CLASS_BITS) | cls, now) - records[stay + 3];
  }

  /** How many doubles stand for a journey. */
  lengthOf(meta: number): number {
    return STAYS + this.records[((meta >> JOURNEY_SHIFT) << this.widthLog) + COUNT];
  }

  /** It leaves this part of the network, as `lengthOf` doubles from `at` on. */
  handOver(meta: number, to: Float64Array, at: number): void {
    const number = meta >> JOURNEY_SHIFT;
    const from = number << this.widthLog;
    for (let k = 0, length = this.lengthOf(meta); k < length; k++) to[at + k] = this.records[from + k];
    this.end(number);
  }

  /** One comes from another part: bits for META. */
  takeOver(from: Float64Array, at: number, length: number): number {
    const number = this.next();
    if (number === 0) return 0;
    while (length + 4 > 1 << this.widthLog) this.grow(this.widthLog + 1);
    const to = number << this.widthLog;
    for (let k = 0; k < length; k++) this.records[to + k] = from[at + k];
    return number << JOURNEY_SHIFT;
  }

  /** What a part of a network has of journeys, for `put` of the whole. `isDone`: flows that were completed here. */
  taken(isDone: (flow: number) => boolean): JourneysTaken {
    const stays: number[] = [];
    for (let flow = 0; flow < this.lost.length; flow++) {
      if (!isDone(flow) || Number.isNaN(this.done[(flow << HOLD_DOUBLES_LOG) + SENT])) continue;
      const from = this.firstStay[flow];
      stays.push(flow, ...this.stays.subarray(from, from + 1 + this.stays[from]));
    }
    const underWay: number[] = [];
    for (let number = 1; number < this.numbers; number++) {
      const at = number << this.widthLog;
      const flow = this.records[at + FLOW];
      if (flow < 0) continue;
      const length = STAYS + this.records[at + COUNT];
      underWay.push(length, this.waiting[flow] === number ? 1 : 0, ...this.records.subarray(at, at + length));
    }
    return { lost: this.lost, stays: Float64Array.from(stays), underWay: Float64Array.from(underWay) };
  }

  /** `numberOf`: what a flow is called here. */
  put({ lost, stays, underWay }: JourneysTaken, numberOf: (flow: number) => number): void {
    for (let flow = 0; flow < lost.length; flow++) if (lost[flow] > 0) this.lost[numberOf(flow)] += lost[flow];
    for (let at = 0; at < stays.length; at += 2 + stays[at + 1])
      this.keep(numberOf(stays[at]), stays, at + 2, stays[at + 1]);
    for (let at = 0; at < underWay.length; at += 2 + underWay[at]) {
      const number = this.takeOver(underWay, at + 2, underWay[at]) >> JOURNEY_SHIFT;
      if (number === 0) return;
      const record = number << this.widthLog;
      const flow = numberOf(this.records[record + FLOW]);
      this.records[record + FLOW] = flow;
      if (underWay[at + 1] === 1) this.waiting[flow] = number;
    }
  }

  /** A packet of data is lost. */
  drop(flow: number, meta: number): void {
    this.lost[flow]++;
    if (meta >= JOURNEY) this.end(meta >> JOURNEY_SHIFT);
  }

  /** It has come, and does not complete its flow. */
  came(flow: number, meta: number): void {
    const number = meta >> JOURNEY_SHIFT;
    if (this.waiting[flow] !== 0 || !Number.isNaN(this.received[flow])) this.end(number);
    else {
      this.records[(number << this.widthLog) + ARRIVED] = this.clock[NOW];
      this.waiting[flow] = number;
    }
  }

  /** A packet, with this META and sent at `sent`, completes the flow. */
  complete(flow: number, meta: number, sent: Ps): void {
    const { records, waiting, done } = this;
    const last = meta >> JOURNEY_SHIFT;
    const number = last > 0 ? last : waiting[flow];
    const at = number << this.widthLog;
    const to = flow << HOLD_DOUBLES_LOG;
    if ((meta & REPEATED) !== 0) {
      this.completedBy[flow] = (meta & TIMED_OUT) !== 0 ? BY_TIMEOUT : BY_ANSWER;
      this.completingSent[flow] = sent;
    }
    if (number === 0) {
      done[to + SENT] = NaN;
      return;
    }
    for (let field = 0; field <= OPENING; field++) done[to + field] = records[at + field];
    if (last > 0) done[to + ARRIVED] = this.clock[NOW];
    this.keepStays(flow, at);
    this.end(number);
    if (waiting[flow] > 0 && waiting[flow] !== number) this.end(waiting[flow]);
    waiting[flow] = 0;
  }

  /** Calls `visit` for each stay of a flow that is done, from the first hop on. */
  staysOf(flow: number, visit: VisitStay): void {
    const { stays } = this;
    const from = this.firstStay[flow] + 1;
    for (let at = from; at < from + stays[from - 1]; at += 4)
      visit(stays[at], stays[at + 1], stays[at + 2], stays[at + 3]);
  }

  /** The same of the journey `at`, of those under way, up to now. */
  staysSoFar(at: number, visit: VisitStay): void {
    const { records } = this;
    const now = this.clock[NOW];
    for (let stay = at + STAYS; stay < at + STAYS + records[at + COUNT]; stay += 4) {
      const [port, from, to, stopped] = records.subarray(stay, stay + 4);
      if (to !== Infinity) visit(port, from, to, stopped);
      else visit(port, from, now, this.stops.upTo((port << CLASS_BITS) | this.cls[records[at + FLOW]], now) - stopped);
    }
  }

  /**
   * Of each flow that is not done the last byte that is under way or waits for others, of several the one that was sent first: where its
   * record begins in what `underWayRecords` has.
   */
  underWay(): Map<number, number> {
    const found = new Map<number, number>();
    const { records } = this;
    for (let number = 1; number < this.numbers; number++) {
      const at = number << this.widthLog;
      const flow = records[at + FLOW];
      if (flow < 0 || !Number.isNaN(this.received[flow])) continue;
      const other = found.get(flow);
      const isFirst =
        other === undefined ||
        (this.waiting[flow] !== other >> this.widthLog && records[at + SENT] < records[other + SENT]);
      if (isFirst || this.waiting[flow] === number) found.set(flow, at);
    }
    return found;
  }

  get underWayRecords(): Float64Array {
    return this.records;
  }

  /** A record that stands for no journey; 0: there are none left. */
  private next(): number {
    const number = this.free.length > 0 ? (this.free.pop() as number) : this.numbers;
    if (number === this.numbers) {
      if (number >= MOST) return 0;
      this.numbers++;
      if (this.numbers << this.widthLog > this.records.length) this.grow(this.widthLog);
    }
    return number;
  }

  private end(number: number): void {
    this.records[(number << this.widthLog) + FLOW] = -1;
    this.free.push(number);
  }

  /** Records get twice the room: more of them, or wider ones. */
  private grow(widthLog: number): void {
    const before = this.records;
    const records = new Float64Array(before.length * 2);
    const width = 1 << this.widthLog;
    for (let from = 0, to = 0; from < before.length; from += width, to += 1 << widthLog)
      records.set(before.subarray(from, from + width), to);
    this.records = records;
    this.widthLog = widthLog;
  }

  private keepStays(flow: number, at: number): void {
    this.keep(flow, this.records, at + STAYS, this.records[at + COUNT]);
  }

  private keep(flow: number, from: Float64Array, at: number, count: number): void {
    if (this.used + count + 1 > this.stays.length) {
      const room = new Float64Array(this.stays.length * 2 + count);
      room.set(this.stays);
      this.stays = room;
    }
    const { stays, used } = this;
    stays[used] = count;
    for (let k = 0; k < count; k++) stays[used + 1 + k] = from[at + k];
    this.firstStay[flow] = used;
    this.used = used + 1 + count;
  }
}
