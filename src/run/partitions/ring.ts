/**
 * A ring in shared memory: what one part of a network has for another, in order, written by one thread and read by one other.
 *
 * Records are runs of 32-bit words that begin at an even word, so that they can hold doubles; the first word says how long a record is, itself
 * included. One never goes round the end of the ring: what is left there is skipped. Nothing waits here: where there is no room, `put`
 * says so, and where there is nothing, `next` does.
 */
const HEADER_WORDS = 64;
/** How many words were read and written, counted through and modulo 2^32: a cache line each. */
const READ = 0;
const WRITTEN = 32;
/** In place of a length: go on at the beginning. */
const SKIP = -1;

/** Bytes of a ring with room for so many words, a power of two. */
export const ringBytes = (words: number): number => (HEADER_WORDS + words) * 4;

/** Words that a record of so many takes. */
export const evenWords = (words: number): number => (words + 1) & ~1;

export class Ring {
  /** The records, as words and as doubles. */
  readonly words: Int32Array;
  readonly doubles: Float64Array;
  private readonly header: Int32Array;
  private readonly room: number;
  /** Up to where this side has written or read, and the other side had when it was last asked. */
  private at = 0;
  private other = 0;

  constructor(memory: SharedArrayBuffer) {
    this.header = new Int32Array(memory, 0, HEADER_WORDS);
    this.words = new Int32Array(memory, HEADER_WORDS * 4);
    this.doubles = new Float64Array(memory, HEADER_WORDS * 4);
    this.room = this.words.length;
  }

  /**
   * Where a record of so many words goes, an even number that is to be its first word; -1: there is no room for it now. The reader sees it once it
   * is published.
   */
  place(length: number): number {
    let place = this.at & (this.room - 1);
    const rest = this.room - place;
    const needed = rest < length ? rest + length : length;
    if (((this.at - this.other) | 0) + needed > this.room) {
      this.other = Atomics.load(this.header, READ);
      if (((this.at - this.other) | 0) + needed > this.room) return -1;
    }
    if (rest < length) {
      this.words[place] = SKIP;
      place = 0;
    }
    this.at = (this.at + needed) | 0;
    return place;
  }

  /** Copies a record, `from[start]` its length in words. False: there is no room for it now. */
  put(from: Int32Array, start: number): boolean {
    const length = from[start];
    const place = this.place(length);
    if (place < 0) return false;
    for (let k = 0; k < length; k++) this.words[place + k] = from[start + k];
    return true;
  }

  publish(): void {
    Atomics.store(this.header, WRITTEN, this.at);
  }

  /** Where the next record begins, in words; -1: there is none. It stays until `pass`. */
  next(): number {
    if (this.at === this.other) {
      this.other = Atomics.load(this.header, WRITTEN);
      if (this.at === this.other) return -1;
    }
    const place = this.at & (this.room - 1);
    if (this.words[place] !== SKIP) return place;
    this.at = (this.at + this.room - place) | 0;
    return this.next();
  }

  /** The record at `place` was read. */
  pass(place: number): void {
    this.at = (this.at + this.words[place]) | 0;
  }

  /** What was read may be written over. */
  release(): void {
    Atomics.store(this.header, READ, this.at);
  }
}
