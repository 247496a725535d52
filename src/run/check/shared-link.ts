/**
 * A link that its flows share evenly at every moment: when each is done, and how much of each the link has carried by a time.
 *
 * Each active flow gets rate / n. So all active flows have had the same service since any moment, and one number, the service of a flow that is
 * always active, orders their ends.
 */
import { MinHeap } from "../../base/min-heap.ts";
import type { Bps, Ps } from "../../base/units.ts";

/** Flows as columns. `bytes` may be Infinity. A flow is active from `start` until all its bytes are carried, or until `stop`. */
export interface Demands {
  readonly start: Float64Array;
  readonly stop: Float64Array;
  readonly bytes: Float64Array;
}

/** What the links have done for each flow. */
export interface Carried {
  /** When its last byte is carried; Infinity: not by the horizon. */
  readonly done: Float64Array;
  /** Bytes carried by the horizon. */
  readonly bytes: Float64Array;
}

/** Adds to `carried` what a link of `rate` does for the flows `mine`, numbers in order of their start, up to `horizon`. */
export function shareLink(
  { start, stop, bytes }: Demands,
  mine: Int32Array,
  rate: Bps,
  horizon: Ps,
  carried: Carried,
): void {
  const bytesPerPs = rate / 8e12;
  /** Active flows with an end, by the service at which they are done; and those that stop, by when. */
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
