/**
 * The way of each flow's last byte, hop by hop: when it came to a port, when it left, how long the port was stopped meanwhile.
 *
 * Its packet carries the number of its journey (META in `packet-record.ts`), so that others cost nothing. A byte sent again has a journey
 * for each copy. What counts is the first that the receiver takes: the one that completes the flow or, where others were missing then, the first
 * that came.
 */
import * as clockRecord from "../engine/clock.ts";
import type { Ps } from "../units.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Stops } from "./stops.ts";
import type { Flows } from "./flows.ts";
import * as holds from "./holds.ts";
import { JOURNEY, JOURNEY_SHIFT, REPEATED } from "./packet-record.ts";

const { NOW } = clockRecord;
const { FIRST_HOLD, HOLD_DOUBLES_LOG, LAST_HOLD } = holds;

/** Journeys at once that META has bits for; beyond them last bytes are not followed. */
const MOST = 1 << 18;

/** Told of a stay at a port: in its queue from `from` to `to`, ps, of which the port was stopped for `stopped`. */
type VisitStay = (port: number, from: Ps, to: Ps, stopped: Ps) => void;

/** A last byte under way, or the one that counted. */
export interface Journey {
  flow: number;
  /** Does this record stand for a journey? */
  inUse: boolean;
  /** When its first bit left the NIC, and what had held the flow until then, by the fields of `holds.ts`. */
  sent: Ps;
  readonly held: Float64Array;
  /** When it came to the receiver; NaN: not yet. */
  arrived: Ps;
  /** port, from, to, stopped (while it is there: the port's total at `from`), and so on; the first `count` numbers count. */
  readonly stays: number[];
  count: number;
  /** How often a timeout had taken the flow back when it was sent. */
  timeouts: number;
}

/** What completed a flow: a packet sent for the first time, sent again since an answer told of a loss, or since a timeout did. */
export const FIRST_COPY = 0;
export const BY_ANSWER = 1;
export const BY_TIMEOUT = 2;

export class Journeys {
  /** Of flows that are done: when the byte was sent and came, ps (NaN: not followed), and what had held the flow until it was sent. */
  readonly sent: Float64Array;
  readonly arrived: Float64Array;
  readonly held: Float64Array;
  /** Of flows that are done: what completed it, as below, and when that was sent, ps. */
  readonly completedBy: Uint8Array;
  readonly completingSent: Float64Array;
  /** Of all flows: how many of its packets were lost. */
  readonly lost: Int32Array;

  private readonly clock: Float64Array;
  private readonly stops: Stops;
  private readonly flows: Flows;
  private readonly byNumber: Journey[] = [];
  private readonly free: number[] = [];
  /** By flow: its first journey that ended at the receiver while earlier bytes were missing; 0: none. */
  private readonly waiting: Int32Array;
  /** Stays of flows that are done, four numbers each; by flow the first and how many. */
  private stays = new Float64Array(1024);
  private used = 0;
  private readonly firstStay: Float64Array;
  private readonly stayCount: Int32Array;

  private readonly timeouts: Int32Array;

  constructor(
    { queue, stops }: { readonly queue: EventQueue; readonly stops: Stops },
    flows: Flows,
    timeouts: Int32Array,
  ) {
    const { capacity } = flows;
    this.clock = queue.clock;
    this.stops = stops;
    this.flows = flows;
    this.timeouts = timeouts;
    this.sent = new Float64Array(capacity);
    this.arrived = new Float64Array(capacity);
    this.held = new Float64Array(capacity << HOLD_DOUBLES_LOG);
    this.completedBy = new Uint8Array(capacity);
    this.completingSent = new Float64Array(capacity);
    this.lost = new Int32Array(capacity);
    this.waiting = new Int32Array(capacity);
    this.firstStay = new Float64Array(capacity);
    this.stayCount = new Int32Array(capacity);
  }

  /** The flow's last byte goes on the wire: bits for META. `at` is the record of `holds.ts`. */
  begin(flow: number, at: Float64Array): number {
    const number = this.free.pop() ?? this.byNumber.length + 1;
    if (number >= MOST) return 0;
    const journey = (this.byNumber[number - 1] ??= {
      ...{ flow, inUse: true, sent: 0, arrived: NaN, timeouts: 0, count: 0 },
      held: new Float64Array(1 << HOLD_DOUBLES_LOG),
      stays: [],
    });
    journey.flow = flow;
    journey.inUse = true;
    journey.sent = this.clock[NOW];
    journey.arrived = NaN;
    journey.timeouts = this.timeouts[flow];
    journey.count = 0;
    for (let field = FIRST_HOLD; field <= LAST_HOLD; field++)
      journey.held[field] = at[(flow << HOLD_DOUBLES_LOG) | field];
    return number << JOURNEY_SHIFT;
  }

