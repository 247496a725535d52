/**
 * Finds the PAUSE that pauses a port: the latest one that can have arrived. On a long link a switch decides on several PAUSEs while the
 * first is on the way. So the latest decision is not the one in effect.
 *
 * Rows of a `PauseRecord` get their final numbers after their picosecond, so only earlier rows are indexed.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { PORT } from "../../contracts/link.ts";
import type { Ps } from "../../base/units.ts";
import type { PauseRecord } from "./pause-record.ts";

export class PauseIndex {
  private readonly record: PauseRecord;
  private indexed = 0;
  /** Rows in order of time, by queue (port * 8 + class), and by port for PAUSEs of the whole port. */
  private readonly ofQueue = new Map<number, number[]>();
  private readonly ofPort = new Map<number, number[]>();

  constructor(record: PauseRecord) {
    this.record = record;
  }

  /**
   * The row of the latest PAUSE by which `port` pauses class `cls` of its peer. It was decided before `now` and at most `delay` ago. -1:
   * none, or it has no row.
   */
  inEffect(port: number, cls: number, now: Ps, delay: Ps): number {
    const { record, ofQueue, ofPort } = this;
    for (; this.indexed < record.rows && record.start[this.indexed] < now; this.indexed++) this.add(this.indexed);
    if (now - delay >= record.fullSince && record.latest(port, cls) < 0) return -1;
    const at = (rows: readonly number[] = []): number => {
      let k = rows.length - 1;
      while (k >= 0 && (record.start[rows[k]] >= now || record.start[rows[k]] > now - delay)) k--;
      return k < 0 ? -1 : rows[k];
    };
    return Math.max(at(ofQueue.get((port << CLASS_BITS) | cls)), at(ofPort.get(port)));
  }

  /**
   * The row of the downstream PAUSE that caused this one: it paused the port at which most of the bytes waited. -1: none. The picosecond of
   * the row must be over. `peer` and `delay` are by port.
   */
  causeOf(row: number, peer: ArrayLike<number>, delay: ArrayLike<number>): number {
    const { stopped, queue, start } = this.record;
    const port = stopped[row];
    return port < 0 ? -1 : this.inEffect(peer[port], queue[row] & CLASS_MASK, start[row], delay[port]);
  }

  private add(row: number): void {
    const { queue, scope } = this.record;
    const [rows, key] = scope[row] === PORT ? [this.ofPort, queue[row] >> CLASS_BITS] : [this.ofQueue, queue[row]];
    const known = rows.get(key);
    if (known === undefined) rows.set(key, [row]);
    else known.push(row);
  }
}

/** By row: the row of the PAUSE that caused it, or -1. */
export function causesOf(record: PauseRecord, peer: ArrayLike<number>, delay: ArrayLike<number>): Int32Array {
  const index = new PauseIndex(record);
  return Int32Array.from({ length: record.rows }, (_, row) => index.causeOf(row, peer, delay));
}
