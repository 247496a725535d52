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
  /** Up to where this side has written or read. */
  private at = 0;

  constructor(memory: SharedArrayBuffer) {
    this.header = new Int32Array(memory, 0, HEADER_WORDS);
    this.words = new Int32Array(memory, HEADER_WORDS * 4);
    this.doubles = new Float64Array(memory, HEADER_WORDS * 4);
    this.room = this.words.length;
  }

  /** Copies a record, `from[start]` its length in words, an even number. False: there is no room for it now. The reader sees it once it is published. */
  put(from: Int32Array, start: number): boolean {
    const length = from[start];
    const mask = this.room - 1;
    let place = this.at & mask;
    const rest = this.room - place;
    const needed = rest < length ? rest + length : length;
    const used = (this.at - Atomics.load(this.header, READ)) | 0;
    if (used + needed > this.room) return false;
    if (rest < length) {
      this.words[place] = SKIP;
      this.at = (this.at + rest) | 0;
      place = 0;
    }
    for (let k = 0; k < length; k++) this.words[place + k] = from[start + k];
    this.at = (this.at + length) | 0;
    return true;
  }

  publish(): void {
    Atomics.store(this.header, WRITTEN, this.at);
  }

  /** Where the next record begins, in words; -1: there is none. It stays until `pass`. */
  next(): number {
    if (((Atomics.load(this.header, WRITTEN) - this.at) | 0) === 0) return -1;
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
