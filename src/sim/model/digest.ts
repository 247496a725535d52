/**
 * The digest of a run: a sum of hashes. Each delivery, flow-control frame and drop adds the hash of its content. The
 * content of a delivery and of a flow-control frame includes its time.
 *
 * Two runs with the same digest delivered the same bytes at the same picoseconds. A sum does not depend on the order of
 * events within one picosecond, and the sums of partitions add up. The digest is always on: its few multiplications per
 * delivery have no measurable cost. It is not cryptographic. The multipliers and shifts are those of the final steps of
 * MurmurHash3 and xxHash32.
 */

// The start values are not 0, so that an empty run has a digest other than 0.
const START_A = 0x9e3779b9 | 0;
const START_B = 0x85ebca6b | 0;

export class Digest {
  private a = START_A;
  private b = START_B;

  /** Adds an event, described by three numbers. Only the lower 32 bits of each integer part count. */
  mix(x: number, y: number, z: number): void {
    let a = Math.imul(x, 0x85ebca6b);
    a = Math.imul(((a << 13) | (a >>> 19)) ^ y, 0xc2b2ae35);
    a = Math.imul(((a << 11) | (a >>> 21)) ^ z, 0x27d4eb2f);
    a ^= a >>> 15;
    let b = Math.imul(a ^ z, 0x9e3779b1) + Math.imul(y ^ 0x3c6ef372, 0x165667b1);
    b = Math.imul(b ^ (b >>> 16) ^ x, 0xc2b2ae3d);
    this.a = (this.a + a) | 0;
    this.b = (this.b + (b ^ (b >>> 13))) | 0;
  }

  /** Adds an event, described by its time and one more number. All bits of the time count. */
  mixTime(time: number, z: number): void {
    this.mix(time, time / 4294967296, z);
  }

  /** The two sums of hashes so far, modulo 2^32. */
  get sums(): readonly [number, number] {
    return [this.a - START_A, this.b - START_B];
  }

  /** Adds another partition's two sums of hashes to those of this digest, so that the digest covers both partitions. */
  add([a, b]: readonly [number, number]): void {
    this.a = (this.a + a) | 0;
    this.b = (this.b + b) | 0;
  }

  /** Sixteen hexadecimal digits. */
  toString(): string {
    const hex = (n: number): string => (n >>> 0).toString(16).padStart(8, "0");
    return hex(this.a) + hex(this.b);
  }
}
