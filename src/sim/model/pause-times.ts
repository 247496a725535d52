/**
 * Measures how long each (port, class) could not send. A stop is a time in which the peer has paused the class, or the
 * link policy lacks credits or tokens for it.
 *
 * For queues of switches only the total time of all stops is stored. It is read when a packet arrives and when the
 * packet leaves. The difference is the time for which the packet's class could not send. For a flow at its host, the
 * start of the flow's wait is known only afterwards, so the total at that time cannot be read. So the latest `KEPT`
 * stops of host ports are stored one by one.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Ps } from "../../base/units.ts";

const KEPT = 64;

export class PauseTimes {
  private readonly isHost: (port: number) => boolean;
  /** By port: the classes that the peer has paused, as a bit mask. */
  readonly stopped: Uint8Array;
  /** By port: the classes that lack credits or tokens, as a bit mask. At a switch, only classes with packets count. */
  readonly short: Uint8Array;
  /** By port: the classes that cannot send, as a bit mask. Their bit is set in `stopped` or in `short`. */
  readonly held: Uint8Array;
  /** By queue (8 times port, plus class): the start of its current stop (a time in which it cannot send), ps. */
  readonly since: Float64Array;
  /** By queue: the total length of its stops (times in which it cannot send) that have ended, ps. */
  readonly total: Float64Array;
  /**
   * By queue: the end of its latest stop, or Infinity while the stop lasts. An interval that begins later contains no
   * stop.
   */
  readonly over: Float64Array;
  /**
   * The latest stops of each queue of a host port that was ever stopped. `times` has starts and ends, alternating.
   * `count` is the number of all stops of the queue.
   */
  readonly latest = new Map<number, { readonly times: Float64Array; count: number }>();

  constructor(ports: number, isHost: (port: number) => boolean) {
    this.isHost = isHost;
    this.stopped = new Uint8Array(ports);
    this.short = new Uint8Array(ports);
    this.held = new Uint8Array(ports);
    this.since = new Float64Array(ports * 8);
    this.total = new Float64Array(ports * 8);
    this.over = new Float64Array(ports * 8);
  }

  /** Sets the classes that the peer pauses at `port`, as a bit mask. All other classes are not paused. */
  setStopped(port: number, classes: number, now: Ps): void {
    this.stopped[port] = classes;
    this.note(port, now);
  }

  /** Sets the classes of `port` that lack credits or tokens, as a bit mask. At a switch, only classes with packets count. */
  setShort(port: number, classes: number, now: Ps): void {
    if (this.short[port] === classes) return;
    this.short[port] = classes;
    this.note(port, now);
  }

  /** The total time for which `queue` (8 times port, plus class) was stopped up to now. */
  upTo(queue: number, now: Ps): Ps {
    return this.isHeld(queue) ? this.total[queue] + now - this.since[queue] : this.total[queue];
  }

  /**
   * The time from `from` to now during which `queue` of a host could not send. Only its latest `KEPT` stops (times in
   * which it could not send) are stored, so earlier ones are left out.
   */
  within(queue: number, from: Ps, now: Ps): Ps {
    let sum = this.isHeld(queue) ? now - Math.max(from, this.since[queue]) : 0;
    const latest = this.latest.get(queue);
    if (latest === undefined) return sum;
    const { times, count } = latest;
    for (let k = count - 1; k >= 0 && k >= count - KEPT; k--) {
      const at = (k % KEPT) * 2;
      if (times[at + 1] <= from) break;
      sum += times[at + 1] - Math.max(from, times[at]);
    }
    return sum;
  }

  private isHeld(queue: number): boolean {
    return (this.held[queue >> CLASS_BITS] & (1 << (queue & CLASS_MASK))) !== 0;
  }

  private note(port: number, now: Ps): void {
    const before = this.held[port];
    const after = this.stopped[port] | this.short[port];
    this.held[port] = after;
    for (let cls = 0; cls < 8; cls++) {
      const bit = 1 << cls;
      if ((before & bit) === (after & bit)) continue;
      const queue = (port << CLASS_BITS) | cls;
      this.over[queue] = (after & bit) === 0 ? now : Infinity;
      if ((after & bit) !== 0) this.since[queue] = now;
      else this.end(queue, now);
    }
  }

  private end(queue: number, now: Ps): void {
    const since = this.since[queue];
    if (now === since) return;
    this.total[queue] += now - since;
    if (!this.isHost(queue >> CLASS_BITS)) return;
    let latest = this.latest.get(queue);
    if (latest === undefined) this.latest.set(queue, (latest = { times: new Float64Array(KEPT * 2), count: 0 }));
    const at = (latest.count++ % KEPT) * 2;
    latest.times[at] = since;
    latest.times[at + 1] = now;
  }
}
