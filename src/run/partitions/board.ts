/**
 * What the parts of a network know of each other: how far each has come, which still have flows that the run waits for, and when it ends.
 *
 * In shared memory. Each part writes its own lines alone, the referee (`referee.ts`) those of all. Times are whole picoseconds in two words of
 * 30 bits, written so that who reads meanwhile finds one that was true before.
 */
import type { Ps } from "../../base/units.ts";

/** Words of a part: a line that others read often, and one for waiting. */
const PART_WORDS = 64;
const HIGH = 0;
const LOW = 1;
const OPEN = 2;
const BELL = 32;
const WAITS = 33;
/** Doubles of a part: when its last flow was done; up to where it has come when all are to hold; for who looks on, packet-hops and flows awaited. */
const PART_DOUBLES = 8;
const DONE = 0;
const HELD = 1;
const HOPS = 2;
const AWAITED = 3;

/** Words of the referee: the order to all; the last millisecond that was judged; parts that hold, or are over. */
const REFEREE_WORDS = 64;
const ORDER = 0;
const JUDGED = 1;
const HOLDING = 2;
const OVER = 3;

/** Orders. */
export const GO = 0;
/** Say how far you have come, and wait. */
export const HOLD = 1;
/** Run to the end that was set, and no further. */
export const END = 2;
/** No result can change any more: advance to the end of the run without an event. */
export const SETTLED = 3;

/** A part that sleeps looks again after so long, ms, whether anybody woke it or not. */
const LONGEST_SLEEP_MS = 1000;

const LOW_BITS = 2 ** 30;
/** Later than any time of a run. */
export const NEVER: Ps = 2 ** 59;

/** Bytes of a board for so many parts. */
export const boardBytes = (parts: number): number =>
  REFEREE_WORDS * 4 + 64 + parts * (PART_WORDS * 4 + PART_DOUBLES * 8);

export class Board {
  readonly parts: number;
  private readonly referee: Int32Array;
  private readonly words: Int32Array;
  private readonly end: Float64Array;
  private readonly doubles: Float64Array;

  constructor(memory: SharedArrayBuffer, parts: number) {
    this.parts = parts;
    this.referee = new Int32Array(memory, 0, REFEREE_WORDS);
    this.end = new Float64Array(memory, REFEREE_WORDS * 4, 8);
    this.words = new Int32Array(memory, REFEREE_WORDS * 4 + 64, parts * PART_WORDS);
    this.doubles = new Float64Array(memory, REFEREE_WORDS * 4 + 64 + parts * PART_WORDS * 4, parts * PART_DOUBLES);
  }

  /** Part `part` has run everything before `time`, and whatever it still sends it sends at `time` or later. Never goes back. */
  setClock(part: number, time: Ps): void {
    const at = part * PART_WORDS;
    const high = Math.floor(time / LOW_BITS);
    if (high !== this.words[at + HIGH]) {
      Atomics.store(this.words, at + LOW, 0);
      Atomics.store(this.words, at + HIGH, high);
    }
    Atomics.store(this.words, at + LOW, time - high * LOW_BITS);
    for (let other = 0; other < this.parts; other++) if (other !== part) this.ring(other);
  }

  clock(part: number): Ps {
    const at = part * PART_WORDS;
    for (;;) {
      const high = Atomics.load(this.words, at + HIGH);
      const low = Atomics.load(this.words, at + LOW);
      if (Atomics.load(this.words, at + HIGH) === high) return high * LOW_BITS + low;
    }
  }

  /** Part `part` has flows that the end of the run waits for. */
  open(part: number): void {
    Atomics.store(this.words, part * PART_WORDS + OPEN, 1);
  }

  /** It has none any more since `at`; -Infinity: it never had any. */
  close(part: number, at: Ps): void {
    this.doubles[part * PART_DOUBLES + DONE] = at;
    Atomics.store(this.words, part * PART_WORDS + OPEN, 0);
  }

