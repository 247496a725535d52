/**
 * Which PAUSE holds a port: the latest that can have reached it. On a long link a switch decides several PAUSEs while the first is on its way,
 * so the latest decision is not the one in effect.
 *
 * Rows of a `PauseRecord` get their final numbers when their picosecond is over, so only earlier rows are indexed.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { PORT } from "../../contracts/link.ts";
import type { Ps } from "../../base/units.ts";
import type { PauseRecord } from "./pause-record.ts";

export class PauseIndex {
  private readonly record: PauseRecord;
  private indexed = 0;
  /** Rows in order of time, by queue (port * 8 + class), and by port where the PAUSE is about the port as a whole. */
  private readonly ofQueue = new Map<number, number[]>();
  private readonly ofPort = new Map<number, number[]>();

  constructor(record: PauseRecord) {
    this.record = record;
  }

  /**
   * Row of the latest PAUSE, decided before `now` and no later than `delay` ago, by which `port` pauses class `cls` of its peer.
   * -1: there is none, or it has no row.
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
   * Row of the PAUSE downstream that made this one, whose picosecond is over: it held the port that most of the bytes waited for; -1: none.
   * `peer` and `delay` of each port.
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

/** By row, that of its cause. */
export function causesOf(record: PauseRecord, peer: ArrayLike<number>, delay: ArrayLike<number>): Int32Array {
  const index = new PauseIndex(record);
  return Int32Array.from({ length: record.rows }, (_, row) => index.causeOf(row, peer, delay));
}
