/**
 * The border of a partition: links from its nodes to nodes of another partition, which another thread runs (`run/partitions/`).
 *
 * A packet on such a link is handed over when its transmission begins, together with its arrival time. In the other partition it joins the
 * packets on the link. Its arrival has the same number as in an undivided network, so the order of events is the same, too.
 */
import type { Ps } from "../../base/units.ts";

export interface Border {
  /** By node: 1 if this partition runs it. */
  readonly owns: Uint8Array;
  /**
   * Hands over a packet that arrives at the other end of the link at `port` at time `arrives`. The caller reuses the packet's record
   * afterwards.
   */
  readonly handOver: (port: number, packet: number, arrives: Ps) => void;
}
