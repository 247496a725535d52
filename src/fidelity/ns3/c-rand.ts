/**
 * The C library's `rand()` as in glibc: a sum of two earlier numbers, initialised by a linear congruence.
 *
 *   r(k) = r(k-3) + r(k-31) mod 2^32, of which the upper 31 bits are the result
 *
 * Source: glibc, stdlib/random_r.c, TYPE_3. The first 310 numbers are discarded.
 */
const DEGREE = 31;
const SEPARATION = 3;
const THROWN_AWAY = 310;
/** The modulus of the linear congruence that fills the table. */
const MODULUS = 2_147_483_647;
/** The factor of the linear congruence. */
const FACTOR = 16_807;

/** All numbers of the generator are below this limit. */
export const RAND_RANGE = 2 ** 31;

export class CRand {
  private readonly table = new Int32Array(DEGREE);
  private front = SEPARATION;
  private rear = 0;

  /** Seeds the generator as `srand(seed)` does. 0 counts as 1. */
  constructor(seed: number) {
    let word = seed % 2 ** 32 === 0 ? 1 : seed | 0;
    this.table[0] = word;
    for (let k = 1; k < DEGREE; k++) {
      word = (FACTOR * word) % MODULUS;
      if (word < 0) word += MODULUS;
      this.table[k] = word;
    }
    for (let k = 0; k < THROWN_AWAY; k++) this.next();
  }

  /** Returns the next number, an integer from 0 to 2^31 - 1. */
  next(): number {
    const { table } = this;
    const sum = (table[this.front] += table[this.rear]);
    this.front = (this.front + 1) % DEGREE;
    this.rear = (this.rear + 1) % DEGREE;
    return sum >>> 1;
  }
}
