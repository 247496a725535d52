/**
 * Records PAUSEs as columns. A row lasts from the decision to pause to the decision to resume. A PAUSE storm has
 * millions of them, so no objects are created. At most `MAX_PAUSES` rows are stored, and later PAUSEs are only counted.
 *
 * Rows are ordered by time. Rows of the same picosecond are ordered by queue, because the order of decisions of two
 * switches is not defined. A switch decides once to pause the peer of a queue, although the link policy repeats the
 * frame. So a row is one pause, for any number of frames.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { PORT } from "../../contracts/link.ts";
import type { Bytes, Ps } from "../../base/units.ts";

/**
 * The maximum number of rows. Each row takes 45 bytes of memory and about 90 bytes in a run's folder. With 100,000
 * flows the folder should stay below 50 MB.
 */
export const MAX_PAUSES = 400_000;

/** A decision to pause. All port numbers are network-wide. */
interface PauseStart {
  readonly time: Ps;
  /** The ingress port and the class whose occupancy exceeded the threshold. */
  readonly port: number;
  readonly cls: number;
  /** The paused queues: one class or the whole port, as a constant of `contracts/link.ts`. */
  readonly scope: number;
  readonly occupancy: Bytes;
  readonly threshold: Bytes;
  /**
   * `egress`: the egress port at which most of the bytes waited. `stopped`: the paused egress port at which most of
   * them waited. -1: none.
   */
  readonly egress: number;
  readonly stopped: number;
}

/** The record of one partition. */
export type PausesTaken = Pick<
  PauseRecord,
  "count" | "rows" | "byPort" | "start" | "end" | "occupancy" | "threshold" | "queue" | "scope" | "egress" | "stopped"
>;

export class PauseRecord {
  /** `count` is the number of decisions to pause. `rows` is the number of decisions with a row. */
  count = 0;
  rows = 0;
  /** The time since which PAUSEs get no rows, because the record is full. */
  fullSince: Ps = Infinity;
  /** By port: the number of PAUSEs that it has sent. */
  readonly byPort: Int32Array;

  start = new Float64Array(256);
  /** The end of the PAUSE in ps. NaN: it has not ended. */
  end = new Float64Array(256);
  occupancy = new Float64Array(256);
  threshold = new Float64Array(256);
  /** The ingress queue, as 8 times port, plus class. */
  queue = new Int32Array(256);
  scope = new Uint8Array(256);
  egress = new Int32Array(256);
  stopped = new Int32Array(256);

  private readonly most: number;
  /** The row of the latest PAUSE of each queue, and of each whole port. -1: no PAUSE yet, or it has no row. */
  private readonly latestOfQueue: Int32Array;
  private readonly latestOfPort: Int32Array;

  /** `most` is the maximum number of rows. With 0, PAUSEs are only counted. */
  constructor(ports: number, most: number) {
    this.most = most;
    this.byPort = new Int32Array(ports);
    this.latestOfQueue = new Int32Array(ports * 8).fill(-1);
    this.latestOfPort = new Int32Array(ports).fill(-1);
  }

  /** True if another row fits. If false, the caller need not find the cause of a PAUSE. */
  get hasRoom(): boolean {
    return this.rows < this.most;
  }

  /** Counts a PAUSE that gets no row. */
  pass(time: Ps, port: number, cls: number, scope: number): void {
    this.fullSince = Math.min(this.fullSince, time);
    this.count++;
    this.byPort[port]++;
    this.setLatest(port, cls, scope, -1);
  }

  begin(pause: PauseStart): void {
    const { port, cls, scope } = pause;
    if (this.rows === this.start.length) this.grow();
    const name = (port << CLASS_BITS) | cls;
    let row = this.rows++;
    for (; row > 0 && this.start[row - 1] === pause.time && this.queue[row - 1] > name; row--) this.moveOn(row - 1);
    this.count++;
    this.byPort[port]++;
    this.start[row] = pause.time;
    this.end[row] = NaN;
    this.occupancy[row] = pause.occupancy;
    this.threshold[row] = pause.threshold;
    this.queue[row] = name;
    this.scope[row] = scope;
    this.egress[row] = pause.egress;
    this.stopped[row] = pause.stopped;
    this.setLatest(port, cls, scope, row);
  }

