/**
 * The byte balance of a network: created = delivered + dropped + stored. It counts the frame bytes of packets of all
 * kinds.
 */
import type { Bytes } from "../../base/units.ts";
import { DROP_CAUSES } from "../../contracts/probe.ts";

const CREATED = 0;
const DELIVERED = 1;
const DROPPED_MESSAGES = 2;

export type LedgerState = Pick<Ledger, "totals" | "droppedBytes" | "droppedPackets">;

export class Ledger {
  /** Counts bytes that enter the network. */
  readonly create: (size: Bytes) => void;
  /** Counts bytes that reach their destination. */
  readonly deliver: (size: Bytes) => void;
  /**
   * Subtracts bytes that leave for another partition from the created bytes. There `takeOver` adds them, so each byte
   * counts once in the sum over all partitions.
   */
  readonly handOver: (size: Bytes) => void;
  /** Counts bytes that arrive from another partition as created in this one. `handOver` of the other one has subtracted them. */
  readonly takeOver: (size: Bytes) => void;
  readonly droppedBytes: Float64Array = new Float64Array(DROP_CAUSES.length);
  readonly droppedPackets: Float64Array = new Float64Array(DROP_CAUSES.length);
  readonly totals: Float64Array;

  constructor() {
    const totals = new Float64Array(new ArrayBuffer(64));
    this.totals = totals;
    this.create = (size) => {
      totals[CREATED] += size;
    };
    this.deliver = (size) => {
      totals[DELIVERED] += size;
    };
    this.handOver = (size) => {
      totals[CREATED] -= size;
    };
    this.takeOver = this.create;
  }

  /** Adds the totals of another partition. */
  add({ totals, droppedBytes, droppedPackets }: LedgerState): void {
    totals.forEach((bytes, k) => (this.totals[k] += bytes));
    droppedBytes.forEach((bytes, k) => (this.droppedBytes[k] += bytes));
    droppedPackets.forEach((packets, k) => (this.droppedPackets[k] += packets));
  }

  get created(): Bytes {
    return this.totals[CREATED];
  }
  get delivered(): Bytes {
    return this.totals[DELIVERED];
  }

  drop(cause: number, size: Bytes): void {
    this.droppedBytes[cause] += size;
    this.droppedPackets[cause]++;
  }

  /** Counts a dropped packet that is a message of a transport. `drop` counts the same packet among all dropped packets. */
  dropMessage(): void {
    this.totals[DROPPED_MESSAGES]++;
  }

  /** The number of dropped messages of a transport. */
  get droppedMessages(): number {
    return this.totals[DROPPED_MESSAGES];
  }

  get dropped(): Bytes {
    return this.droppedBytes.reduce((sum, bytes) => sum + bytes, 0);
  }
}
