/**
 * A ring buffer in shared memory from one partition to another. One thread writes records and another thread reads
 * them, in order.
 *
 * A record is a sequence of 32-bit words that begins at an even word, so it can contain doubles. Its first word is its
 * length in words, including itself. A record never wraps around the end of the ring; the remaining words there are
 * skipped. No call waits: `place` and `put` report a full ring, and `next` reports an empty one.
 */
const HEADER_WORDS = 64;
/** Index of a header word that has a cache line of its own. The word has the number of words read so far, modulo 2^32. */
const READ = 0;
/** Index of a header word that has a cache line of its own. The word has the number of words written so far, modulo 2^32. */
const WRITTEN = 32;
/** Stored in place of a record's length: the next record is at the beginning of the ring. */
const SKIP = -1;

/** The size of a ring with room for `words` words, in bytes. `words` must be a power of two. */
export const ringBytes = (words: number): number => (HEADER_WORDS + words) * 4;

/** Rounds a number of words up to an even number. */
export const evenWords = (words: number): number => (words + 1) & ~1;

export class Ring {
  /** The records of the ring, as 32-bit words. */
  readonly words: Int32Array;
  /** The records of the ring, as doubles. */
  readonly doubles: Float64Array;
  private readonly header: Int32Array;
  private readonly room: number;
  /** The position up to which this end of the ring has written or read. */
  private at = 0;
  /** The last known position of the other end. */
  private other = 0;

  constructor(memory: SharedArrayBuffer) {
    this.header = new Int32Array(memory, 0, HEADER_WORDS);
    this.words = new Int32Array(memory, HEADER_WORDS * 4);
    this.doubles = new Float64Array(memory, HEADER_WORDS * 4);
    this.room = this.words.length;
  }

  /**
   * Reserves room for a record of `length` words, an even number, and returns its position. -1: the ring is full. The
   * caller writes the record, with the length in its first word. The reader sees it after `publish`.
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

  /** Copies a record into the ring. `from[start]` is its length in words. Returns false if the ring is full. */
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

  /** The position of the next record, in words. -1: the ring is empty. The record stays in the ring until `release`. */
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

  /** Advances to the next record, after the caller has read the one at `place`. */
  pass(place: number): void {
    this.at = (this.at + this.words[place]) | 0;
  }

  /** Frees the space of all records that were read, so that the writer may use it again. */
  release(): void {
    Atomics.store(this.header, READ, this.at);
  }
}
