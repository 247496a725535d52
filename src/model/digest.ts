/**
 * A fingerprint of what happened: each delivery, link frame and drop is mixed in with its time, in order.
 *
 * Two runs with the same digest delivered the same bytes at the same picoseconds. Always on, since two multiplications
 * a delivery cost nothing that can be measured. Not cryptographic.
 */
export class Digest {
  private a = 0x9e3779b9 | 0;
  private b = 0x85ebca6b | 0;

  /** Mixes in three numbers; doubles count up to 2^53. */
  mix(x: number, y: number, z: number): void {
    let a = Math.imul(this.a ^ (x | 0), 0x85ebca6b);
    a = Math.imul(((a << 13) | (a >>> 19)) ^ (y | 0), 0xc2b2ae35);
    this.a = a ^ (a >>> 15);
    const b = Math.imul(this.b ^ (z | 0) ^ a, 0x27d4eb2f);
    this.b = (b << 11) | (b >>> 21);
  }

  /** Mixes in a time (two halves) and one more number. */
  mixTime(time: number, z: number): void {
    this.mix(time, time / 4294967296, z);
  }

  /** Sixteen hexadecimal digits. */
  toString(): string {
    const hex = (n: number): string => (n >>> 0).toString(16).padStart(8, "0");
    return hex(this.a) + hex(this.b);
  }
}
