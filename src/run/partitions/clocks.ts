/**
 * The shared state of all partitions: the clock of each, whether it has awaited flows, and the end of the run.
 *
 * It is in shared memory. Each partition writes only its own lines. The referee (`termination.ts`) writes those for all. A time is whole
 * picoseconds in two words of 30 bits. They are written so that a concurrent reader gets a value that was true earlier.
 */
import type { Ps } from "../../base/units.ts";

/** Words of a partition: a cache line that others read often, and one for waiting. */
const PART_WORDS = 64;
const HIGH = 0;
const LOW = 1;
const OPEN = 2;
const BELL = 32;
const WAITS = 33;
/**
 * Doubles of a partition. DONE: the end of its last awaited flow. HELD: its time when all are to hold. HOPS and AWAITED, for progress
 * reports: packet-hops, and awaited flows.
 */
const PART_DOUBLES = 8;
const DONE = 0;
const HELD = 1;
const HOPS = 2;
const AWAITED = 3;

/** Words of the referee: the order to all, the last millisecond judged, and the numbers of partitions that hold or are over. */
const TERMINATION_WORDS = 64;
const ORDER = 0;
const JUDGED = 1;
const HOLDING = 2;
const OVER = 3;

/** Order of the referee: run. */
export const GO = 0;
/** Order of the referee: report the time reached, and wait. */
export const HOLD = 1;
/** Order of the referee: run to the end time, and no further. */
export const END = 2;
/** Order of the referee: no result can change any more, so advance to the end of the run without an event. */
export const SETTLED = 3;

/** The maximum sleep of a waiting partition in ms. Then it checks again, even if no other has woken it. */
const LONGEST_SLEEP_MS = 1000;

const LOW_BITS = 2 ** 30;
/** A time that is later than any time of a run. */
export const NEVER: Ps = 2 ** 59;

/** The bytes of a board for this many partitions. */
export const clocksBytes = (parts: number): number =>
  TERMINATION_WORDS * 4 + 64 + parts * (PART_WORDS * 4 + PART_DOUBLES * 8);

export class Clocks {
  readonly parts: number;
  private readonly termination: Int32Array;
  private readonly words: Int32Array;
  private readonly end: Float64Array;
  private readonly doubles: Float64Array;

  constructor(memory: SharedArrayBuffer, parts: number) {
    this.parts = parts;
    this.termination = new Int32Array(memory, 0, TERMINATION_WORDS);
    this.end = new Float64Array(memory, TERMINATION_WORDS * 4, 8);
    this.words = new Int32Array(memory, TERMINATION_WORDS * 4 + 64, parts * PART_WORDS);
    this.doubles = new Float64Array(memory, TERMINATION_WORDS * 4 + 64 + parts * PART_WORDS * 4, parts * PART_DOUBLES);
  }

  /**
   * Sets the clock of partition `part`. All its events before `time` have run, and it will send only at `time` or later. A clock never
   * decreases.
   */
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

  /** Partition `part` has flows that the end of the run waits for. */
  open(part: number): void {
    Atomics.store(this.words, part * PART_WORDS + OPEN, 1);
  }

  /** Partition `part` has no awaited flow left since `at`. -Infinity: it never had one. */
  close(part: number, at: Ps): void {
    this.doubles[part * PART_DOUBLES + DONE] = at;
    Atomics.store(this.words, part * PART_WORDS + OPEN, 0);
  }

  isOpen(part: number): boolean {
    return Atomics.load(this.words, part * PART_WORDS + OPEN) === 1;
  }

  /** The end of the last awaited flow of a partition that is not open. */
  doneAt(part: number): Ps {
    return this.doubles[part * PART_DOUBLES + DONE];
  }

  /** Stores the progress of partition `part`, for progress reports. */
  tell(part: number, hops: number, awaited: number): void {
    this.doubles[part * PART_DOUBLES + HOPS] = hops;
    this.doubles[part * PART_DOUBLES + AWAITED] = awaited;
  }

  /** The approximate progress of the run: the time that all partitions have passed, packet-hops, and awaited flows. */
  get progress(): { readonly now: Ps; readonly hops: number; readonly awaited: number } {
    let [now, hops, awaited] = [NEVER, 0, 0];
    for (let part = 0; part < this.parts; part++) {
      now = Math.min(now, this.clock(part));
      hops += this.doubles[part * PART_DOUBLES + HOPS];
      awaited += this.doubles[part * PART_DOUBLES + AWAITED];
    }
    return { now, hops, awaited };
  }

  /** Gives an order of the referee to all partitions. */
  private give(order: number): void {
    Atomics.store(this.termination, ORDER, order);
    this.ringAll();
  }

  get order(): number {
    return Atomics.load(this.termination, ORDER);
  }

  /** Gives the order END: the run ends at `time`, including that picosecond. */
  endAt(time: Ps): void {
    this.end[0] = time;
    this.give(END);
  }

  /** Gives the order SETTLED: no result can change from `time` on. */
  settleAt(time: Ps): void {
    this.end[0] = time;
    this.give(SETTLED);
  }

  /** The time of the order END or SETTLED. Undefined under another order. */
  get endTime(): Ps {
    return this.end[0];
  }

  /** Orders all partitions to hold at their current times. */
  hold(): void {
    this.give(HOLD);
  }

  /** Notes that partition `part` holds at `time`, or has ended. */
  holdsAt(part: number, time: Ps): void {
    this.doubles[part * PART_DOUBLES + HELD] = time;
    Atomics.add(this.termination, HOLDING, 1);
  }

  /** The latest time of all partitions when all hold. Undefined: they do not hold yet. */
  get heldAt(): Ps | undefined {
    if (Atomics.load(this.termination, HOLDING) < this.parts) return undefined;
    let latest = 0;
    for (let part = 0; part < this.parts; part++) latest = Math.max(latest, this.doubles[part * PART_DOUBLES + HELD]);
    return latest;
  }

  /** Notes that one more partition has reached the end, or cannot continue. */
  noteOver(): void {
    Atomics.add(this.termination, OVER, 1);
    this.ringAll();
  }

  get allOver(): boolean {
    return Atomics.load(this.termination, OVER) === this.parts;
  }

  /** The referee has judged the state of all partitions at this millisecond, and the run continues. */
  judge(millisecond: number): void {
    Atomics.store(this.termination, JUDGED, millisecond);
    this.ringAll();
  }

  get judged(): number {
    return Atomics.load(this.termination, JUDGED);
  }

  /** The argument for `wait`. Call it before checking whether there is a reason to wait. */
  listen(part: number): number {
    Atomics.store(this.words, part * PART_WORDS + WAITS, 1);
    return Atomics.load(this.words, part * PART_WORDS + BELL);
  }

  /** Waits for `ring`. Returns at once if it was called since `listen`. Only for threads that may block. */
  wait(part: number, heard: number): void {
    Atomics.wait(this.words, part * PART_WORDS + BELL, heard, LONGEST_SLEEP_MS);
    this.stopListening(part);
  }

  stopListening(part: number): void {
    Atomics.store(this.words, part * PART_WORDS + WAITS, 0);
  }

  /** Wakes a waiting partition. */
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
