/**
 * Single flows that the switch of their host has paused, for a scheduling policy with `queues`. The NIC sends the other flows of the host
 * meanwhile.
 */
import type { Ps } from "../../base/units.ts";

/** The number of latest pauses of a flow that are stored one by one. */
const KEPT = 64;

export class FlowPauses {
  /** By flow: 1 while it is paused. The NIC reads it. */
  readonly paused: Uint8Array;
  /** By flow: the start of its latest pause, and the end of it. Infinity: the pause lasts. */
  readonly since: Float64Array;
  readonly over: Float64Array;
  /** By flow that was ever paused: start and end of its latest pauses, alternating, and their number. */
  readonly latest = new Map<number, { readonly times: Float64Array; count: number }>();

  private readonly ports: Int32Array;

  /** `ports` is by flow: the port that sends it. */
  constructor(ports: Int32Array) {
    const flows = ports.length;
    this.ports = ports;
    this.paused = new Uint8Array(flows);
    this.since = new Float64Array(flows);
    this.over = new Float64Array(flows);
  }

  /** Returns true if the flow was paused and is no more. */
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

  /** Resumes all flows that a port sends. */
  resumeAll(port: number, now: Ps): void {
    this.paused.forEach((isPaused, flow) => {
      if (isPaused !== 0 && this.ports[flow] === port) this.set(flow, false, now);
    });
  }

  /** The time from `from` to now during which the flow was paused. Pauses older than the stored ones are left out. */
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
