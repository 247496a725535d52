/**
 * Single flows that the switch of their host has paused, for a scheduling policy with `queues`. The NIC continues to
 * send the host's other flows.
 */
import type { Ps } from "../../base/units.ts";

/** The number of pauses that are stored for each flow; only the latest ones. */
const KEPT = 64;

export class FlowPauses {
  /** By flow: 1 while it is paused. The NIC reads this array. */
  readonly paused: Uint8Array;
  /** By flow: the start and the end of its latest pause. The end is Infinity while the pause lasts. */
  readonly since: Float64Array;
  readonly over: Float64Array;
  /** By flow that was ever paused: start and end of its latest pauses, alternating, and the number of pauses. */
  readonly latest = new Map<number, { readonly times: Float64Array; count: number }>();

  private readonly ports: Int32Array;

  /** `ports` has the sending port of each flow. */
  constructor(ports: Int32Array) {
    const flows = ports.length;
    this.ports = ports;
    this.paused = new Uint8Array(flows);
    this.since = new Float64Array(flows);
    this.over = new Float64Array(flows);
  }

  /** Pauses or resumes a flow. Returns true if the flow was paused and is now resumed. */
  set(flow: number, isPaused: boolean, now: Ps): boolean {
    if ((this.paused[flow] !== 0) === isPaused) return false;
    this.paused[flow] = isPaused ? 1 : 0;
    this.over[flow] = isPaused ? Infinity : now;
    if (isPaused) {
      this.since[flow] = now;
      return false;
    }
    let latest = this.latest.get(flow);
    if (latest === undefined) this.latest.set(flow, (latest = { times: new Float64Array(KEPT * 2), count: 0 }));
    const at = (latest.count++ % KEPT) * 2;
    latest.times[at] = this.since[flow];
    latest.times[at + 1] = now;
    return true;
  }

  /** Resumes all paused flows that `port` sends. */
  resumeAll(port: number, now: Ps): void {
    this.paused.forEach((isPaused, flow) => {
      if (isPaused !== 0 && this.ports[flow] === port) this.set(flow, false, now);
    });
  }

  /** The time from `from` to now during which the flow was paused. Pauses that are no longer stored are left out. */
  within(flow: number, from: Ps, now: Ps): Ps {
    let sum = this.paused[flow] === 0 ? 0 : now - Math.max(from, this.since[flow]);
    const latest = this.latest.get(flow);
    if (latest === undefined) return sum;
    const { times, count } = latest;
    for (let k = count - 1; k >= 0 && k >= count - KEPT; k--) {
      const at = (k % KEPT) * 2;
      if (times[at + 1] <= from) break;
      sum += times[at + 1] - Math.max(from, times[at]);
    }
    return sum;
  }
}
