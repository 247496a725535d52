/**
 * IRN's settings for a network: what fits the round trip, and how long to wait for it.
 *
 *   bitmap   = ceil(C RTT / packet)     one bandwidth-delay product, in packets
 *   rtoLow   = RTT
 *   rtoHigh  = RTT + B / C              B: what may stand in the path's queues
 *
 * Paper    bifrost, table II, whose numbers these formulas give with packets of 1500 B, B of 7 and 41 MiB; the paper has the numbers alone
 */
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** The longest path of a network. */
export interface IrnPath {
  readonly rate: Bps;
  readonly rtt: Ps;
  readonly buffer: Bytes;
  readonly packet: Bytes;
}

/** What follows from it for IRN's parameters. */
export interface IrnSettings {
  /** Packets. */
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