  isOpen(part: number): boolean {
    return Atomics.load(this.words, part * PART_WORDS + OPEN) === 1;
  }

  /** Of a part that is not open. */
  doneAt(part: number): Ps {
    return this.doubles[part * PART_DOUBLES + DONE];
  }

  /** For who looks on, now and then. */
  tell(part: number, hops: number, awaited: number): void {
    this.doubles[part * PART_DOUBLES + HOPS] = hops;
    this.doubles[part * PART_DOUBLES + AWAITED] = awaited;
  }

  /** How far the run is, about: the time that all parts have passed, packet-hops, and flows that it waits for. */
  get progress(): { readonly now: Ps; readonly hops: number; readonly awaited: number } {
    let [now, hops, awaited] = [NEVER, 0, 0];
    for (let part = 0; part < this.parts; part++) {
      now = Math.min(now, this.clock(part));
      hops += this.doubles[part * PART_DOUBLES + HOPS];
      awaited += this.doubles[part * PART_DOUBLES + AWAITED];
    }
    return { now, hops, awaited };
  }

  /** To all, by the referee. */
  private give(order: number): void {
    Atomics.store(this.referee, ORDER, order);
    this.ringAll();
  }

  get order(): number {
    return Atomics.load(this.referee, ORDER);
  }

  /** The run ends at `time`, that picosecond included. */
  endAt(time: Ps): void {
    this.end[0] = time;
    this.give(END);
  }

  /** From `time` on nothing can change. */
  settleAt(time: Ps): void {
    this.end[0] = time;
    this.give(SETTLED);
  }

  /** Once the order is END or SETTLED. */
  get endTime(): Ps {
    return this.end[0];
  }

  /** All are to hold where they are. */
  hold(): void {
    this.give(HOLD);
  }

  /** Part `part` holds, at `time`, or has ended. */
  holdsAt(part: number, time: Ps): void {
    this.doubles[part * PART_DOUBLES + HELD] = time;
    Atomics.add(this.referee, HOLDING, 1);
  }

  /** When all parts hold: the latest of their times. Undefined: they do not yet. */
  get heldAt(): Ps | undefined {
    if (Atomics.load(this.referee, HOLDING) < this.parts) return undefined;
    let latest = 0;
    for (let part = 0; part < this.parts; part++) latest = Math.max(latest, this.doubles[part * PART_DOUBLES + HELD]);
    return latest;
  }

  /** One more part has run to the end, or cannot go on. */
  noteOver(): void {
    Atomics.add(this.referee, OVER, 1);
    this.ringAll();
  }

  get allOver(): boolean {
    return Atomics.load(this.referee, OVER) === this.parts;
  }

  /** The state of all parts at this millisecond was judged, and the run goes on. */
  judge(millisecond: number): void {
    Atomics.store(this.referee, JUDGED, millisecond);
    this.ringAll();
  }

  get judged(): number {
    return Atomics.load(this.referee, JUDGED);
  }

  /** What `wait` is to be given: taken before looking whether there is anything to wait for. */
  listen(part: number): number {
    Atomics.store(this.words, part * PART_WORDS + WAITS, 1);
    return Atomics.load(this.words, part * PART_WORDS + BELL);
  }

  /** Returns at once if anything has changed since `listen`. For a thread that may block. */
  wait(part: number, heard: number): void {
    Atomics.wait(this.words, part * PART_WORDS + BELL, heard, LONGEST_SLEEP_MS);
    this.stopListening(part);
  }

  stopListening(part: number): void {
    Atomics.store(this.words, part * PART_WORDS + WAITS, 0);
  }

  /** Wakes a part that waits. */
  ring(part: number): void {
    const at = part * PART_WORDS;
    if (Atomics.load(this.words, at + WAITS) === 0) return;
    Atomics.add(this.words, at + BELL, 1);
    Atomics.notify(this.words, at + BELL);
  }

  private ringAll(): void {
    for (let part = 0; part < this.parts; part++) this.ring(part);
  }
}
