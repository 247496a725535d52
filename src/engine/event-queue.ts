/**
 * The future: events ordered by time, then by the sequence number taken when they were scheduled.
 *
 * The second key makes a run repeatable: two events at the same picosecond leave in the order in
 * which they were asked for. `reserve` hands out a number without an event, so that an event that
 * is put off, or never created because it would do nothing, leaves the order of all others as it is.
 *
 * A calendar: a ring of buckets, each a short sorted list, for the near future, and a heap for the
 * rest. Bucket width and ring size follow the events seen (one or two a bucket); they decide the
 * speed, never the order. Events are 32-byte records in one buffer, so scheduling allocates nothing.
 * Knows no packet, switch or policy; `kind` and `subject` are small integers it only carries.
 *
 * Cost      O(1) while the width fits, O(log n) for what lies beyond the ring
 * Measured  bench/results.md
 */
import { invariant } from "../invariant.ts";
import type { Ps } from "../units.ts";
import { FarFuture } from "./far-future.ts";

/** Subjects are 24-bit, kinds 7-bit: both travel in one integer. */
const SUBJECT_BITS = 24;
const SUBJECT_MASK = (1 << SUBJECT_BITS) - 1;
export const MAX_SUBJECT: number = SUBJECT_MASK;

/** How many takes pass before the shape is looked at again. */
const REVIEW_EVERY = 8192;
const MIN_BUCKETS = 1 << 10;
const MAX_BUCKETS = 1 << 16;
/** A bucket's words in the ring, [bucket * 4 + ...]: first event, last one, and the one last put between others. */
const BUCKET = 4;
const TAIL = 1;
const FINGER = 2;
/** Words of an event record, [event * 8 + ...]; time and number are its doubles [event * 4] and [event * 4 + 1]. */
const NEXT = 4;
const PAYLOAD = 5;

export class EventQueue {
  /** Time of the event being run, ps. */
  now: Ps = 0;
  /** Its sequence number: with `now`, the position in the order of all events. */
  seq = 0;
  kind = 0;
  subject = 0;

  private nextSeq = 1;

  // Event records, four doubles or eight 32-bit words each: time, seq, (next, payload). Record 0 means "none".
  private times: Float64Array;
  private words: Int32Array;
  private free = 0;
  private records: number;

  // The ring: (head, tail, finger) of each bucket. Reserved numbers tend to come in ascending order, so the place of the next
  // is mostly right behind the finger, the event last put between others.
  // Buckets are counted from `base`, the one of the last event taken, which begins at `baseTime`: small integers, whatever the time.
  private ring: Int32Array;
  private mask: number;
  private width: Ps;
  private perPs: number;
  private base = 0;
  private baseTime: Ps = 0;
  /** How far the first occupied bucket is from `base`, or less. */
  private first = 0;
  private near = 0;
  private readonly far = new FarFuture();

  // What the review looks at.
  private takesLeft = REVIEW_EVERY;
  private walked = 0;
  private scanned = 0;
  private farAway = 0;

  /** `width` is a first guess of the time between events, a power of two of picoseconds. */
  constructor(width: Ps = 256, buckets: number = MIN_BUCKETS * 4) {
    this.width = width;
    this.perPs = 1 / width;
    this.mask = buckets - 1;
    this.ring = new Int32Array(buckets * BUCKET);
    this.records = 1024;
    const buffer = new ArrayBuffer(this.records * 32);
    this.times = new Float64Array(buffer);
    this.words = new Int32Array(buffer);
    this.chainFree(1);
  }

  get size(): number {
    return this.near + this.far.size;
  }

  /** Takes the next sequence number, for an event that may be inserted later or not at all. */
  reserve(): number {
    return this.nextSeq++;
  }

  /** Schedules an event now: `reserve` and `insert` in one. */
  schedule(time: Ps, kind: number, subject: number): void {
    this.insert(time, this.nextSeq++, kind, subject);
  }

  /** Inserts an event under a number reserved earlier. (time, seq) must not lie before the event being run. */
  insert(time: Ps, seq: number, kind: number, subject: number): void {
    if (time < this.now) invariant(false, "no event is scheduled in the past", time, this.now);
    const payload = (kind << SUBJECT_BITS) | subject;
    const offset = (time - this.baseTime) * this.perPs;
    if (offset > this.mask) {
      this.farAway++;
      this.far.push(time, seq, payload);
      return;
    }
    if (this.free === 0) this.growRecords();
    const event = this.free;
    const times = this.times;
    const words = this.words;
    this.free = words[(event << 3) | NEXT];
    times[event << 2] = time;
    times[(event << 2) | 1] = seq;
    words[(event << 3) | PAYLOAD] = payload;
    this.link(event, time, seq, offset | 0);
  }

