/**
 * The future: events ordered by time, then by a number that says in what order those of one picosecond run.
 *
 * Which number an event has is the run's choice (`Order`), and makes it repeatable. `number` tells it without an event, so that an
 * event that is put off, or never created because it would do nothing, leaves the order of all others as it is.
 *
 * A calendar: a ring of buckets, each a short sorted list, for the near future, and a heap for the
 * rest. Bucket width and ring size follow the events seen (one or two a bucket); they decide the
 * speed, never the order. Events are 32-byte records in one buffer, so scheduling allocates nothing.
 *
 * Its functions close over arrays that never change, and keep their numbers in two more: an engine then has every address and
 * length in the code itself (docs/decisions/0016-closures-over-constant-arrays.md).
 * Knows no packet, switch or policy; `kind` and `subject` are small integers it only carries.
 *
 * Cost      O(1) while the width fits, O(log n) for what lies beyond the ring
 * Measured  bench/results.md
 */
import { invariant } from "../base/invariant.ts";
import type { Ps } from "../base/units.ts";
import * as clockRecord from "./clock.ts";
import { FarFuture } from "./far-future.ts";
import { reserve } from "./reserve.ts";

// Local names: an engine folds a module's own constants into its code, and reads imported ones from memory each time.
const { KIND, NOW, SEQ, SUBJECT } = clockRecord;

/** Subjects are 24-bit, kinds 7-bit: both travel in one integer. */
const SUBJECT_BITS = 24;
const SUBJECT_MASK = (1 << SUBJECT_BITS) - 1;
export const MAX_SUBJECT: number = SUBJECT_MASK;

/** How many takes pass before the shape is looked at again. */
const REVIEW_EVERY = 8192;
const MIN_BUCKETS = 1 << 10;
const MAX_BUCKETS = 1 << 16;
/** Most events the ring may hold: 32 MiB of addresses. More than that wait in the heap. */
const RECORDS = 1 << 20;
/** A bucket's words in the ring, [bucket * 4 + ...]: first event, last one, and the one last put between others. */
const BUCKET_LOG = 2;
const TAIL = 1;
const FINGER = 2;
/** Words of an event record, [event * 8 + ...]; time and number are its doubles [event * 4] and [event * 4 + 1]. */
const NEXT = 4;
const PAYLOAD = 5;

// The queue's own numbers. Doubles: the event being run (NOW and SEQ of `clock.ts`), the next number to be handed out ...
const NEXT_SEQ = 2;
/** ... and the ring: when the bucket `BASE` begins, how wide a bucket is, and how many there are in a picosecond. */
const BASE_TIME = 3;
const WIDTH = 4;
const PER_PS = 5;
// Words, after KIND and SUBJECT of the event being run.
/** The records: first free one, and how many were ever used ... */
const FREE = 2;
const USED = 3;
/**
 * ... the ring: buckets less one, events, the bucket of the last event taken, and how far the first occupied bucket is from it, or
 * less. Buckets are counted from `BASE`: small integers, whatever the time.
 */
const MASK = 4;
const NEAR = 5;
const BASE = 6;
const FIRST = 7;
/** ... and what the review looks at. */
const TAKES_LEFT = 8;
const WALKED = 9;
const SCANNED = 10;
const FAR_AWAY = 11;

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

  /** `width` is a first guess of the time between events, a power of two of picoseconds. */
  constructor(order: Order = "fixed", width: Ps = 256, buckets: number = MIN_BUCKETS * 4) {
    // On buffers of their own: V8 moves small arrays that have none, so it cannot fold their address.
    const clock = new Float64Array(new ArrayBuffer(64));
    const state = new Int32Array(new ArrayBuffer(64));
    const far = new FarFuture();
    clock[NEXT_SEQ] = 1;
    clock[WIDTH] = width;
    clock[PER_PS] = 1 / width;
    state[MASK] = buckets - 1;
    state[TAKES_LEFT] = REVIEW_EVERY;
    this.clock = clock;
    this.state = state;
    this.far = far;
    const { insert, take } = calendar(clock, state, far);
    this.insert = insert;
    this.take = take;
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
    return this.state[NEAR] + this.far.size;
  }
  /** Shape of the calendar: it changes with the density of events. */
  get width(): Ps {
    return this.clock[WIDTH];
  }
  get buckets(): number {
    return this.state[MASK] + 1;
  }
}

