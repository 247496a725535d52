/**
 * The dynamic threshold of HPCC's ns-3 simulator (docs/ns3-semantics.md, section 10). It is free pool >> shift, in
 * unsigned 32-bit arithmetic.
 *
 * xoff keeps the 32 bits, because they have a visible effect in the simulator. If a buffer is smaller than its headroom,
 * the negative free pool wraps around to about 4 GB. No queue then reaches its threshold, so no port ever pauses. Users
 * of the simulator ask about this behaviour.
 */
import type { BufferPolicy, BufferView } from "../../contracts/buffer.ts";
import type { Bps } from "../../base/units.ts";

/**
 * Returns the number of bits by which a port's threshold shifts the free pool to the right. The number is 3 up to the
 * hosts' rate and decreases by one for each doubling of the rate, down to 0. A doubling that has begun counts: the
 * shift is 2 at 1.5 times the hosts' rate.
 */
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
