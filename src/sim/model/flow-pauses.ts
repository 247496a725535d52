/**
 * Records the pauses of single flows. A switch can pause single flows of its hosts if the scheduling policy divides
 * classes into several queues (`queues` in `contracts/scheduling.ts`). The NIC continues to send the host's other flows.
 */
import type { Ps } from "../../base/units.ts";

/** The number of pauses for which a flow first gets memory. More pauses double it. */
const FIRST_ROOM = 16;

/** The completed pauses of a flow: start and end, alternating, and their number. */
interface Past {
  times: Float64Array;
  count: number;
}

export class FlowPauses {
  /** By flow: 1 while it is paused. The NIC reads this array. */
  readonly paused: Uint8Array;
  /** By flow: the start and the end of its latest pause. The end is Infinity while the pause lasts. */
  readonly since: Float64Array;
  readonly over: Float64Array;
  /** By flow that was ever paused: its completed pauses. */
  readonly past = new Map<number, Past>();

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
    let past = this.past.get(flow);
    if (past === undefined) this.past.set(flow, (past = { times: new Float64Array(FIRST_ROOM * 2), count: 0 }));
    const at = past.count++ * 2;
    if (at === past.times.length) {
      const times = new Float64Array(at * 2);
      times.set(past.times);
      past.times = times;
    }
    past.times[at] = this.since[flow];
    past.times[at + 1] = now;
    return true;
  }

  /** Resumes all paused flows that `port` sends. Calls `visit` with each of them. */
  resumeAll(port: number, now: Ps, visit: (flow: number) => void): void {
    this.paused.forEach((isPaused, flow) => {
      if (isPaused === 0 || this.ports[flow] !== port) return;
      this.set(flow, false, now);
      visit(flow);
    });
  }

  /** The time from `from` to now during which the flow was paused. */
  within(flow: number, from: Ps, now: Ps): Ps {
    let sum = this.paused[flow] === 0 ? 0 : now - Math.max(from, this.since[flow]);
    const past = this.past.get(flow);
    if (past === undefined) return sum;
    for (let at = past.count * 2 - 2; at >= 0 && past.times[at + 1] > from; at -= 2)
      sum += past.times[at + 1] - Math.max(from, past.times[at]);
    return sum;
  }
}
