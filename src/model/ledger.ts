/** Where every byte went: created = delivered + dropped + still stored. Frame bytes of every kind of packet. */
import type { Bytes } from "../units.ts";
import { DROP_CAUSES } from "./recorder.ts";

export class Ledger {
  created: Bytes = 0;
  delivered: Bytes = 0;
  readonly droppedBytes: Float64Array = new Float64Array(DROP_CAUSES.length);
  readonly droppedPackets: Float64Array = new Float64Array(DROP_CAUSES.length);

  drop(cause: number, size: Bytes): void {
    this.droppedBytes[cause] += size;
    this.droppedPackets[cause]++;
  }

  get dropped(): Bytes {
    return this.droppedBytes.reduce((sum, bytes) => sum + bytes, 0);
  }
}
