/**
 * The memory of a switch, by (port, class): who holds how much of which segment.
 *
 * A packet is charged to its ingress queue: to the private segment while it lasts and then to the shared pool, or whole to
 * headroom. A release gives back headroom first, then shared, then private bytes. Bytes are moved here and nowhere else, so
 * no policy can lose one. Queues are numbered network-wide.
 */
import type { Bytes } from "../units.ts";
import { accounts, type Accounts } from "./accounts.ts";
import type { Queues } from "./queues.ts";

export class Pool {
  readonly memory: Bytes;
  readonly private: Bytes;
  /** Shared pool: what is left of the memory. Set once the headroom policy has said what it reserves. */
  capacity: Bytes = 0;
  /** Part of `capacity` in use; more than it only under a headroom policy that charges late bytes here too. */
  used: Bytes = 0;
  /** Most of it that was ever in use. */
  peak: Bytes = 0;
  private readonly accounts: Accounts;

  /** `shared`: the functions that all pools on these queues use; a pool that is alone makes its own. */
  constructor(queues: Queues, memory: Bytes, privateBytes: Bytes, shared: Accounts = accounts(queues.doubles)) {
    this.memory = memory;
    this.private = privateBytes;
    this.accounts = shared;
  }

  /** Bytes of `queue` in the shared pool. */
  shared(queue: number): Bytes {
    const over = this.accounts.footroom(queue) - this.private;
    return over > 0 ? over : 0;
  }

  /** Private and shared bytes of `queue`. */
  footroom(queue: number): Bytes {
    return this.accounts.footroom(queue);
  }

  headroom(queue: number): Bytes {
    return this.accounts.headroom(queue);
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
    this.accounts.chargeFootroom(this, queue, size);
  }

  chargeHeadroom(queue: number, size: Bytes): void {
    this.accounts.chargeHeadroom(queue, size);
  }

  release(queue: number, size: Bytes): void {
    this.accounts.release(this, queue, size);
  }
}
