/**
 * The border of a partition: links from its nodes to nodes of another partition, which another thread runs
 * (`run/partitions/`).
 *
 * A packet on such a link is handed over when its transmission begins, together with its arrival time. The other
 * partition adds it to the packets on the link. Its arrival event has the same order number as in a run with one
 * partition, so the order of events is the same, too.
 */
import type { Ps } from "../../base/units.ts";

export interface Border {
  /** By node: 1 if this partition runs the node. */
  readonly owns: Uint8Array;
  /**
   * Hands over a packet that leaves by `port` and arrives at the other end of the link at time `arrives`. The caller
   * then reuses the packet's record.
   */
  readonly handOver: (port: number, packet: number, arrives: Ps) => void;
}
