/** Where every byte went: created = delivered + dropped + still stored. Frame bytes of every kind of packet. */
import type { Bytes } from "../units.ts";
import { DROP_CAUSES } from "./recorder.ts";

const CREATED = 0;
const DELIVERED = 1;

export class Ledger {
  /** Bytes enter the network, and reach the end of their journey. */
  readonly create: (size: Bytes) => void;
  readonly deliver: (size: Bytes) => void;
  readonly droppedBytes: Float64Array = new Float64Array(DROP_CAUSES.length);
  readonly droppedPackets: Float64Array = new Float64Array(DROP_CAUSES.length);
  private readonly totals: Float64Array;

  constructor() {
    const totals = new Float64Array(new ArrayBuffer(64));
    this.totals = totals;
    this.create = (size) => {
      totals[CREATED] += size;
    };
    this.deliver = (size) => {
      totals[DELIVERED] += size;
    };
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
