/**
 * Records PAUSEs as columns. A row lasts from the decision to pause to the decision to resume. A PAUSE storm has
 * millions of them, so no objects are created. At most `MAX_PAUSES` rows are stored, and later PAUSEs are only counted.
 *
 * Rows are ordered by time. Rows of the same picosecond are ordered by queue, because the order of decisions of two
 * switches is not defined. A switch decides once to pause the peer of a queue, although the link policy repeats the
 * frame. So a row is one pause, for any number of frames.
 *
 * PAUSEs of single queues and flows, which a scheduling policy with `queues` sends, have rows too. They are counted
 * separately (`ofQueues`) from PAUSEs of classes and ports (`count`).
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { PORT } from "../../contracts/link.ts";
import { ONE_QUEUE } from "../../sim/model/link-frames.ts";
import type { Bytes, Ps } from "../../base/units.ts";

/**
 * The maximum number of rows. Each row takes 53 bytes of memory and about 90 bytes in a run's folder. With 100,000
 * flows the folder should stay below 50 MB.
 */
export const MAX_PAUSES = 400_000;

/**
 * The scope of a PAUSE of one flow at its host. The scopes QUEUE (1, a class of a port) and PORT (2, a whole port) are in
 * `contracts/link.ts`. `ONE_QUEUE` (4) is for one of several queues of a class at a switch.
 */
export const ONE_FLOW = 8;

/** A decision to pause. All port numbers are network-wide. */
interface PauseStart {
  readonly time: Ps;
  /** The ingress port whose occupancy exceeded the threshold. */
  readonly port: number;
  /** The class whose occupancy exceeded the threshold. */
  readonly cls: number;
  /**
   * The scope of the PAUSE: a class (QUEUE), the whole port (PORT), one queue of the class (`ONE_QUEUE`) or one flow
   * (`ONE_FLOW`). QUEUE and PORT are constants of `contracts/link.ts`.
   */
  readonly scope: number;
  /** The paused queue of the class at the peer, or the paused flow. -1: all queues. */
  readonly target: number;
  readonly occupancy: Bytes;
  readonly threshold: Bytes;
  /** The egress port at which more bytes of the ingress queue waited than at any other. */
  readonly egress: number;
  /**
   * The paused egress port at which more bytes of the ingress queue waited than at any other paused port. It is -1 if less
   * than half of the queue's bytes waited at paused ports.
   */
  readonly stopped: number;
  /** The queue that was paused at the port `stopped`. -1: its whole class was paused. */
  readonly stoppedQueue: number;
}

/** The PAUSEs that one partition of the run has recorded. */
export type PausesTaken = Pick<
  PauseRecord,
  | "count"
  | "ofQueues"
  | "rows"
  | "byPort"
  | "start"
  | "end"
  | "occupancy"
  | "threshold"
  | "queue"
  | "scope"
  | "target"
  | "egress"
  | "stopped"
  | "stoppedQueue"
>;

/** True if a PAUSE of this scope pauses one queue or flow. */
export const isOfOne = (scope: number): boolean => scope === ONE_QUEUE || scope === ONE_FLOW;

/**
 * A number that identifies the target of a PAUSE of one queue or one flow. `queue` is 8 times the ingress port, plus the
 * class. `target` is the paused queue of this class at the port's peer, or the paused flow.
 */
export const oneName = (queue: number, target: number): number => queue * 2 ** 31 + target;

export class PauseRecord {
  /**
   * `count` is the number of decisions to pause a class or a port, and `ofQueues` that of decisions to pause one queue
   * or flow. `rows` is the number of decisions that are stored as rows, of both kinds.
   */
  count = 0;
  ofQueues = 0;
  rows = 0;
  /** The time since which PAUSEs get no rows, because the record is full. */
  fullSince: Ps = Infinity;
  /** By port: the number of PAUSEs that it has sent for a whole class or for the whole port. */
  readonly byPort: Int32Array;

  start = new Float64Array(256);
  /** The end of the PAUSE in ps. NaN: it has not ended. */
  end = new Float64Array(256);
  occupancy = new Float64Array(256);
  threshold = new Float64Array(256);
  /** The ingress queue, as 8 times port, plus class. */
  queue = new Int32Array(256);
  scope = new Uint8Array(256);
  target = new Int32Array(256);
  egress = new Int32Array(256);
  stopped = new Int32Array(256);
  stoppedQueue = new Int32Array(256);

  private readonly most: number;
  /** By queue: the row of its latest PAUSE. -1: no PAUSE yet, or the record was full at that PAUSE. */
  private readonly latestOfQueue: Int32Array;
  /** By port: the row of the latest PAUSE of the whole port. -1: no PAUSE yet, or the record was full at that PAUSE. */
  private readonly latestOfPort: Int32Array;
  /**
   * The row of the latest PAUSE of a single queue or flow. The key is the number that `oneName` returns for this queue
   * or flow.
   */
  private readonly latestOfOne = new Map<number, number>();

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