  /** It waits to leave by `port`. */
  waits(meta: number, port: number, cls: number): void {
    const now = this.clock[NOW];
    const journey = this.of(meta);
    const { stays, count } = journey;
    stays[count] = port;
    stays[count + 1] = now;
    stays[count + 2] = Infinity;
    stays[count + 3] = this.stops.upTo((port << 3) | cls, now);
    journey.count = count + 4;
  }

  leaves(meta: number, port: number, cls: number): void {
    const { stays, count } = this.of(meta);
    const now = this.clock[NOW];
    const last = count - 4;
    stays[last + 2] = now;
    stays[last + 3] = this.stops.upTo((port << 3) | cls, now) - stays[last + 3];
  }

  /** A packet of data is lost. */
  drop(flow: number, meta: number): void {
    this.lost[flow]++;
    if (meta >= JOURNEY) this.end(meta >> JOURNEY_SHIFT);
  }

  /** It has come, and does not complete its flow. */
  came(flow: number, meta: number): void {
    const number = meta >> JOURNEY_SHIFT;
    if (this.waiting[flow] !== 0 || !Number.isNaN(this.flows.received[flow])) this.end(number);
    else {
      this.byNumber[number - 1].arrived = this.clock[NOW];
      this.waiting[flow] = number;
    }
  }

  /** A packet, with this META and sent at `sent`, completes the flow. */
  complete(flow: number, meta: number, sent: Ps): void {
    const { byNumber, waiting } = this;
    const last = meta >> JOURNEY_SHIFT;
    const number = last > 0 ? last : waiting[flow];
    this.sent[flow] = NaN;
    this.completingSent[flow] = sent;
    this.completedBy[flow] = (meta & REPEATED) === 0 ? FIRST_COPY : BY_ANSWER;
    if (number > 0) {
      const journey = byNumber[number - 1];
      this.sent[flow] = journey.sent;
      if ((meta & REPEATED) !== 0 && this.timeouts[flow] > journey.timeouts) this.completedBy[flow] = BY_TIMEOUT;
      this.arrived[flow] = last > 0 ? this.clock[NOW] : journey.arrived;
      this.held.set(journey.held, flow << HOLD_DOUBLES_LOG);
      this.keep(flow, journey);
      this.end(number);
    }
    if (waiting[flow] > 0 && waiting[flow] !== number) this.end(waiting[flow]);
    waiting[flow] = 0;
  }

  /** Calls `visit` for each stay of a flow that is done, from the first hop on. */
  staysOf(flow: number, visit: VisitStay): void {
    const { stays } = this;
    const end = this.firstStay[flow] + this.stayCount[flow];
    for (let at = this.firstStay[flow]; at < end; at += 4)
      visit(stays[at], stays[at + 1], stays[at + 2], stays[at + 3]);
  }

  /** The same of one that is under way, up to now. */
  staysSoFar({ flow, stays, count }: Journey, visit: VisitStay): void {
    const now = this.clock[NOW];
    for (let at = 0; at < count; at += 4) {
      const port = stays[at];
      if (stays[at + 2] !== Infinity) visit(port, stays[at + 1], stays[at + 2], stays[at + 3]);
      else visit(port, stays[at + 1], now, this.stops.upTo((port << 3) | this.flows.cls[flow], now) - stays[at + 3]);
    }
  }

  /** Of each flow that is not done the last byte that is under way or waits for others; of several the one that was sent first. */
  underWay(): Map<number, Journey> {
    const found = new Map<number, Journey>();
    for (const journey of this.byNumber) {
      const { flow, inUse, arrived, sent } = journey;
      if (!inUse || !Number.isNaN(this.flows.received[flow])) continue;
      const other = found.get(flow);
      if (other === undefined || (Number.isNaN(other.arrived) && (!Number.isNaN(arrived) || sent < other.sent)))
        found.set(flow, journey);
    }
    return found;
  }

  private of(meta: number): Journey {
    return this.byNumber[(meta >> JOURNEY_SHIFT) - 1];
  }

  private end(number: number): void {
    this.byNumber[number - 1].inUse = false;
    this.free.push(number);
  }

  private keep(flow: number, { stays, count }: Journey): void {
    if (this.used + count > this.stays.length) {
      const room = new Float64Array(this.stays.length * 2 + count);
      room.set(this.stays);
      this.stays = room;
    }
    for (let k = 0; k < count; k++) this.stays[this.used + k] = stays[k];
    this.firstStay[flow] = this.used;
    this.stayCount[flow] = count;
    this.used += count;
  }
}
