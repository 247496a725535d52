/**
 * IRN's settings for a network: the packets that fit a round trip, and the retransmission timeouts.
 *
 * C is the rate of the links, and RTT the round-trip time of the longest path.
 *
 *   bitmap   = ceil(C RTT / packet)     one bandwidth-delay product, in packets
 *   rtoLow   = RTT
 *   rtoHigh  = RTT + B / C              B: the maximum bytes in the path's queues
 *
 * Paper: bifrost, table II. The paper has only the numbers; these formulas reproduce them with packets of 1500 B, and B of 7 and 41 MiB.
 */
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** The longest path of a network. */
export interface IrnPath {
  readonly rate: Bps;
  readonly rtt: Ps;
  readonly buffer: Bytes;
  readonly packet: Bytes;
}

/** IRN's parameters for the longest path of a network. Times in ps. */
export interface IrnSettings {
  /** In packets. */
  readonly bitmap: number;
  readonly rtoLow: Ps;
  readonly rtoHigh: Ps;
}

/** IRN's parameters for a network's longest path. */
export const irnSettings = ({ rate, rtt, buffer, packet }: IrnPath): IrnSettings => ({
  bitmap: Math.ceil((rtt * rate) / 8e12 / packet),
  rtoLow: rtt,
  rtoHigh: rtt + Math.round((buffer * 8e12) / rate),
});
