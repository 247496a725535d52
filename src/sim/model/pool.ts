/** A read-only view of the memory of one switch. The bytes are counted in `accounts.ts`. */
import type { Bytes } from "../../base/units.ts";
import type { Accounts } from "./accounts.ts";

export class Pool {
  /** The total memory of the switch, in bytes. */
  readonly memory: Bytes;
  private readonly accounts: Accounts;
  private readonly node: number;

  constructor(accounts: Accounts, node: number, memory: Bytes) {
    this.accounts = accounts;
    this.node = node;
    this.memory = memory;
  }

  /** Bytes of the private segment that each (port, class) has. */
  get private(): Bytes {
    return this.accounts.private;
  }
  /** The size of the shared pool, which is the memory less reserved segments. */
  get capacity(): Bytes {
    return this.accounts.capacity[this.node];
  }
  /** The bytes of the shared pool in use. */
  get used(): Bytes {
    return this.accounts.used[this.node];
  }
  /** The maximum of `used` since the start of the run. */
  get peak(): Bytes {
    return this.accounts.peak[this.node];
  }
}
