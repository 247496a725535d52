/** The memory of one switch, to whoever looks at it: its part of `accounts.ts`, where bytes are moved. */
import type { Bytes } from "../../base/units.ts";
import type { Accounts } from "./accounts.ts";

export class Pool {
  /** All of it. */
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
  /** Shared pool: what is left of the memory. */
  get capacity(): Bytes {
    return this.accounts.capacity[this.node];
  }
  /** Part of `capacity` in use. */
  get used(): Bytes {
    return this.accounts.used[this.node];
  }
  /** Most of it that was ever in use. */
  get peak(): Bytes {
    return this.accounts.peak[this.node];
  }
}