  /**
   * Takes the earliest event at or before `until`, filling `now`, `seq`, `kind` and `subject` in place.
   * Returns false, and changes nothing, when there is none.
   */
  take(until: Ps): boolean {
    const far = this.far;
    if (this.near === 0) {
      if (far.size === 0 || far.time > until) return false;
      this.takeFar();
      return true;
    }
    const ring = this.ring;
    const mask = this.mask;
    let slot = (this.base + this.first) & mask;
    let event = ring[slot << 2];
    if (event === 0) {
      let steps = 0;
      do {
        slot = (slot + 1) & mask;
        steps++;
        event = ring[slot << 2];
      } while (event === 0);
      this.first += steps;
      this.scanned += steps;
    }
    const times = this.times;
    const time = times[event << 2];
    const seq = times[(event << 2) | 1];
    if (far.size !== 0 && (far.time < time || (far.time === time && far.seq < seq))) {
      if (far.time > until) return false;
      this.takeFar();
      return true;
    }
    if (time > until) return false;
    const words = this.words;
    const next = words[(event << 3) | NEXT];
    const at = slot << 2;
    ring[at] = next;
    if (next === 0) ring[at | TAIL] = 0;
    if (ring[at | FINGER] === event) ring[at | FINGER] = 0;
    this.near--;
    const payload = words[(event << 3) | PAYLOAD];
    words[(event << 3) | NEXT] = this.free;
    this.free = event;
    this.base = slot;
    this.baseTime += this.first * this.width;
    this.first = 0;
    this.now = time;
    this.seq = seq;
    this.kind = payload >>> SUBJECT_BITS;
    this.subject = payload & SUBJECT_MASK;
    if (--this.takesLeft === 0) this.review();
    return true;
  }

  private takeFar(): void {
    const far = this.far;
    this.now = far.time;
    this.seq = far.seq;
    this.kind = far.payload >>> SUBJECT_BITS;
    this.subject = far.payload & SUBJECT_MASK;
    far.pop();
    // The buckets before it are empty, and their places in the ring are free for later ones.
    const passed = Math.floor((this.now - this.baseTime) * this.perPs);
    this.base = (this.base + passed) & this.mask;
    this.baseTime += passed * this.width;
    this.first = Math.max(this.first - passed, 0);
    if (--this.takesLeft === 0) this.review();
  }

  /** Puts a record into the bucket `offset` from the base, in its place. */
  private link(event: number, time: Ps, seq: number, offset: number): void {
    if (offset < this.first || this.near === 0) this.first = offset;
    this.near++;
    const times = this.times;
    const words = this.words;
    const ring = this.ring;
    const at = ((this.base + offset) & this.mask) << 2;
    const tail = ring[at | TAIL];
    if (tail === 0) {
      ring[at] = event;
      ring[at | TAIL] = event;
      words[(event << 3) | NEXT] = 0;
      return;
    }
    const last = times[tail << 2];
    if (last < time || (last === time && times[(tail << 2) | 1] < seq)) {
      words[(tail << 3) | NEXT] = event;
      ring[at | TAIL] = event;
      words[(event << 3) | NEXT] = 0;
      return;
    }
    // A number reserved earlier, or a shorter delay: find its place. The tail is later, so the walk ends.
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
    this.walked += steps;
    words[(event << 3) | NEXT] = after;
    ring[at | FINGER] = event;
    if (before === 0) ring[at] = event;
    else words[(before << 3) | NEXT] = event;
  }

  /** Every few thousand events: would another bucket width or ring size have cost less? */
  private review(): void {
    const walked = this.walked;
    const scanned = this.scanned;
    const farAway = this.farAway;
    this.takesLeft = REVIEW_EVERY;
    this.walked = 0;
    this.scanned = 0;
    this.farAway = 0;
    const buckets = this.mask + 1;
    // Narrower buckets do not help events of one picosecond, so they must not be mostly empty either.
    const crowded = walked > REVIEW_EVERY && scanned < REVIEW_EVERY / 2;
    if (crowded && this.width > 1) this.reshape(this.width / 2, Math.min(buckets * 2, MAX_BUCKETS));
    else if (scanned > 2 * REVIEW_EVERY) this.reshape(this.width * 2, Math.max(buckets / 2, MIN_BUCKETS));
    else if (farAway > REVIEW_EVERY / 8 && buckets < MAX_BUCKETS) this.reshape(this.width, buckets * 2);
  }

  private reshape(width: Ps, buckets: number): void {
    const old = this.ring;
    this.width = width;
    this.perPs = 1 / width;
    this.mask = buckets - 1;
    this.ring = new Int32Array(buckets * BUCKET);
    this.base = 0;
    this.baseTime = Math.floor(this.now * this.perPs) * width;
    this.first = 0;
    this.near = 0;
    const { times, words } = this;
    for (let slot = 0; slot < old.length; slot += BUCKET) {
      let event = old[slot];
      while (event !== 0) {
        const next = words[(event << 3) | NEXT];
        const time = times[event << 2];
        const seq = times[(event << 2) | 1];
        const offset = (time - this.baseTime) * this.perPs;
        if (offset > this.mask) {
          this.far.push(time, seq, words[(event << 3) | PAYLOAD]);
          words[(event << 3) | NEXT] = this.free;
          this.free = event;
        } else this.link(event, time, seq, offset | 0);
        event = next;
      }
    }
    this.walked = 0;
  }

  private growRecords(): void {
    const from = this.records;
    this.records *= 2;
    const buffer = new ArrayBuffer(this.records * 32);
    const times = new Float64Array(buffer);
    times.set(this.times);
    this.times = times;
    this.words = new Int32Array(buffer);
    this.chainFree(from);
  }

  private chainFree(from: number): void {
    for (let event = from; event < this.records - 1; event++) this.words[(event << 3) | NEXT] = event + 1;
    this.words[((this.records - 1) << 3) | NEXT] = 0;
    this.free = from;
  }
}
