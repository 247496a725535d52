/**
 * The border of a part: links between its nodes and those of another part of the network, which runs elsewhere (`run/partitions/`).
 *
 * A packet that is put on such a link is handed over at once, with the time at which it arrives, long before that. At the other side it joins the packets
 * on the link, under the number that its arrival has in the whole network, so the order of events is that of a network that is not cut.
 */
import type { Ps } from "../../base/units.ts";

export interface Border {
  /** By node: does this part run it? */
  readonly owns: Uint8Array;
  /** Takes a packet that arrives at the other end of the link behind `port` at `arrives`; its record is used again afterwards. */
  readonly handOver: (port: number, packet: number, arrives: Ps) => void;
}
