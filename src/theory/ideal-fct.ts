/**
 * The flow completion time of a flow that is alone in the network. It is the denominator of FCT slowdown.
 *
 * A message of n packets crosses links 1..m. Each hop stores a packet completely before it forwards it. D(k, l) is the
 * time at which packet k has left the sender of link l. Its transmission time there is tx(k, l).
 *
 *   D(k, l) = max(D(k - 1, l), D(k, l - 1) + delay of link l - 1) + tx(k, l)
 *
 * The flow ends when its last byte has crossed the last link: D(n, m) + delay of link m. All packets are equal except a shorter last one,
 * so the maximum has a closed form. At some link j the last packet waits behind its predecessor for the last time. Up to link j, the n - 1
 * full packets follow each other at the rate of the slowest link. On link l a full packet takes tx_l and the last packet last_l. The
 * maximum is
 *
 *   max over j of  sum of tx_1..tx_j + (n - 2) max(tx_1..tx_j) + sum of last_j..last_m      (n > 1)
 *
 * plus all delays. It includes no acknowledgement, no window or rate limit, and no switch processing or padding.
 *
 * Cost: O(links), for any size of the flow. ideal-fct.test.ts contains the recurrence itself.
 */
import { invariant } from "../base/invariant.ts";
import type { Bytes, Ps, PsPerByte } from "../base/units.ts";

/** A link of the path. */
export interface PathLink {
  readonly psPerByte: PsPerByte;
  /** The one-way propagation delay. */
  readonly delay: Ps;
  /** The bytes of each packet on this wire in addition to its payload: headers, FCS, preamble and gap. */
  readonly overhead: Bytes;
}

/**
 * The time of a message of `size` bytes over `path`, from its first byte at the sender to its last at the receiver. Packets carry `payload`
 * bytes, the last one the rest. The time of a packet on a wire is rounded to whole picoseconds; at the standard rates it is already whole.
 */
export function idealFct(size: Bytes, payload: Bytes, path: readonly PathLink[]): Ps {
  invariant(size >= 1 && payload >= 1 && path.length > 0, "a flow has bytes and a path", size, payload);
  const packets = Math.ceil(size / payload);
  const lastPayload = size - (packets - 1) * payload;

  let delays: Ps = 0;
  let fullSoFar: Ps = 0; //   tx_1 + ... + tx_j
  let slowest: Ps = 0; //     max(tx_1..tx_j)
  let lastSoFar: Ps = 0; //   last_1 + ... + last_(j-1)
  // The time for which the last packet is delayed by the packets before it.
  let aheadOfLast: Ps = 0;
  for (const link of path) {
    const full = Math.round((payload + link.overhead) * link.psPerByte);
    const last = Math.round((lastPayload + link.overhead) * link.psPerByte);
    delays += link.delay;
    fullSoFar += full;
    if (full > slowest) slowest = full;
    if (packets > 1) {
      const pushed = fullSoFar + (packets - 2) * slowest - lastSoFar;
      if (pushed > aheadOfLast) aheadOfLast = pushed;
    }
    lastSoFar += last;
  }
  return delays + aheadOfLast + lastSoFar;
}