/** The calendar on its numbers: a ring of buckets for the near future, `far` for the rest. */
function calendar(clock: Float64Array, state: Int32Array, far: FarFuture): Pick<EventQueue, "insert" | "take"> {
  // Event records, four doubles or eight 32-bit words each: time, seq, (next, payload). Record 0 means "none".
  const buffer = reserve(RECORDS * 32);
  const records = buffer.byteLength / 32;
  const times = new Float64Array(buffer);
  const words = new Int32Array(buffer);
  // (head, tail, finger) of each bucket. Reserved numbers tend to come in ascending order, so the place of the next
  // is mostly right behind the finger, the event last put between others.
  const ring = new Int32Array(reserve(MAX_BUCKETS << (BUCKET_LOG + 2)));
  state[USED] = 1;

  function insert(time: Ps, seq: number, kind: number, subject: number): void {
    if (time < clock[NOW]) invariant(false, "no event is scheduled in the past", time, clock[NOW]);
    const payload = (kind << SUBJECT_BITS) | subject;
    const offset = (time - clock[BASE_TIME]) * clock[PER_PS];
    let event = 0;
    if (offset <= state[MASK]) {
      event = state[FREE];
      if (event !== 0) state[FREE] = words[(event << 3) | NEXT];
      else if (state[USED] < records) event = state[USED]++;
    } else state[FAR_AWAY]++;
    if (event === 0) {
      far.push(time, seq, payload);
      return;
    }
    times[event << 2] = time;
    times[(event << 2) | 1] = seq;
    words[(event << 3) | PAYLOAD] = payload;
    link(event, time, seq, offset | 0);
  }

  function take(until: Ps): boolean {
    if (state[NEAR] === 0) {
      if (far.size === 0 || far.time > until) return false;
      takeFar();
      return true;
    }
    const mask = state[MASK];
    let slot = (state[BASE] + state[FIRST]) & mask;
    let event = ring[slot << BUCKET_LOG];
    if (event === 0) {
      let steps = 0;
      do {
        slot = (slot + 1) & mask;
        steps++;
        event = ring[slot << BUCKET_LOG];
      } while (event === 0);
      state[FIRST] += steps;
      state[SCANNED] += steps;
    }
    const time = times[event << 2];
    const seq = times[(event << 2) | 1];
    if (far.size !== 0 && (far.time < time || (far.time === time && far.seq < seq))) {
      if (far.time > until) return false;
      takeFar();
      return true;
    }
    if (time > until) return false;
    const next = words[(event << 3) | NEXT];
    const at = slot << BUCKET_LOG;
    ring[at] = next;
    if (next === 0) ring[at | TAIL] = 0;
    if (ring[at | FINGER] === event) ring[at | FINGER] = 0;
    words[(event << 3) | NEXT] = state[FREE];
    state[FREE] = event;
    state[NEAR]--;
    state[BASE] = slot;
    clock[BASE_TIME] += state[FIRST] * clock[WIDTH];
    state[FIRST] = 0;
    show(time, seq, words[(event << 3) | PAYLOAD]);
    return true;
  }

  function takeFar(): void {
    const { time, seq, payload } = far;
    far.pop();
    // The buckets before it are empty, and their places in the ring are free for later ones.
    const passed = Math.floor((time - clock[BASE_TIME]) * clock[PER_PS]);
    state[BASE] = (state[BASE] + passed) & state[MASK];
    clock[BASE_TIME] += passed * clock[WIDTH];
    state[FIRST] = Math.max(state[FIRST] - passed, 0);
    show(time, seq, payload);
  }

  /** Makes an event the one being run. */
  function show(time: Ps, seq: number, payload: number): void {
    if (time < clock[NOW]) invariant(false, "time runs forward", clock[NOW], time);
    clock[NOW] = time;
    clock[SEQ] = seq;
    state[KIND] = payload >>> SUBJECT_BITS;
    state[SUBJECT] = payload & SUBJECT_MASK;
    if (--state[TAKES_LEFT] === 0) review();
  }

  /** Puts a record into the bucket `offset` from the base, in its place. */
  function link(event: number, time: Ps, seq: number, offset: number): void {
    if (offset < state[FIRST] || state[NEAR] === 0) state[FIRST] = offset;
    state[NEAR]++;
    const at = ((state[BASE] + offset) & state[MASK]) << BUCKET_LOG;
    const tail = ring[at | TAIL];
    if (tail === 0) {
      ring[at] = event;
      ring[at | TAIL] = event;
      words[(event << 3) | NEXT] = 0;
      return;
    }
    const last = times[tail << 2];
    if (last < time || (last === time && times[(tail << 2) | 1] <= seq)) {
      words[(tail << 3) | NEXT] = event;
      ring[at | TAIL] = event;
      words[(event << 3) | NEXT] = 0;
      return;
    }
    linkBetween(event, time, seq, at);
  }

  /** A number reserved earlier, or a shorter delay: its place is before the bucket's tail, so the walk ends. */
  function linkBetween(event: number, time: Ps, seq: number, at: number): void {
    let before = ring[at | FINGER];
    if (before !== 0) {
      const t = times[before << 2];
      if (t > time || (t === time && times[(before << 2) | 1] > seq)) before = 0;
    }
    let after = before === 0 ? ring[at] : words[(before << 3) | NEXT];
    let steps = 1;
    for (;;) {
      const t = times[after << 2];
      if (t > time || (t === time && times[(after << 2) | 1] > seq)) break;
      before = after;
      after = words[(after << 3) | NEXT];
      steps++;
    }
    state[WALKED] += steps;
    words[(event << 3) | NEXT] = after;
    ring[at | FINGER] = event;
    if (before === 0) ring[at] = event;
    else words[(before << 3) | NEXT] = event;
  }

  /** Every few thousand events: would another bucket width or ring size have cost less? */
  function review(): void {
    const walked = state[WALKED];
    const scanned = state[SCANNED];
    const farAway = state[FAR_AWAY];
    state[TAKES_LEFT] = REVIEW_EVERY;
    state[WALKED] = 0;
    state[SCANNED] = 0;
    state[FAR_AWAY] = 0;
    const buckets = state[MASK] + 1;
    const width = clock[WIDTH];
    // Narrower buckets do not help events of one picosecond, so they must not be mostly empty either.
    const crowded = walked > REVIEW_EVERY && scanned < REVIEW_EVERY / 2;
    if (crowded && width > 1) reshape(width / 2, Math.min(buckets * 2, MAX_BUCKETS));
    else if (scanned > 2 * REVIEW_EVERY) reshape(width * 2, Math.max(buckets / 2, MIN_BUCKETS));
    else if (farAway > REVIEW_EVERY / 8 && buckets < MAX_BUCKETS) reshape(width, buckets * 2);
  }

  function reshape(width: Ps, buckets: number): void {
    const chain = unlinkAll();
    clock[WIDTH] = width;
    clock[PER_PS] = 1 / width;
    clock[BASE_TIME] = Math.floor(clock[NOW] * clock[PER_PS]) * width;
    state[MASK] = buckets - 1;
    state[BASE] = 0;
    state[FIRST] = 0;
    state[NEAR] = 0;
    for (let event = chain; event !== 0;) {
      const next = words[(event << 3) | NEXT];
      const time = times[event << 2];
      const seq = times[(event << 2) | 1];
      const offset = (time - clock[BASE_TIME]) * clock[PER_PS];
      if (offset > state[MASK]) {
        far.push(time, seq, words[(event << 3) | PAYLOAD]);
        words[(event << 3) | NEXT] = state[FREE];
        state[FREE] = event;
      } else link(event, time, seq, offset | 0);
      event = next;
    }
  }

  /** Empties the ring; returns the first of its events, chained in order. */
  function unlinkAll(): number {
    const mask = state[MASK];
    let first = 0;
    let last = 0;
    for (let offset = 0; offset <= mask; offset++) {
      const at = ((state[BASE] + offset) & mask) << BUCKET_LOG;
      if (ring[at] === 0) continue;
      if (first === 0) first = ring[at];
      else words[(last << 3) | NEXT] = ring[at];
      last = ring[at | TAIL];
    }
    ring.fill(0, 0, (mask + 1) << BUCKET_LOG);
    return first;
  }

  return { insert, take };
}
