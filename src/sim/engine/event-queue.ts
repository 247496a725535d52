/**
 * The future: events ordered by time, then by a number that says in what order those of one picosecond run.
 *
 * Which number an event has is the run's choice (`Order`), and makes it repeatable. `number` tells it without an event, so that an
 * event that is put off, or never created because it would do nothing, leaves the order of all others as it is.
 *
 * Most events are asked for with one of a few delays, and stand in lanes (`lanes.ts`), each in the order in which they were asked for. All others are in a
 * calendar (`calendar.ts`). Both are closures over arrays that never change: an engine then has every address and
 * length in the code itself (docs/decisions/0016-closures-over-constant-arrays.md). Scheduling allocates nothing.
 * Knows no packet, switch or policy; `kind` and `subject` are small integers it only carries.
 *
 * Measured  bench/results.md
 */
import type { Ps } from "../../base/units.ts";
import { calendar } from "./calendar.ts";
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

// The queue's own number, in the clock: the next one to be handed out.
const NEXT_SEQ = 6;

/**
 * In what order events of one picosecond run.
 *
 * `fixed`: by kind, then by subject: what an event is decides, and nothing that went before. So what happens at a node is the same whichever
 * nodes share a queue with it (docs/decisions/0028-order-of-one-picosecond.md).
 * `asked`: in the order in which they were asked for, as in ns-3: a count through the whole run.
 */
export type Order = "fixed" | "asked";

export class EventQueue {
  /** [NOW] and [SEQ] of the event being run, its [KIND] and [SUBJECT] (`clock.ts`). What lies behind them is the queue's own. */
  readonly clock: Float64Array;
  readonly state: Int32Array;
  readonly order: Order;
  /** Events that come in the order in which they were asked for; under `asked` there are none, since their numbers are not known from what they are. */
  readonly lanes: Lanes;
  private readonly far: FarFuture;

  /** The number of an event asked for now, which may be inserted later or not at all. */
  readonly number: (kind: number, subject: number) => number;
  /** Schedules an event now: `number` and `insert` in one. */
  readonly schedule: (time: Ps, kind: number, subject: number) => void;
  /** Inserts an event under the number it was given. The time must not lie before the event being run. */
  readonly insert: (time: Ps, seq: number, kind: number, subject: number) => void;
  /**
   * Takes the earliest event at or before `until`, setting `now`, `seq`, `kind` and `subject` in place.
   * Returns false, and changes nothing, when there is none.
   */
  readonly take: (until: Ps) => boolean;
  /** The same, at or before what `UNTIL` of the clock says: a double that is an argument costs as much as ten of an engine's instructions. */
  readonly takeNext: () => boolean;

  /** `width` is a first guess of the time between events, a power of two of picoseconds. */
  constructor(order: Order = "fixed", width: Ps = 256, buckets: number = FIRST_BUCKETS) {
    // On buffers of their own: V8 moves small arrays that have none, so it cannot fold their address.
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
    const { insert, look, take: takeTimed } = calendar(clock, state, far, width, buckets);
    const { settle, seq, take: takeOfLane } = own;
    this.insert = insert;
    this.takeNext = () => {
      if (clock[FIRST_TIME] < 0) look();
      const time = clock[FIRST_TIME];
      const next = clock[LANE_TIME];
      if (next <= time) {
        // Before anything is put in order: others may still ask for events of a picosecond that has not come.
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
  /** Shape of the calendar: it changes with the density of events. */
  get width(): Ps {
    return this.clock[WIDTH];
  }
  get buckets(): number {
    return this.state[MASK] + 1;
  }
}
