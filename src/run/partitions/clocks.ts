/**
 * The state that all partitions share: the clock of each partition, whether it has awaited flows, and the end of the
 * run. Awaited flows are the unfinished flows that the end of the run waits for.
 *
 * The state is in shared memory, mostly as 32-bit words. A partition writes its own words, and increments the common
 * counters HOLDING and OVER. It wakes another partition by the word BELL of that partition. The thread that decides
 * about the end of the run (`Termination` in `termination.ts`) writes the other common words. A time is whole
 * picoseconds in two words of 30 bits. The order of writing them ensures that a concurrent reader never gets a time
 * later than the true one.
 */
import type { Ps } from "../../base/units.ts";

/**
 * The words of one partition. The first 32 are for the clock and for OPEN, which other partitions read often. OPEN is 1
 * if the end of the run waits for flows of this partition. The last 32 are for BELL and WAITS, with which a partition
 * sleeps until another one wakes it.
 */
const PART_WORDS = 64;
const HIGH = 0;
const LOW = 1;
const OPEN = 2;
const BELL = 32;
const WAITS = 33;
/**
 * The doubles of one partition.
 *
 * - DONE: the time in ps at which its last awaited flow ended. The end of the run waits for awaited flows.
 * - HELD: the time at which it stopped because of the command HOLD, in ps.
 * - HOPS and AWAITED: its numbers of packet-hops and of unfinished awaited flows, for progress reports.
 */
const PART_DOUBLES = 8;
const DONE = 0;
const HELD = 1;
const HOPS = 2;
const AWAITED = 3;

/**
 * The number of 32-bit words that all partitions share. Four of them are used. ORDER is the present command to all
 * partitions, such as `GO` or `HOLD`. JUDGED is the last millisecond at which the state of the run was checked.
 * HOLDING is the number of partitions that have stopped. OVER is the number of partitions that have ended or failed.
 */
const TERMINATION_WORDS = 64;
const ORDER = 0;
const JUDGED = 1;
const HOLDING = 2;
const OVER = 3;

/** Order to all partitions: run. */
export const GO = 0;
/** Order to all partitions: report the time reached, and wait. */
export const HOLD = 1;
/** Order to all partitions: run up to the end time, and no further. */
export const END = 2;
/**
 * Order to all partitions: skip the remaining events and advance to the end of the run, because no result can change
 * any more.
 */
export const SETTLED = 3;

/**
 * The maximum sleep of a waiting partition, in ms. Then it checks for work, even if no other partition has woken it.
 */
const LONGEST_SLEEP_MS = 1000;

const LOW_BITS = 2 ** 30;
/** A time later than the end of any run. */
export const NEVER: Ps = 2 ** 59;

