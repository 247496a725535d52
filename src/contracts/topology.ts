/**
 * Topology: which nodes are connected by which links? A generator turns its parameters into a `Wiring` before the run.
 */
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** A link with the same properties in both directions. */
export interface WiredLink {
  /** Node numbers. */
  readonly a: number;
  readonly b: number;
  readonly rate: Bps;
  /** One-way propagation delay. */
  readonly delay: Ps;
  /** The maximum random delay of each packet in addition to `delay`, in either direction. Absent: none. */
  readonly jitter?: Ps;
  /** Probability that a bit arrives wrong, in either direction. Absent: 0. */
  readonly bitErrorRate?: number;
  /** Probability that a frame arrives damaged, independent of its size, in either direction. Absent: 0. */
  readonly frameErrorRate?: number;
  /**
   * If the link retransmits damaged frames: the time that both of its ends together need to handle a NACK. Absent:
   * damaged frames are lost.
   */
  readonly retry?: Ps;
  /** The time at which the link fails for good. 0: the link never works. */
  readonly failsAt?: Ps;
  /** For a link that passes relays: the two nodes at its ends. The name of the link consists of their names. */
  readonly joins?: readonly [number, number];
}

/** Nodes are numbered from 0. The ports of a node are numbered in the order in which its links appear in `links`. */
export interface Wiring {
  readonly names: readonly string[];
  readonly isSwitch: readonly boolean[];
  /** By node number: the memory of a switch. A switch that is not listed has the memory that the scenario gives. */
  readonly memory?: ReadonlyMap<number, Bytes>;
  readonly links: readonly WiredLink[];
  /** Switches that only relay the packets of one link. They neither ECN-mark packets nor add INT records. */
  readonly relays?: readonly number[];
}