  /** Counts a PAUSE without storing a row for it, because the record already has its maximum number of rows. */
  pass(time: Ps, port: number, cls: number, scope: number, target = -1): void {
    this.fullSince = Math.min(this.fullSince, time);
    this.add(port, scope);
    this.setLatest(port, cls, scope, target, -1);
  }

  private add(port: number, scope: number): void {
    if (isOfOne(scope)) this.ofQueues++;
    else {
      this.count++;
      this.byPort[port]++;
    }
  }

  begin(pause: PauseStart): void {
    const { port, cls, scope, target } = pause;
    if (this.rows === this.start.length) this.grow();
    const name = (port << CLASS_BITS) | cls;
    let row = this.rows++;
    for (; row > 0 && this.start[row - 1] === pause.time && this.queue[row - 1] > name; row--) this.moveOn(row - 1);
    this.add(port, scope);
    this.start[row] = pause.time;
    this.end[row] = NaN;
    this.occupancy[row] = pause.occupancy;
    this.threshold[row] = pause.threshold;
    this.queue[row] = name;
    this.scope[row] = scope;
    this.target[row] = target;
    this.egress[row] = pause.egress;
    this.stopped[row] = pause.stopped;
    this.stoppedQueue[row] = pause.stoppedQueue;
    this.setLatest(port, cls, scope, target, row);
  }

  /** Moves a row one place towards the end of the record, to make room for a row that belongs before it. */
  private moveOn(row: number): void {
    const { queue, scope, target } = this;
    for (const column of [
      this.start,
      this.end,
      this.occupancy,
      this.threshold,
      queue,
      scope,
      target,
      this.egress,
      this.stopped,
      this.stoppedQueue,
    ])
      column[row + 1] = column[row];
    const [port, cls] = [queue[row] >> CLASS_BITS, queue[row] & CLASS_MASK];
    if (this.latestRow(port, cls, scope[row], target[row]) === row)
      this.setLatest(port, cls, scope[row], target[row], row + 1);
  }

  finish(time: Ps, port: number, cls: number, scope: number, target = -1): void {
    const row = this.latestRow(port, cls, scope, target);
    if (row >= 0) this.end[row] = time;
  }

  private latestRow(port: number, cls: number, scope: number, target: number): number {
    if (isOfOne(scope)) return this.latestOne(port, cls, target);
    return scope === PORT ? this.latestOfPort[port] : this.latestOfQueue[(port << CLASS_BITS) | cls];
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

  /** The row of the latest PAUSE by which `port` paused one queue or flow. -1: no PAUSE yet, or it has no row. */
  latestOne(port: number, cls: number, target: number): number {
    return this.latestOfOne.get(oneName((port << CLASS_BITS) | cls, target)) ?? -1;
  }

  /** The PAUSEs of one partition of the run as plain arrays, which can be sent between threads. */
  get taken(): PausesTaken {
    const { count, ofQueues, rows, byPort, start, end, occupancy, threshold, queue, scope } = this;
    const { target, egress, stopped, stoppedQueue } = this;
    return {
      ...{ count, ofQueues, rows, byPort, start, end, occupancy, threshold, queue, scope },
      ...{ target, egress, stopped, stoppedQueue },
    };
  }

  /**
   * Merges the records of all partitions into this one. `flowOf` converts the number of a flow in its partition to the
   * number here.
   */
  put(parts: readonly PausesTaken[], flowOf: (flow: number) => number): void {
    const all = parts.flatMap((from) => Array.from({ length: from.rows }, (_, row) => ({ from, row })));
    all.sort(
      (a, b) => a.from.start[a.row] - b.from.start[b.row] || a.from.queue[a.row] - b.from.queue[b.row] || a.row - b.row,
    );
    for (const { from, row } of all.slice(0, this.most)) {
      const queue = from.queue[row];
      this.begin({
        time: from.start[row],
        port: queue >> CLASS_BITS,
        cls: queue & CLASS_MASK,
        scope: from.scope[row],
        target: from.scope[row] === ONE_FLOW ? flowOf(from.target[row]) : from.target[row],
        occupancy: from.occupancy[row],
        threshold: from.threshold[row],
        egress: from.egress[row],
        stopped: from.stopped[row],
        stoppedQueue: from.stoppedQueue[row],
      });
      this.end[this.rows - 1] = from.end[row];
    }
    this.count = this.ofQueues = 0;
    this.byPort.fill(0);
    for (const { count, ofQueues, byPort } of parts) {
      this.count += count;
      this.ofQueues += ofQueues;
      byPort.forEach((pauses, port) => (this.byPort[port] += pauses));
    }
  }

  private setLatest(port: number, cls: number, scope: number, target: number, row: number): void {
    if (isOfOne(scope)) this.latestOfOne.set(oneName((port << CLASS_BITS) | cls, target), row);
    else if (scope === PORT) this.latestOfPort[port] = row;
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
    this.target = words(this.target);
    this.egress = words(this.egress);
    this.stopped = words(this.stopped);
    this.stoppedQueue = words(this.stoppedQueue);
  }
}
