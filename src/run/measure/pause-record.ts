/**
 * PAUSEs as columns, one row from the decision to pause to the decision to resume. A storm has millions, so there is no object
 * for any of them, and there are no more rows than `MOST_PAUSES`; what comes after is counted.
 *
 * Rows are in order of time, and of queues where times are equal: what is decided at one picosecond at two switches has no order of its own.
 * A switch tells a queue's peer to stop once, however often the link policy repeats it, so a row is an episode.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { PORT } from "../../contracts/link.ts";
import type { Bytes, Ps } from "../../base/units.ts";

/** Each takes 45 bytes in memory and some 90 in a run's folder, which with 100,000 flows is to stay below 50 MB. */
export const MOST_PAUSES = 400_000;

/** One decision to pause. Ports are the network's. */
interface PauseStart {
  readonly time: Ps;
  /** The ingress port whose memory ran over, and the class. */
  readonly port: number;
  readonly cls: number;
  /** As in `contracts/link.ts`. */
  readonly scope: number;
  readonly occupancy: Bytes;
  readonly threshold: Bytes;
  /** The egress port that most of the bytes waited for, and of those that were stopped the one that most waited for; -1: none. */
  readonly egress: number;
  readonly stopped: number;
}

/** What a part of a network has recorded. */
export type PausesTaken = Pick<
  PauseRecord,
  "count" | "rows" | "byPort" | "start" | "end" | "occupancy" | "threshold" | "queue" | "scope" | "egress" | "stopped"
>;

export class PauseRecord {
  /** Decided, and those that have a row. */
  count = 0;
  rows = 0;
  /** From then on PAUSEs get no rows. */
  fullSince: Ps = Infinity;
  /** PAUSEs by port that decided on them. */
  readonly byPort: Int32Array;

  start = new Float64Array(256);
  /** NaN: it holds. */
  end = new Float64Array(256);
  occupancy = new Float64Array(256);
  threshold = new Float64Array(256);
  /** port * 8 + class. */
  queue = new Int32Array(256);
  scope = new Uint8Array(256);
  egress = new Int32Array(256);
  stopped = new Int32Array(256);

  private readonly most: number;
  /** Row of the latest PAUSE of each queue for its own sake, and of each port for the port's; -1: none, or it has no row. */
  private readonly latestOfQueue: Int32Array;
  private readonly latestOfPort: Int32Array;

  /** `most` 0: PAUSEs are counted and no more. */
  constructor(ports: number, most: number) {
    this.most = most;
    this.byPort = new Int32Array(ports);
    this.latestOfQueue = new Int32Array(ports * 8).fill(-1);
    this.latestOfPort = new Int32Array(ports).fill(-1);
  }

  /** Is there room for another row? If not, nobody needs to ask for causes. */
  get hasRoom(): boolean {
    return this.rows < this.most;
  }

  /** A PAUSE that gets no row. */
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

  /** A row gives its place to one that goes before it. */
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

  /** The latest PAUSE by which `port` stopped `cls` of its peer: the queue's or, if that is later, the port's; -1: none is known. */
  latest(port: number, cls: number): number {
    const ofQueue = this.latestOfQueue[(port << CLASS_BITS) | cls];
    const ofPort = this.latestOfPort[port];
    return ofQueue > ofPort ? ofQueue : ofPort;
  }

  /** All of it, of a part of a network: plain arrays. */
  get taken(): PausesTaken {
    const { count, rows, byPort, start, end, occupancy, threshold, queue, scope, egress, stopped } = this;
    return { count, rows, byPort, start, end, occupancy, threshold, queue, scope, egress, stopped };
  }

  /** Puts together what the parts of a network have recorded. */
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
