/**
 * The calendar: the future events that are not in lanes (`lanes.ts`), ordered by time and order number. A ring of
 * buckets, each a short sorted list, contains the near future. A heap (`far-future.ts`) contains later events.
 *
 * Bucket width and ring size adapt to the events, towards one or two events per bucket. They affect only the speed,
 * never the order of events. Events are 32-byte records in one buffer, so scheduling allocates nothing.
 *
 * Each event queue has one calendar, made of functions over constant arrays
 * (docs/decisions/0016-closures-over-constant-arrays.md).
 *
 * Cost of an event: O(1) while the bucket width fits the distances between events, O(log n) for events beyond the ring.
 */
import { invariant } from "../../base/invariant.ts";
import type { Ps } from "../../base/units.ts";
import { CARGO, FIRST_SEQ, FIRST_TIME, KIND, MASK, NEAR, NOW, SEQ, SUBJECT, SUBJECT_BITS, WIDTH } from "./clock.ts";
import type { FarFuture } from "./far-future.ts";
import { reserve } from "./reserve.ts";

const SUBJECT_MASK = (1 << SUBJECT_BITS) - 1;

/** The number of events after which `review` adapts the bucket width and the ring size. */
const REVIEW_EVERY = 8192;
/** The smallest ring, in buckets. */
const MIN_BUCKETS = 1 << 10;
/** The largest ring, in buckets. */
const MAX_BUCKETS = 1 << 16;
/**
 * The maximum number of events in the ring, whose records reserve 32 MiB of addresses. Further events go to the heap.
 */
const RECORDS = 1 << 20;
/** Base-2 logarithm of the words per bucket in `ring`. Word 0 of a bucket is its first event. */
const BUCKET_LOG = 2;
/** Word 1 of a bucket: the bucket's last event. */
const TAIL = 1;
/**
 * Word 2 of a bucket, its finger: the event that was inserted most recently in front of another event of the bucket. The
 * next search for an insertion point begins there.
 */
const FINGER = 2;
/**
 * Index of a word of an event's record: the next event of the bucket. The record of event e has eight words, and the
 * first of them has the index 8 * e. Words 0 to 3 are two doubles: the time and the order number of the event.
 */
const NEXT = 4;
/** Index of a word of an event's record. The word has the kind and the subject of the event. */
const PAYLOAD = 5;

// Index in `clock`: the time at which bucket `BASE` begins.
const BASE_TIME = 8;
// Index in `clock`: the number of buckets per picosecond, that is, 1 divided by the bucket width (WIDTH in `clock.ts`).
const PER_PS = 10;
// Index in `state`: the first free event record.
const FREE = 5;
// Index in `state`: the number of event records ever used.
const USED = 6;
/**
 * Index in `state`: where in the ring the current bucket is. The current bucket is the one at the time of the latest
 * event taken. Other buckets are addressed by their distance from it, so distances remain small integers even late in a
 * run.
 */
const BASE = 9;
/** Index in `state`: a lower bound of the distance from `BASE` to the first occupied bucket. */
const FIRST = 10;
/** Indices in `state` of the four counters that `review` reads and resets. `review` runs when TAKES_LEFT reaches 0. */
const TAKES_LEFT = 11;
const WALKED = 12;
const SCANNED = 13;
const FAR_AWAY = 14;
/** Index in `state` of a flag. The flag is 1 if the first event is in the heap, and 0 if it is in the ring. */
const IS_FAR = 15;

export interface Calendar {
  /** Inserts an event. `time` must not be before the current event. `seq` is its order number within a picosecond. */
  readonly insert: (time: Ps, seq: number, kind: number, subject: number) => void;
  /** Finds the first event and writes its time and order number to FIRST_TIME and FIRST_SEQ of the clock. */
  readonly look: () => void;
  /** Removes the first event, which `look` has found, and makes it the current event of the queue. */
  readonly take: () => void;
  /** Calls `visit` with each event of the ring, in any order. Events in the heap are left out. */
  readonly each: (visit: EventVisitor) => void;
}

/** Receives the time, the kind and the subject of an event. */
export type EventVisitor = (time: Ps, kind: number, subject: number) => void;

