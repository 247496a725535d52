/**
 * The dynamic threshold of HPCC's ns-3 simulator: free pool >> shift, in unsigned 32-bit arithmetic. Its definition is in ns-3 semantics,
 * section 10, MMU.
 *
 * The arithmetic matters. If a buffer is smaller than its headroom, the difference wraps around to about 4 GB, and PFC never starts. The
 * simulator behaves like this, and its users ask about it.
 */
import type { BufferPolicy, BufferView } from "../../contracts/buffer.ts";
import type { Bps } from "../../base/units.ts";

/** The shift is 3 for a port at the hosts' rate. It decreases by one for each doubling above that, down to 0. */
export function thresholdShift(rate: Bps, hostRate: Bps): number {
  let shift = 3;
  for (let r = rate; r > hostRate && shift > 0; r = Math.floor(r / 2)) shift--;
  return shift;
}

export function createThreshold(hostRate: Bps, view: BufferView): BufferPolicy {
  const shifts = Int32Array.from({ length: view.ports }, (_, port) => thresholdShift(view.rate(port), hostRate));
  const { capacity, nodeOf, used } = view;
  return { threshold: (port) => ((capacity[nodeOf[port]] - used[nodeOf[port]]) >>> 0) >>> shifts[port] };
}
