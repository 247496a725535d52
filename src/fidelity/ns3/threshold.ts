/**
 * The reference simulator's dynamic threshold: free pool >> shift, in unsigned 32-bit arithmetic (ns-3 semantics, section 10, MMU).
 *
 * The arithmetic matters: a buffer smaller than its headroom makes the difference wrap round to some 4 GB, and PFC never
 * fires. That is what the simulator does, and what its users ask about.
 */
import type { BufferPolicy, BufferView } from "../../contracts/buffer.ts";
import type { Bps } from "../../base/units.ts";

/** 3 for a port at the hosts' rate; one less for each doubling above it, down to 0. */
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
