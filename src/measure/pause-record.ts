/**
 * PAUSEs as columns, one row from the decision to pause to the decision to resume. A storm has millions, so there is no object
 * for any of them, and there are no more rows than `MOST_PAUSES`; what comes after is counted.
 *
 * A switch tells a queue's peer to stop once, however often the link policy repeats it, so a row is an episode.
 */
import { PORT } from "../link/contract.ts";
import type { Bytes, Ps } from "../units.ts";

/** Each takes 45 bytes in memory and some 90 in a run's folder, which with 100,000 flows is to stay below 50 MB. */
export const MOST_PAUSES = 400_000;

/** One decision to pause. Ports are the network's. */
interface PauseStart {
  readonly time: Ps;
  /** The ingress port whose memory ran over, and the class. */
  readonly port: number;
  readonly cls: number;
  /** As in `link/contract.ts`. */
  readonly scope: number;
  readonly occupancy: Bytes;
  readonly threshold: Bytes;
  /** Row of the PAUSE downstream that made this one, and the egress port that most of the bytes waited for; -1: none. */
  readonly causedBy: number;
  readonly egress: number;
}

export class PauseRecord {
  /** Decided, and those that have a row. */
  count = 0;
  rows = 0;
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
  causedBy = new Int32Array(256);
  egress = new Int32Array(256);

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
  pass(port: number, cls: number, scope: number): void {
    this.count++;
    this.byPort[port]++;
    this.setLatest(port, cls, scope, -1);
  }

  begin(pause: PauseStart): void {
    const { port, cls, scope } = pause;
    if (this.rows === this.start.length) this.grow();
    const row = this.rows++;
    this.count++;
    this.byPort[port]++;
    this.start[row] = pause.time;
    this.end[row] = NaN;
    this.occupancy[row] = pause.occupancy;
    this.threshold[row] = pause.threshold;
    this.queue[row] = (port << 3) | cls;
    this.scope[row] = scope;
    this.causedBy[row] = pause.causedBy;
    this.egress[row] = pause.egress;
    this.setLatest(port, cls, scope, row);
  }

  finish(time: Ps, port: number, cls: number, scope: number): void {
    const row = scope === PORT ? this.latestOfPort[port] : this.latestOfQueue[(port << 3) | cls];
    if (row >= 0) this.end[row] = time;
  }

  /** The latest PAUSE by which `port` stopped `cls` of its peer: the queue's or, if that is later, the port's; -1: none is known. */
  latest(port: number, cls: number): number {
    const ofQueue = this.latestOfQueue[(port << 3) | cls];
    const ofPort = this.latestOfPort[port];
    return ofQueue > ofPort ? ofQueue : ofPort;
  }

  private setLatest(port: number, cls: number, scope: number, row: number): void {
    if (scope === PORT) this.latestOfPort[port] = row;
    else this.latestOfQueue[(port << 3) | cls] = row;
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
    this.causedBy = words(this.causedBy);
    this.egress = words(this.egress);
  }
}
