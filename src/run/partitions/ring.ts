/**
 * A ring buffer in shared memory from one partition to another. One thread writes it, one other thread reads it, in order.
 *
 * A record is a run of 32-bit words that begins at an even word, so it can contain doubles. Its first word is its length, including that
 * word. A record never wraps around the end of the ring; the remaining words there are skipped. No call waits: `put` and `next` report a
 * full or empty ring.
 */
const HEADER_WORDS = 64;
/** The numbers of words read and written so far, modulo 2^32. Each has a cache line of its own. */
const READ = 0;
const WRITTEN = 32;
/** In place of a length: continue at the beginning. */
const SKIP = -1;

/** The bytes of a ring with room for this many words, a power of two. */
export const ringBytes = (words: number): number => (HEADER_WORDS + words) * 4;

/** The words that a record of this many words occupies. */
export const evenWords = (words: number): number => (words + 1) & ~1;

export class Ring {
  /** The records, as words and as doubles. */
  readonly words: Int32Array;
  readonly doubles: Float64Array;
  private readonly header: Int32Array;
  private readonly room: number;
  /** The position up to which this side has written or read. `other` is the last known position of the peer. */
  private at = 0;
  private other = 0;

  constructor(memory: SharedArrayBuffer) {
    this.header = new Int32Array(memory, 0, HEADER_WORDS);
    this.words = new Int32Array(memory, HEADER_WORDS * 4);
    this.doubles = new Float64Array(memory, HEADER_WORDS * 4);
    this.room = this.words.length;
  }

  /**
   * The place for a record of this many words, an even number. The length must be written to its first word. -1: the ring is full. The
   * reader sees the record after `publish`.
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

  /** Copies a record into the ring. `from[start]` is its length in words. False: the ring is full. */
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

  /** The place of the next record, in words. -1: none. The record remains until `pass`. */
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

  /** Moves on to the next record: the one at `place` was read. */
  pass(place: number): void {
    this.at = (this.at + this.words[place]) | 0;
  }

  /** The space of records that were read is free for writing. */
  release(): void {
    Atomics.store(this.header, READ, this.at);
  }
}
