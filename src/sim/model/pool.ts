/** The memory of one switch, read from `accounts.ts`, which moves the bytes. */
import type { Bytes } from "../../base/units.ts";
import type { Accounts } from "./accounts.ts";

export class Pool {
  /** The whole memory of the switch. */
  readonly memory: Bytes;
  private readonly accounts: Accounts;
  private readonly node: number;

  constructor(accounts: Accounts, node: number, memory: Bytes) {
    this.accounts = accounts;
    this.node = node;
    this.memory = memory;
  }

  /** Bytes of the private segment of each (port, class). */
  get private(): Bytes {
    return this.accounts.private;
  }
  /** The size of the shared pool: the memory less reserved segments. */
  get capacity(): Bytes {
    return this.accounts.capacity[this.node];
  }
  /** The bytes of `capacity` in use. */
  get used(): Bytes {
    return this.accounts.used[this.node];
  }
  /** The maximum of `used` so far. */
  get peak(): Bytes {
    return this.accounts.peak[this.node];
  }
}
