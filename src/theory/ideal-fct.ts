/**
 * The flow completion time of a flow that has the network to itself: what FCT slowdown is measured against.
 *
 * A message of n packets crosses links 1..m, each storing a packet whole before it forwards it. D(k, l), the moment
 * packet k has left link l's sender, follows from
 *
 *   D(k, l) = max(D(k - 1, l), D(k, l - 1) + delay of link l - 1) + tx(k, l)
 *
 * and the flow ends when its last byte has crossed the last link: D(n, m) + delay of link m. All packets are equal but
 * for a shorter last one, so the maximum has a closed form. The last packet may wait behind its predecessor for the
 * last time at some link j; before it the n - 1 full packets keep pace with the slowest link up to j:
 *
 *   max over j of  sum of tx_1..tx_j + (n - 2) max(tx_1..tx_j) + sum of last_j..last_m      (n > 1)
 *
 * plus all delays. Nothing else is in it: no acknowledgement, window, rate limit, switch processing or padding.
 *
 * Cost      O(links), whatever the size of the flow; the recurrence itself stands in ideal-fct.test.ts
 */
import { invariant } from "../base/invariant.ts";
import type { Bytes, Ps, PsPerByte } from "../base/units.ts";

/** A link of the path. */
export interface PathLink {
  readonly psPerByte: PsPerByte;
  /** Propagation, one way. */
  readonly delay: Ps;
  /** What each packet occupies on this wire beyond its payload: headers, FCS, preamble and gap. */
  readonly overhead: Bytes;
}

/**
 * Time from the first byte of a message of `size` bytes leaving its sender to the last arriving, over `path` from
 * sender to receiver. Packets carry `payload` bytes, the last one what is left. Time on a wire is rounded to whole
 * picoseconds a packet, which at the standard rates it is already.
 */
export function idealFct(size: Bytes, payload: Bytes, path: readonly PathLink[]): Ps {
  invariant(size >= 1 && payload >= 1 && path.length > 0, "a flow has bytes and a path", size, payload);
  const packets = Math.ceil(size / payload);
  const lastPayload = size - (packets - 1) * payload;

  let delays: Ps = 0;
  let fullSoFar: Ps = 0; //   a full packet's tx on links 1..j
  let slowest: Ps = 0; //     the largest of them
  let lastSoFar: Ps = 0; //   the last packet's tx on links 1..j-1
  let aheadOfLast: Ps = 0; // how far beyond the last packet's own tx its predecessors push it
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
