/**
 * PAUSEs as columns. A row lasts from the decision to pause to the decision to resume. A storm has millions, so they are no objects, and
 * the number of rows is limited to `MAX_PAUSES`. Further PAUSEs are only counted.
 *
 * Rows are in order of time, then of queues: decisions of two switches at the same picosecond have no order of their own. A switch pauses
 * the peer of a queue once, although the link policy repeats the frame. So a row is an episode.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { PORT } from "../../contracts/link.ts";
import type { Bytes, Ps } from "../../base/units.ts";

/**
 * The maximum number of rows. Each takes 45 bytes in memory and about 90 in a run's folder. With 100,000 flows the folder should stay below
 * 50 MB.
 */
export const MAX_PAUSES = 400_000;

/** A decision to pause. Ports are network-wide numbers. */
interface PauseStart {
  readonly time: Ps;
  /** The ingress port whose occupancy exceeded its threshold, and the class. */
  readonly port: number;
  readonly cls: number;
  /** As in `contracts/link.ts`. */
  readonly scope: number;
  readonly occupancy: Bytes;
  readonly threshold: Bytes;
  /** `egress`: the port at which most of the bytes waited. `stopped`: the same among paused ports. -1: none. */
  readonly egress: number;
  readonly stopped: number;
}

/** The record of a partition. */
export type PausesTaken = Pick<
  PauseRecord,
  "count" | "rows" | "byPort" | "start" | "end" | "occupancy" | "threshold" | "queue" | "scope" | "egress" | "stopped"
>;

export class PauseRecord {
  /** The number of decisions to pause, and of rows. */
  count = 0;
  rows = 0;
  /** The time since which PAUSEs get no rows. */
  fullSince: Ps = Infinity;
  /** By port: the number of PAUSEs that it decided. */
  readonly byPort: Int32Array;

  start = new Float64Array(256);
  /** The end of the PAUSE. NaN: it lasts. */
  end = new Float64Array(256);
  occupancy = new Float64Array(256);
  threshold = new Float64Array(256);
  /** The queue: port * 8 + class. */
  queue = new Int32Array(256);
  scope = new Uint8Array(256);
  egress = new Int32Array(256);
  stopped = new Int32Array(256);

  private readonly most: number;
  /** By queue, and by port for PAUSEs of the whole port: the row of the latest PAUSE. -1: none, or it has no row. */
  private readonly latestOfQueue: Int32Array;
  private readonly latestOfPort: Int32Array;

  /** `most` is the maximum number of rows. With 0, PAUSEs are only counted. */
  constructor(ports: number, most: number) {
    this.most = most;
    this.byPort = new Int32Array(ports);
    this.latestOfQueue = new Int32Array(ports * 8).fill(-1);
    this.latestOfPort = new Int32Array(ports).fill(-1);
  }

  /** True if another row fits. If false, the caller need not find causes. */
  get hasRoom(): boolean {
    return this.rows < this.most;
  }

  /** Counts a PAUSE without a row. */
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

  /** Moves a row back by one to make room for an earlier one. */
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
   * The row of the latest PAUSE by which `port` paused `cls` of its peer. It may be for the queue or for the whole port. -1: none, or it
   * has no row.
   */
  latest(port: number, cls: number): number {
    const ofQueue = this.latestOfQueue[(port << CLASS_BITS) | cls];
    const ofPort = this.latestOfPort[port];
    return ofQueue > ofPort ? ofQueue : ofPort;
  }

  /** The record of a partition, as plain arrays. */
  get taken(): PausesTaken {
    const { count, rows, byPort, start, end, occupancy, threshold, queue, scope, egress, stopped } = this;
    return { count, rows, byPort, start, end, occupancy, threshold, queue, scope, egress, stopped };
  }

  /** Merges the records of all partitions. */
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