  /** Moves a row back by one, to make room for a row that belongs before it. */
  private moveOn(row: number): void {
    const { queue, scope } = this;
    for (const column of [
      this.start,
      this.end,
      this.occupancy,
      this.threshold,
      queue,
      scope,
      this.egress,
      this.stopped,
    ])
      column[row + 1] = column[row];
    const [port, cls] = [queue[row] >> CLASS_BITS, queue[row] & CLASS_MASK];
    const latest = scope[row] === PORT ? this.latestOfPort[port] : this.latestOfQueue[queue[row]];
    if (latest === row) this.setLatest(port, cls, scope[row], row + 1);
  }

  finish(time: Ps, port: number, cls: number, scope: number): void {
    const row = scope === PORT ? this.latestOfPort[port] : this.latestOfQueue[(port << CLASS_BITS) | cls];
    if (row >= 0) this.end[row] = time;
  }

  /**
   * The row of the latest PAUSE by which `port` paused class `cls` of its peer. That PAUSE may be for the class or for
   * the whole port. -1: no PAUSE yet, or it has no row.
   */
  latest(port: number, cls: number): number {
    const ofQueue = this.latestOfQueue[(port << CLASS_BITS) | cls];
    const ofPort = this.latestOfPort[port];
    return ofQueue > ofPort ? ofQueue : ofPort;
  }

  /** The record of one partition as plain arrays, which can be sent between threads. */
  get taken(): PausesTaken {
    const { count, rows, byPort, start, end, occupancy, threshold, queue, scope, egress, stopped } = this;
    return { count, rows, byPort, start, end, occupancy, threshold, queue, scope, egress, stopped };
  }

  /** Merges the records of all partitions into this one. */
  put(parts: readonly PausesTaken[]): void {
    const all = parts.flatMap((from) => Array.from({ length: from.rows }, (_, row) => ({ from, row })));
    all.sort(
      (a, b) => a.from.start[a.row] - b.from.start[b.row] || a.from.queue[a.row] - b.from.queue[b.row] || a.row - b.row,
    );
    for (const { from, row } of all.slice(0, this.most)) {
      const queue = from.queue[row];
      const [time, scope, egress, stopped] = [from.start[row], from.scope[row], from.egress[row], from.stopped[row]];
      const [occupancy, threshold] = [from.occupancy[row], from.threshold[row]];
      this.begin({
        time,
        port: queue >> CLASS_BITS,
        cls: queue & CLASS_MASK,
        scope,
        occupancy,
        threshold,
        egress,
        stopped,
      });
      this.end[this.rows - 1] = from.end[row];
    }
    this.count = 0;
    this.byPort.fill(0);
    for (const { count, byPort } of parts) {
      this.count += count;
      byPort.forEach((pauses, port) => (this.byPort[port] += pauses));
    }
  }

  private setLatest(port: number, cls: number, scope: number, row: number): void {
    if (scope === PORT) this.latestOfPort[port] = row;
    else this.latestOfQueue[(port << CLASS_BITS) | cls] = row;
  }

  private grow(): void {
    const room = Math.min(this.start.length * 2, this.most);
    const doubles = (from: Float64Array): Float64Array<ArrayBuffer> => {
      const to = new Float64Array(room);
      to.set(from);
      return to;
    };
    const words = (from: Int32Array): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(room);
      to.set(from);
      return to;
    };
    const scope = new Uint8Array(room);
    scope.set(this.scope);
    this.start = doubles(this.start);
    this.end = doubles(this.end);
    this.occupancy = doubles(this.occupancy);
    this.threshold = doubles(this.threshold);
    this.queue = words(this.queue);
    this.scope = scope;
    this.egress = words(this.egress);
    this.stopped = words(this.stopped);
  }
}
