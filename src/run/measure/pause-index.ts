/**
 * Finds the PAUSE that pauses a port at a given time. It is the latest PAUSE that can already have arrived. On a long
 * link, a switch may decide on further PAUSEs while the first one is on the way. So the latest decision need not be in
 * effect.
 *
 * Rows of the current picosecond may still change places in a `PauseRecord`, so only rows of earlier times are indexed.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { PORT } from "../../contracts/link.ts";
import type { Ps } from "../../base/units.ts";
import { isOfOne, oneName, type PauseRecord } from "./pause-record.ts";

export class PauseIndex {
  private readonly record: PauseRecord;
  private indexed = 0;
  /** By queue (8 times port, plus class): the rows of its PAUSEs in `record`, in the order of time. */
  private readonly ofQueue = new Map<number, number[]>();
  /** By port: the rows of PAUSEs of the whole port, in the order of time. */
  private readonly ofPort = new Map<number, number[]>();
  /**
   * The rows of PAUSEs that paused only one queue of a class, or only one flow. Rows are in the order of time. The key is
   * the number that `oneName` returns for this queue or flow.
   */
  private readonly ofOne = new Map<number, number[]>();

  constructor(record: PauseRecord) {
    this.record = record;
  }

  /**
   * Finds the PAUSE by which `port` has paused class `cls` of its peer. Returns its row in the record of PAUSEs
   * (`PauseRecord`). It is the latest PAUSE that was decided at `now - delay` or earlier, where `delay` is that of
   * the link. If `delay` is 0, a PAUSE that was decided at `now` does not count. `target` selects the PAUSEs of one
   * queue of the class, or of one flow. The result is -1 if there is no such PAUSE, or if the record was full and has
   * no row for it.
   */
  inEffect(port: number, cls: number, now: Ps, delay: Ps, target = -1): number {
    const { record, ofQueue, ofPort } = this;
    const queue = (port << CLASS_BITS) | cls;
    for (; this.indexed < record.rows && record.start[this.indexed] < now; this.indexed++) this.add(this.indexed);
    const latest = target < 0 ? record.latest(port, cls) : record.latestOne(port, cls, target);
    if (now - delay >= record.fullSince && latest < 0) return -1;
    const at = (rows: readonly number[] = []): number => {
      let k = rows.length - 1;
      while (k >= 0 && (record.start[rows[k]] >= now || record.start[rows[k]] > now - delay)) k--;
      return k < 0 ? -1 : rows[k];
    };
    return target < 0
      ? Math.max(at(ofQueue.get(queue)), at(ofPort.get(port)))
      : at(this.ofOne.get(oneName(queue, target)));
  }

  /**
   * The row of the downstream PAUSE that caused the PAUSE in row `row`. The downstream PAUSE paused the egress port at
   * which most bytes of the ingress queue waited. The result is -1 if no downstream PAUSE is the cause. Call it after
   * all events at the time of the row. `peer` and `delay` are by port.
   */
  causeOf(row: number, peer: ArrayLike<number>, delay: ArrayLike<number>): number {
    const { stopped, stoppedQueue, queue, start } = this.record;
    const port = stopped[row];
    if (port < 0) return -1;
    return this.inEffect(peer[port], queue[row] & CLASS_MASK, start[row], delay[port], stoppedQueue[row]);
  }

  private add(row: number): void {
    const { queue, scope, target } = this.record;
    const [rows, key] = isOfOne(scope[row])
      ? [this.ofOne, oneName(queue[row], target[row])]
      : scope[row] === PORT
        ? [this.ofPort, queue[row] >> CLASS_BITS]
        : [this.ofQueue, queue[row]];
    const known = rows.get(key);
    if (known === undefined) rows.set(key, [row]);
    else known.push(row);
  }
}

/** By row of a PAUSE: the row of the PAUSE that caused it. -1: none. */
export function causesOf(record: PauseRecord, peer: ArrayLike<number>, delay: ArrayLike<number>): Int32Array {
  const index = new PauseIndex(record);
  return Int32Array.from({ length: record.rows }, (_, row) => index.causeOf(row, peer, delay));
}
