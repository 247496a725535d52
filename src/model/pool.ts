/**
 * The memory of a switch, by (port, class): who holds how much of which segment.
 *
 * A packet is charged to its ingress queue: to the private segment while it lasts and then to the shared pool, or whole to
 * headroom. A release gives back headroom first, then shared, then private bytes. Bytes are moved here and nowhere else, so
 * no policy can lose one. Queues are numbered network-wide.
 */
import type { Bytes } from "../units.ts";
import * as queueRecord from "./queues.ts";
import type { Queues } from "./queues.ts";

// Local names: an engine folds a module's own constants into its code, and reads imported ones from memory each time.
const { FOOTROOM, HEADROOM, HEADROOM_PEAK, QUEUE_DOUBLES_LOG } = queueRecord;

export class Pool {
  readonly memory: Bytes;
  readonly private: Bytes;
  /** Shared pool: what is left of the memory. Set once the headroom policy has said what it reserves. */
  capacity: Bytes = 0;
  /** Part of `capacity` in use. */
  used: Bytes = 0;
  /** Most of it that was ever in use. */
  peak: Bytes = 0;
  /** Hears of a queue whose headroom has changed; null unless somebody measures it. */
  onHeadroom: ((queue: number) => void) | null = null;
  private readonly queues: Float64Array;

  constructor(queues: Queues, memory: Bytes, privateBytes: Bytes) {
    this.queues = queues.doubles;
    this.memory = memory;
    this.private = privateBytes;
  }

  /** Bytes of `queue` in the shared pool. */
  shared(queue: number): Bytes {
    const over = this.queues[(queue << QUEUE_DOUBLES_LOG) | FOOTROOM] - this.private;
    return over > 0 ? over : 0;
  }

  /** Private and shared bytes of `queue`. */
  footroom(queue: number): Bytes {
    return this.queues[(queue << QUEUE_DOUBLES_LOG) | FOOTROOM];
  }

  headroom(queue: number): Bytes {
    return this.queues[(queue << QUEUE_DOUBLES_LOG) | HEADROOM];
  }

  /** Headroom bytes of a port, all classes. A sum, not an account: a packet then touches one record less, and few policies ask. */
  portHeadroom(port: number): Bytes {
    let bytes = 0;
    for (let queue = port << 3; queue < (port << 3) + 8; queue++) bytes += this.headroom(queue);
    return bytes;
  }

  /** Bytes of a port in all segments, all classes. */
  portHeld(port: number): Bytes {
    let bytes = this.portHeadroom(port);
    for (let queue = port << 3; queue < (port << 3) + 8; queue++) bytes += this.footroom(queue);
    return bytes;
  }

  chargeFootroom(queue: number, size: Bytes): void {
    const at = queue << QUEUE_DOUBLES_LOG;
    const held = this.queues[at | FOOTROOM] + size;
    this.queues[at | FOOTROOM] = held;
    const over = held - this.private;
    if (over > 0) {
      this.used += over < size ? over : size;
      if (this.used > this.peak) this.peak = this.used;
    }
  }

  chargeHeadroom(queue: number, size: Bytes): void {
    const at = queue << QUEUE_DOUBLES_LOG;
    const held = this.queues[at | HEADROOM] + size;
    this.queues[at | HEADROOM] = held;
    if (held > this.queues[at | HEADROOM_PEAK]) this.queues[at | HEADROOM_PEAK] = held;
    if (this.onHeadroom !== null) this.onHeadroom(queue);
  }

  release(queue: number, size: Bytes): void {
    const at = queue << QUEUE_DOUBLES_LOG;
    let rest = size;
    const inHeadroom = this.queues[at | HEADROOM];
    if (inHeadroom !== 0) {
      const fromHeadroom = inHeadroom < rest ? inHeadroom : rest;
      this.queues[at | HEADROOM] = inHeadroom - fromHeadroom;
      rest -= fromHeadroom;
      if (this.onHeadroom !== null) this.onHeadroom(queue);
    }
    const held = this.queues[at | FOOTROOM];
    const over = held - this.private;
    if (over > 0) this.used -= over < rest ? over : rest;
    this.queues[at | FOOTROOM] = held - rest;
  }
}
