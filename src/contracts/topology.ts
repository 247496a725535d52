/** Topology: who is wired to whom? A generator turns its parameters into this; nothing here runs. */
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** A link, the same both ways. */
export interface WiredLink {
  /** Node numbers. */
  readonly a: number;
  readonly b: number;
  readonly rate: Bps;
  /** One-way propagation delay. */
  readonly delay: Ps;
  /** Most that a packet takes beyond `delay`, each way; absent: each takes the same. */
  readonly jitter?: Ps;
  /** Chance that a bit arrives wrong, each way; 0 when absent. */
  readonly bitErrorRate?: number;
  /** Chance that a frame arrives damaged whatever its size, each way; 0 when absent. */
  readonly frameErrorRate?: number;
  /** The link is dead from this time on; 0: it is wired but never worked. */
  readonly failsAt?: Ps;
  /** What it joins where relays stand between: it is called after these. */
  readonly joins?: readonly [number, number];
}

/** Nodes are numbered from 0; a node's ports are numbered in the order in which `links` mentions it. */
export interface Wiring {
  readonly names: readonly string[];
  readonly isSwitch: readonly boolean[];
  /** Memory of a switch, by node number, where it differs from the scenario's. */
  readonly memory?: ReadonlyMap<number, Bytes>;
  readonly links: readonly WiredLink[];
  /** Switches that are relays of a link: they pass on what comes, and leave no marks or stamps on it. */
  readonly relays?: readonly number[];
}
