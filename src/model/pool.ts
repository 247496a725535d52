/**
 * The memory of a switch, by (port, class): who holds how much of which segment.
 *
 * A packet is charged to its ingress queue: to the private segment while it lasts and then to the shared pool, or whole to
 * headroom. A release gives back headroom first, then shared, then private bytes. Bytes are moved here and nowhere else, so
 * no policy can lose one. Queues are `port * 8 + class`, ports the switch's own.
 */
import type { Bytes } from "../units.ts";

export class Pool {
  readonly memory: Bytes;
  readonly private: Bytes;
  /** Shared pool: what is left of the memory. Set once the headroom policy has said what it reserves. */
  capacity: Bytes = 0;
  /** Part of `capacity` in use. */
  used: Bytes = 0;
  /** Most of it that was ever in use. */
  peak: Bytes = 0;
  /** Private and shared bytes by queue. */
  readonly footroom: Float64Array;
  readonly headroom: Float64Array;
  readonly portHeadroom: Float64Array;
  readonly portBytes: Float64Array;
  /** Most headroom a queue ever held, by queue. */
  readonly headroomPeak: Float64Array;

  constructor(ports: number, memory: Bytes, privateBytes: Bytes) {
    this.memory = memory;
    this.private = privateBytes;
    this.footroom = new Float64Array(ports * 8);
    this.headroom = new Float64Array(ports * 8);
    this.headroomPeak = new Float64Array(ports * 8);
    this.portHeadroom = new Float64Array(ports);
    this.portBytes = new Float64Array(ports);
  }

  /** Bytes of `queue` in the shared pool. */
  shared(queue: number): Bytes {
    const over = this.footroom[queue] - this.private;
    return over > 0 ? over : 0;
  }

  chargeFootroom(queue: number, size: Bytes): void {
    const held = this.footroom[queue] + size;
    this.footroom[queue] = held;
    this.portBytes[queue >> 3] += size;
    const over = held - this.private;
    if (over > 0) {
      this.used += over < size ? over : size;
      if (this.used > this.peak) this.peak = this.used;
    }
  }

  chargeHeadroom(queue: number, size: Bytes): void {
    const held = this.headroom[queue] + size;
    this.headroom[queue] = held;
    if (held > this.headroomPeak[queue]) this.headroomPeak[queue] = held;
    this.portHeadroom[queue >> 3] += size;
    this.portBytes[queue >> 3] += size;
  }

  release(queue: number, size: Bytes): void {
    this.portBytes[queue >> 3] -= size;
    let rest = size;
    const inHeadroom = this.headroom[queue];
    if (inHeadroom !== 0) {
      const fromHeadroom = inHeadroom < rest ? inHeadroom : rest;
      this.headroom[queue] = inHeadroom - fromHeadroom;
      this.portHeadroom[queue >> 3] -= fromHeadroom;
      rest -= fromHeadroom;
    }
    const held = this.footroom[queue];
    const over = held - this.private;
    if (over > 0) this.used -= over < rest ? over : rest;
    this.footroom[queue] = held - rest;
  }
}
