/**
 * The future events, ordered by time. An order number decides among the events of one picosecond, so that a run is
 * repeatable.
 *
 * There are two ways to number events (`Order`), and a run uses one of them. `number` returns the order number of an
 * event without inserting the event. The caller may insert the event later, or never if it would have no effect. Either
 * way, all other events have the same numbers and thus the same order.
 *
 * Most events have one of a few delays. They are in lanes (`lanes.ts`), each in the order of scheduling. All other
 * events are in a calendar (`calendar.ts`). Both are closures over constant arrays, so V8 compiles addresses and
 * lengths into the code (docs/decisions/0016-closures-over-constant-arrays.md). Scheduling allocates nothing.
 *
 * The queue knows no packet, switch or policy: the `kind` and `subject` of an event are small integers that it stores.
 *
 * Measured: bench/results.md.
 */
import type { Ps } from "../../base/units.ts";
import { calendar, type EventVisitor } from "./calendar.ts";
import {
  FIRST_SEQ,
  FIRST_TIME,
  KIND,
  LANE_TIME,
  MASK,
  NEAR,
  NOW,
  SEQ,
  SUBJECT,
  SUBJECT_BITS,
  TIE,
  UNTIL,
  WIDTH,
} from "./clock.ts";
import { FarFuture } from "./far-future.ts";
import { lanes, type Lanes } from "./lanes.ts";

export const MAX_SUBJECT: number = (1 << SUBJECT_BITS) - 1;
const FIRST_BUCKETS = 1 << 12;

// Index in `clock`: the next free order number, which the next call for scheduling an event takes. Only this file reads
// this double. It is used only if events are numbered in the sequence of these calls (`asked`, see `Order` below).
const NEXT_SEQ = 6;

/**
 * The order of events within one picosecond.
 *
 * - `fixed`: by kind, then by subject. The order number of an event depends on these two only, not on earlier events. So a node behaves the
 *   same, independent of the nodes that share its queue (docs/decisions/0028-order-of-one-picosecond.md).
 * - `asked`: in the order of scheduling, as in ns-3. The order number counts the events of the whole run.
 */
export type Order = "fixed" | "asked";

export class EventQueue {
  /**
   * The doubles of the current event: its time at index NOW and its order number at index SEQ (`clock.ts`). The other
   * doubles are private to the queue.
   */
  readonly clock: Float64Array;
  /**
   * The words of the current event: its kind at index KIND and its subject at index SUBJECT (`clock.ts`). The other
   * words are private to the queue.
   */
  readonly state: Int32Array;
  readonly order: Order;
  /**
   * The lanes. A lane is a queue for events with one common delay, so it needs no search (`lanes.ts`). A lane sorts the
   * events of one picosecond by kind and subject. If `order` is `asked`, all lanes are empty, because such events must
   * then run in the sequence in which they were scheduled.
   */
  readonly lanes: Lanes;
  private readonly far: FarFuture;
  /** Calls `visit` with each event of the calendar, that is, with each event that is in no lane. The order is arbitrary. */
  readonly eachTimed: (visit: EventVisitor) => void;

  /** Assigns and returns the order number of an event. The caller may insert the event with this number at once, later or never. */
  readonly number: (kind: number, subject: number) => number;
  /** Schedules an event for `time`: combines `number` and `insert`. */
  readonly schedule: (time: Ps, kind: number, subject: number) => void;
  /** Inserts an event. `seq` is its order number, which `number` has returned. `time` must not be before the current event. */
  readonly insert: (time: Ps, seq: number, kind: number, subject: number) => void;
  /**
   * Makes the earliest event at or before `until` the current event, and returns true. If there is no such event, it
   * returns false, and the current event stays the same.
   */
  readonly take: (until: Ps) => boolean;
  /**
   * Does the same as `take`, with the time limit in `UNTIL` of the clock. It is faster, because passing a double as an
   * argument costs about ten machine instructions.
   */
  readonly takeNext: () => boolean;

  /**
   * `width` is a first estimate of the time between events, in ps, and a power of two. `buckets` is the initial ring
   * size of the calendar.
   */
  constructor(order: Order = "fixed", width: Ps = 256, buckets: number = FIRST_BUCKETS) {
    // V8 may move a small array that has no buffer of its own, and then cannot compile its address into the code. So
    // each array has a buffer of its own.
    const clock = new Float64Array(new ArrayBuffer(128));
    const state = new Int32Array(new ArrayBuffer(64));
    const far = new FarFuture();
    clock[NEXT_SEQ] = 1;
    this.order = order;
    this.clock = clock;
    this.state = state;
    this.far = far;
    const own = lanes(clock, state);
    this.lanes = order === "fixed" ? own : { ...own, open: () => -1, openForOthers: () => -1 };
    const { insert, look, take: takeTimed, each } = calendar(clock, state, far, width, buckets);
    this.eachTimed = (visit) => {
      each(visit);
      far.each((time, payload) => {
        visit(time, payload >>> SUBJECT_BITS, payload & MAX_SUBJECT);
      });
    };
    const { settle, seq, take: takeOfLane } = own;
    this.insert = insert;
    this.takeNext = () => {
      if (clock[FIRST_TIME] < 0) look();
      const time = clock[FIRST_TIME];
      const next = clock[LANE_TIME];
      if (next <= time) {
        // The limit is checked before `settle` decides the order of this picosecond's events in lanes. A run that ends
        // here may be continued later. Until then, further events of this picosecond may be added and change the order.
        if (next > clock[UNTIL]) return false;
        if (state[TIE] !== 0) settle();
        if (next < time || (next !== Infinity && seq() < clock[FIRST_SEQ])) {
          takeOfLane();
          return true;
        }
      }
      if (time > clock[UNTIL] || time === Infinity) return false;
      takeTimed();
      return true;
    };
    this.take = (until) => {
      clock[UNTIL] = until;
      return this.takeNext();
    };
    const number =
      order === "asked"
        ? (): number => clock[NEXT_SEQ]++
        : (kind: number, subject: number): number => (kind << SUBJECT_BITS) | subject;
    this.number = number;
    this.schedule = (time, kind, subject) => {
      insert(time, number(kind, subject), kind, subject);
    };
  }

  get now(): Ps {
    return this.clock[NOW];
  }
  set now(time: Ps) {
    this.clock[NOW] = time;
  }
  get seq(): number {
    return this.clock[SEQ];
  }
  get kind(): number {
    return this.state[KIND];
  }
  get subject(): number {
    return this.state[SUBJECT];
  }
  get size(): number {
    return this.state[NEAR] + this.far.size + this.lanes.size();
  }
  /** The bucket width of the calendar in ps. It adapts to the density of events. */
  get width(): Ps {
    return this.clock[WIDTH];
  }
  get buckets(): number {
    return this.state[MASK] + 1;
  }
}
