/**
 * Simulates a link that its active flows share evenly at every moment. It computes when each flow is done, and the
 * bytes carried by a given time.
 *
 * Each of n active flows gets rate / n. So all active flows receive the same number of bytes in any interval. The
 * variable `service` is the number of bytes that a flow would have received if it had been active from time 0. A flow
 * is done when `service` has grown by the flow's size since its start. So each flow has a value of `service` at which it
 * is done: `service` at its start, plus its size. The flow with the lowest value is done first.
 */
import { MinHeap } from "../../base/min-heap.ts";
import type { Bps, Ps } from "../../base/units.ts";

/**
 * Flows as columns. A flow is active from `start` until `stop`. If `stop` is Infinity, it is active until all its bytes
 * are carried. `bytes` may be Infinity.
 */
export interface Demands {
  readonly start: Float64Array;
  readonly stop: Float64Array;
  readonly bytes: Float64Array;
}

/** For each flow, what the link has carried by the end of the calculation. */
export interface Carried {
  /** By flow: the time when it is no longer active. Infinity: not before the end of the calculation. */
  readonly done: Float64Array;
  /** By flow: the number of its bytes that the link has carried. */
  readonly bytes: Float64Array;
}

/**
 * Simulates a link of `rate` with the flows `mine` up to the time `horizon`, and writes the result to `carried`. `mine`
 * has flow numbers in the order of their starts.
 */
export function shareLink(
  { start, stop, bytes }: Demands,
  mine: Int32Array,
  rate: Bps,
  horizon: Ps,
  carried: Carried,
): void {
  const bytesPerPs = rate / 8e12;
  /** Active flows with a size, in the order in which they will be done. */
  const ends = new MinHeap();
  /** Active flows with a fixed end time (`stop`), the earliest first. */
  const stops = new MinHeap();
  const served = new Float64Array(mine.length);
  let service = 0;
  let now = 0;
  let active = 0;
  let next = 0;
  for (;;) {
    const begins = next < mine.length ? start[mine[next]] : Infinity;
    const nextDone = active === 0 ? Infinity : now + ((ends.least - service) * active) / bytesPerPs;
    const at = Math.min(begins, stops.least, nextDone, horizon);
    if (active > 0) service += ((at - now) * bytesPerPs) / active;
    now = at;
    if (at >= horizon) break;
    if (nextDone === at) {
      const k = ends.pop();
      service = Math.max(service, served[k] + bytes[mine[k]]);
      carried.done[mine[k]] = at;
      carried.bytes[mine[k]] = bytes[mine[k]];
      active--;
    } else if (stops.least === at) {
      const k = stops.pop();
      carried.done[mine[k]] = at;
      carried.bytes[mine[k]] = service - served[k];
      active--;
    } else {
      const flow = mine[next];
      served[next] = service;
      if (stop[flow] < Infinity) stops.push(stop[flow], next);
      else if (bytes[flow] < Infinity) ends.push(service + bytes[flow], next);
      active++;
      next++;
    }
  }
  for (let k = 0; k < next; k++)
    if (carried.done[mine[k]] === Infinity) carried.bytes[mine[k]] = Math.min(bytes[mine[k]], service - served[k]);
}
