/**
 * A link that its flows share evenly at every moment. Computes when each flow is done, and how many of its bytes were carried by a time.
 *
 * Each active flow gets rate / n. So all active flows have had the same service since any moment. One number orders their ends: the service
 * of a flow that is always active.
 */
import { MinHeap } from "../../base/min-heap.ts";
import type { Bps, Ps } from "../../base/units.ts";

/** Flows as columns. `bytes` may be Infinity. A flow is active from `start` until all its bytes are carried, or until `stop`. */
export interface Demands {
  readonly start: Float64Array;
  readonly stop: Float64Array;
  readonly bytes: Float64Array;
}

/** The service of each flow by the end of the calculation. */
export interface Carried {
  /** The time when its last byte is carried. Infinity: not before the horizon. */
  readonly done: Float64Array;
  /** The bytes of the flow that the link has carried by time `horizon`. */
  readonly bytes: Float64Array;
}

/**
 * Adds to `carried` the service of a link of `rate` for the flows `mine` up to `horizon`. `mine` has flow numbers in order of their starts.
 */
export function shareLink(
  { start, stop, bytes }: Demands,
  mine: Int32Array,
  rate: Bps,
  horizon: Ps,
  carried: Carried,
): void {
  const bytesPerPs = rate / 8e12;
  /** Active flows with an end, by the service at which they are done. Active flows with a stop, by its time. */
  const ends = new MinHeap();
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