/** Creates a calendar. `width` is a first estimate of the time between events, in ps, and a power of two. */
export function calendar(clock: Float64Array, state: Int32Array, far: FarFuture, width: Ps, room: number): Calendar {
  // The buffer of all event records, of 32 bytes each. `times` shows it as doubles and `words` as 32-bit words. Record
  // 0 means "no event".
  const buffer = reserve(RECORDS * 32);
  const records = buffer.byteLength / 32;
  const times = new Float64Array(buffer);
  const words = new Int32Array(buffer);
  // The buckets: head, tail and finger of each. The finger is the event that was inserted most recently in front of
  // another event. Events that are inserted out of order usually come in ascending order among themselves. So the
  // position of the next one is usually right after the finger.
  const ring = new Int32Array(reserve(MAX_BUCKETS << (BUCKET_LOG + 2)));
  clock[WIDTH] = width;
  clock[PER_PS] = 1 / width;
  clock[FIRST_TIME] = Infinity;
  state[USED] = 1;
  state[MASK] = room - 1;
  state[TAKES_LEFT] = REVIEW_EVERY;

  function insert(time: Ps, seq: number, kind: number, subject: number): void {
    // `!(a >= b)` and `a < b` differ for NaN: this condition rejects NaN, too.
    if (!(time >= clock[NOW])) invariant(false, "no event is scheduled in the past", time, clock[NOW]);
    if (time <= clock[FIRST_TIME]) clock[FIRST_TIME] = -1;
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
    link(event, offset | 0);
  }

  function look(): void {
    clock[FIRST_TIME] = Infinity;
    state[IS_FAR] = 0;
    if (state[NEAR] !== 0) {
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
      clock[FIRST_TIME] = times[event << 2];
      clock[FIRST_SEQ] = times[(event << 2) | 1];
    }
    if (far.size !== 0) lookFar();
  }

  function lookFar(): void {
    const { time, seq } = far;
    if (time > clock[FIRST_TIME] || (time === clock[FIRST_TIME] && seq >= clock[FIRST_SEQ])) return;
    clock[FIRST_TIME] = time;
    clock[FIRST_SEQ] = seq;
    state[IS_FAR] = 1;
  }

  function take(): void {
    const time = clock[FIRST_TIME];
    clock[FIRST_TIME] = -1;
    if (state[IS_FAR] !== 0) {
      takeFar();
      return;
    }
    const slot = (state[BASE] + state[FIRST]) & state[MASK];
    const at = slot << BUCKET_LOG;
    const event = ring[at];
    const next = words[(event << 3) | NEXT];
    ring[at] = next;
    if (next === 0) ring[at | TAIL] = 0;
    if (ring[at | FINGER] === event) ring[at | FINGER] = 0;
    words[(event << 3) | NEXT] = state[FREE];
    state[FREE] = event;
    state[NEAR]--;
    state[BASE] = slot;
    clock[BASE_TIME] += state[FIRST] * clock[WIDTH];
    state[FIRST] = 0;
    show(time, clock[FIRST_SEQ], words[(event << 3) | PAYLOAD]);
  }

  function takeFar(): void {
    const { time, seq, payload } = far;
    far.pop();
    // The buckets before the taken event are now empty. The ring reuses them for later events.
    const passed = Math.floor((time - clock[BASE_TIME]) * clock[PER_PS]);
    state[BASE] = (state[BASE] + passed) & state[MASK];
    clock[BASE_TIME] += passed * clock[WIDTH];
    state[FIRST] = Math.max(state[FIRST] - passed, 0);
    show(time, seq, payload);
  }

  /** Makes the event with this time, order number and payload the current event of the queue. */
  function show(time: Ps, seq: number, payload: number): void {
    if (time < clock[NOW]) invariant(false, "time runs forward", clock[NOW], time);
    clock[NOW] = time;
    clock[SEQ] = seq;
    state[KIND] = payload >>> SUBJECT_BITS;
    state[SUBJECT] = payload & SUBJECT_MASK;
    state[CARGO] = 0;
    if (--state[TAKES_LEFT] === 0) review();
  }

  /** Inserts a record in order into the bucket that is `offset` buckets after the base. */
  function link(event: number, offset: number): void {
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
    const time = times[event << 2];
    if (last < time || (last === time && times[(tail << 2) | 1] <= times[(event << 2) | 1])) {
      words[(tail << 3) | NEXT] = event;
      ring[at | TAIL] = event;
      words[(event << 3) | NEXT] = 0;
      return;
    }
    linkBetween(event, at);
  }

  /**
   * Inserts an event that precedes the last event of its bucket: its time is earlier, or its order number is lower at
   * the same time. So the search always ends, at the last event at the latest.
   */
  function linkBetween(event: number, at: number): void {
    const time = times[event << 2];
    const seq = times[(event << 2) | 1];
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

  /**
   * Adapts the bucket width or the ring size. The counters since the last review show whether another value would have
   * cost less.
   */
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
    // Long searches in a bucket show that the width is too large. The exception is a bucket whose events all have the
    // same picosecond, because a smaller width cannot separate them. In this case most buckets are empty, so `scanned`
    // is large and the width is not halved.
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
      } else link(event, offset | 0);
      event = next;
    }
  }

  /** Empties the ring. Returns the first of its events, which are chained in order by NEXT. */
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

  function each(visit: EventVisitor): void {
    for (let slot = 0; slot <= state[MASK]; slot++)
      for (let event = ring[slot << BUCKET_LOG]; event !== 0; event = words[(event << 3) | NEXT]) {
        const payload = words[(event << 3) | PAYLOAD];
        visit(times[event << 2], payload >>> SUBJECT_BITS, payload & SUBJECT_MASK);
      }
  }

  return { insert, look, take, each };
}