/** The size of the shared memory for this number of partitions. */
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
   * Sets the clock of partition `part`. All events of that partition before `time` have run, and it will send packets
   * only at `time` or later. A clock never decreases.
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

  /** Records that partition `part` has flows that the end of the run waits for. */
  open(part: number): void {
    Atomics.store(this.words, part * PART_WORDS + OPEN, 1);
  }

  /**
   * Records that the run waits for no more flows of partition `part`. `at`: the end of the last flow of the partition for
   * which the run waited. -Infinity: there was no such flow.
   */
  close(part: number, at: Ps): void {
    this.doubles[part * PART_DOUBLES + DONE] = at;
    Atomics.store(this.words, part * PART_WORDS + OPEN, 0);
  }

  isOpen(part: number): boolean {
    return Atomics.load(this.words, part * PART_WORDS + OPEN) === 1;
  }

  /**
   * The time at which the last awaited flow of partition `part` ended. The end of the run waits for awaited flows.
   * -Infinity: the partition never had an awaited flow. Valid only if `isOpen` is false.
   */
  doneAt(part: number): Ps {
    return this.doubles[part * PART_DOUBLES + DONE];
  }

  /**
   * Stores two numbers of partition `part` for progress reports: its packet-hops, and its flows for which the run still
   * waits.
   */
  tell(part: number, hops: number, awaited: number): void {
    this.doubles[part * PART_DOUBLES + HOPS] = hops;
    this.doubles[part * PART_DOUBLES + AWAITED] = awaited;
  }

  /**
   * The approximate progress of the run: the time that all partitions have passed, and the packet-hops. `awaited` is the
   * number of unfinished flows that the end of the run waits for.
   */
  get progress(): { readonly now: Ps; readonly hops: number; readonly awaited: number } {
    let [now, hops, awaited] = [NEVER, 0, 0];
    for (let part = 0; part < this.parts; part++) {
      now = Math.min(now, this.clock(part));
      hops += this.doubles[part * PART_DOUBLES + HOPS];
      awaited += this.doubles[part * PART_DOUBLES + AWAITED];
    }
    return { now, hops, awaited };
  }

  /** Gives the command `order`, such as `HOLD`, to all partitions and wakes them. */
  private give(order: number): void {
    Atomics.store(this.termination, ORDER, order);
    this.ringAll();
  }

  get order(): number {
    return Atomics.load(this.termination, ORDER);
  }

  /** Gives the command END to all partitions: the run ends after the events of `time`. */
  endAt(time: Ps): void {
    this.end[0] = time;
    this.give(END);
  }

  /** Gives the command SETTLED to all partitions: from `time` on no result can change. */
  settleAt(time: Ps): void {
    this.end[0] = time;
    this.give(SETTLED);
  }

  /** The time given with the command END or SETTLED. Meaningless under another command. */
  get endTime(): Ps {
    return this.end[0];
  }

  /** Orders all partitions to stop at their current times and wait. */
  hold(): void {
    this.give(HOLD);
  }

  /** Records that partition `part` has stopped at `time`, because of the command HOLD or at the end of the run. */
  holdsAt(part: number, time: Ps): void {
    this.doubles[part * PART_DOUBLES + HELD] = time;
    Atomics.add(this.termination, HOLDING, 1);
  }

  /** The latest time at which a partition stopped. Undefined: some partition has not stopped yet. */
  get heldAt(): Ps | undefined {
    if (Atomics.load(this.termination, HOLDING) < this.parts) return undefined;
    let latest = 0;
    for (let part = 0; part < this.parts; part++) latest = Math.max(latest, this.doubles[part * PART_DOUBLES + HELD]);
    return latest;
  }

  /** Counts one more partition that has reached the end of the run, or has failed. */
  noteOver(): void {
    Atomics.add(this.termination, OVER, 1);
    this.ringAll();
  }

  get allOver(): boolean {
    return Atomics.load(this.termination, OVER) === this.parts;
  }

  /** Records that the state of all partitions at this millisecond was checked, and that the run continues. */
  judge(millisecond: number): void {
    Atomics.store(this.termination, JUDGED, millisecond);
    this.ringAll();
  }

  get judged(): number {
    return Atomics.load(this.termination, JUDGED);
  }

  /**
   * Returns a value to pass to `wait` as `heard`. Call `listen` before you check for work. If another partition calls
   * `ring` after that, `wait` returns at once.
   */
  listen(part: number): number {
    Atomics.store(this.words, part * PART_WORDS + WAITS, 1);
    return Atomics.load(this.words, part * PART_WORDS + BELL);
  }

  /**
   * Waits until `ring` is called for partition `part`, but at most `LONGEST_SLEEP_MS`. Returns at once if `ring` was
   * called after `listen`. Only for threads that may block.
   */
  wait(part: number, heard: number): void {
    Atomics.wait(this.words, part * PART_WORDS + BELL, heard, LONGEST_SLEEP_MS);
    this.stopListening(part);
  }

  stopListening(part: number): void {
    Atomics.store(this.words, part * PART_WORDS + WAITS, 0);
  }

  /** Wakes partition `part` if it waits. */
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
