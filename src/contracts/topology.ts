/** Topology: who is wired to whom? A generator turns its parameters into a `Wiring`, before the run. */
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** A link with the same properties in both directions. */
export interface WiredLink {
  /** Node numbers. */
  readonly a: number;
  readonly b: number;
  readonly rate: Bps;
  /** One-way propagation delay. */
  readonly delay: Ps;
  /** The maximum random delay of a packet on top of `delay`, each way; absent: none. */
  readonly jitter?: Ps;
  /** Probability that a bit arrives wrong, each way; absent: 0. */
  readonly bitErrorRate?: number;
  /** Probability that a frame of any size arrives damaged, each way; absent: 0. */
  readonly frameErrorRate?: number;
  /** The link fails at this time; 0: it never worked. */
  readonly failsAt?: Ps;
  /** The nodes that a link with relays joins. The link is named after them. */
  readonly joins?: readonly [number, number];
}

/** Nodes are numbered from 0. The ports of a node are numbered in the order in which `links` names it. */
export interface Wiring {
  readonly names: readonly string[];
  readonly isSwitch: readonly boolean[];
  /** Memory of a switch, by node number, where it differs from the scenario's. */
  readonly memory?: ReadonlyMap<number, Bytes>;
  readonly links: readonly WiredLink[];
  /** Switches that are relays of a link. They forward packets without marking or stamping them. */
  readonly relays?: readonly number[];
}
