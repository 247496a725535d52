/** Where every byte went: created = delivered + dropped + still stored. Frame bytes of every kind of packet. */
import type { Bytes } from "../../base/units.ts";
import { DROP_CAUSES } from "../../contracts/probe.ts";

const CREATED = 0;
const DELIVERED = 1;

export type LedgerState = Pick<Ledger, "totals" | "droppedBytes" | "droppedPackets">;

export class Ledger {
  /** Bytes enter the network, and reach the end of their journey. */
  readonly create: (size: Bytes) => void;
  readonly deliver: (size: Bytes) => void;
  /** They go to, or come from, another part of a network that is cut (`border.ts`): that part has made them, then. */
  readonly handOver: (size: Bytes) => void;
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

  /** Adds what another part of the network has. */
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

  get dropped(): Bytes {
    return this.droppedBytes.reduce((sum, bytes) => sum + bytes, 0);
  }
}
