/**
 * What the generators share: a wiring that grows node by node and link by link, and the parameters of a link.
 *
 * Hosts come first, then switches, so that host k of a topology is node k. Ports are numbered by the order of the links.
 */
import { ParamError, type DerivedParam, type NumberParam } from "../../base/params.ts";
import { us, type Bps, type Bytes, type Ps } from "../../base/units.ts";
import type { WiredLink, Wiring } from "../../contracts/topology.ts";

/** Routes are kept from each node to each host, so memory grows with the square of this. */
export const MAX_NODES = 16_384;
const MAX_LINKS = 262_144;

const RATE = { unit: "bps", min: 1e6, max: 1e13 } as const;
const DELAY = { unit: "delay", min: 0, max: us(1e6) } as const;

/** Rate of the links to hosts, as a parameter. */
export const hostRate = {
  ...RATE,
  default: 100e9,
  source: "lab: the rate that most papers simulate",
  about: "Rate of the links to hosts.",
} as const satisfies NumberParam;

/** Propagation delay of the links to hosts, ps one way, as a parameter. */
export const hostDelay = {
  ...DELAY,
  default: us(1),
  source: "lab: as in HPCC's simulator",
  about: "Propagation delay of the links to hosts, one way; or the length of the cable.",
} as const satisfies NumberParam;

/** Rate of links between switches. */
export const trunkRate = {
  ...RATE,
  derived: "rate",
  source: "lab: no oversubscription by rate",
  about: "Rate of the links between switches.",
} as const satisfies DerivedParam;

/** Propagation delay of links between switches, ps one way, as a parameter. */
export const trunkDelay = {
  ...DELAY,
  derived: "delay",
  source: "lab: all links alike",
  about: "Propagation delay of the links between switches, one way; or the length of the cable.",
} as const satisfies DerivedParam;

/** The two of links between leaves and spines. */
export const uplinkParams = {
  uplinkRate: { ...trunkRate, about: "Rate of the links between leaves and spines." },
  uplinkDelay: { ...trunkDelay, about: "Propagation delay of the links between leaves and spines, one way." },
} as const;

/** A number of nodes of one kind. */
export const countOf = (count: number, min: number, about: string, max = MAX_NODES) =>
  ({ unit: "count", default: count, min, max, source: "lab: small enough to look at", about }) as const;

/** A wiring that grows: hosts, switches, then links between them. */
export class Wires implements Wiring {
  readonly names: string[] = [];
  readonly isSwitch: boolean[] = [];
  readonly links: WiredLink[] = [];
  readonly memory = new Map<number, Bytes>();
  /** What the next node of a prefix is numbered. */
  private readonly next = new Map<string, number>();

  /** Adds `count` hosts h0, h1, ..., or from where those of this prefix ended, and returns their node numbers. */
  hosts(count: number, prefix = "h", first = 0): number[] {
    return this.add(count, prefix, first, false);
  }

  switches(count: number, prefix: string): number[] {
    return this.add(count, prefix, 0, true);
  }

  link(a: number, b: number, rate: Bps, delay: Ps): void {
    if (this.links.length === MAX_LINKS) throw new ParamError("links", `at most ${MAX_LINKS} links in all`, "more");
    this.links.push({ a, b, rate, delay });
  }

  private add(count: number, prefix: string, first: number, isSwitch: boolean): number[] {
    const from = this.names.length;
    if (from + count > MAX_NODES) throw new ParamError("nodes", `at most ${MAX_NODES} nodes in all`, from + count);
    const start = this.next.get(prefix) ?? first;
    for (let k = 0; k < count; k++) {
      this.names.push(`${prefix}${start + k}`);
      this.isSwitch.push(isSwitch);
    }
    this.next.set(prefix, start + count);
    return Array.from({ length: count }, (_, k) => from + k);
  }
}
