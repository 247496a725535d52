/**
 * Code that all topologies share: a wiring to which nodes and links are added, and the parameters of links.
 *
 * Hosts are added first, then switches, so that host k of a topology is node k. Ports are numbered in the order in
 * which links are added.
 */
import { ParamError, type DerivedParam, type NumberParam } from "../../base/params.ts";
import { us, type Bps, type Bytes, type Ps } from "../../base/units.ts";
import type { WiredLink, Wiring } from "../../contracts/topology.ts";

/** The maximum number of nodes. A fat-tree of 64-port switches has 70,656 nodes and 196,608 links. */
export const MAX_NODES = 131_072;
/** The maximum number of links. Events have 24 bits for a queue, and a link has 16 queues. */
const MAX_LINKS = 1_048_576;

const RATE = { unit: "bps", min: 1e6, max: 1e13 } as const;
const DELAY = { unit: "delay", min: 0, max: us(1e6) } as const;

/** For the `params` of a topology: the rate of the links to hosts, 100 Gbps by default. */
export const hostRate = {
  ...RATE,
  default: 100e9,
  source: "lab: the rate that most papers simulate",
  about: "Rate of the links to hosts.",
} as const satisfies NumberParam;

/** For the `params` of a topology: the one-way propagation delay of the links to hosts, in ps. The default is 1 us. */
export const hostDelay = {
  ...DELAY,
  default: us(1),
  source: "lab: as in HPCC's simulator",
  about: "One-way propagation delay of the links to hosts, or the length of the cable.",
} as const satisfies NumberParam;

/** For the `params` of a topology: the rate of the links between switches. It equals `rate` by default. */
export const trunkRate = {
  ...RATE,
  derived: "rate",
  source: "lab: no oversubscription by rate",
  about: "Rate of the links between switches.",
} as const satisfies DerivedParam;

/**
 * For the `params` of a topology: the one-way propagation delay of the links between switches, in ps. It equals `delay`
 * by default.
 */
export const trunkDelay = {
  ...DELAY,
  derived: "delay",
  source: "lab: all links alike",
  about: "One-way propagation delay of the links between switches, or the length of the cable.",
} as const satisfies DerivedParam;

export const uplinkParams = {
  uplinkRate: { ...trunkRate, about: "Rate of the links between leaves and spines." },
  uplinkDelay: { ...trunkDelay, about: "One-way propagation delay of the links between leaves and spines." },
} as const;

/** A parameter for a number of nodes or links of one kind. */
export const countOf = (count: number, min: number, about: string, max = MAX_NODES) =>
  ({ unit: "count", default: count, min, max, source: "lab: small enough to inspect", about }) as const;

/** A wiring to which a generator adds hosts, then switches, then links between them. */
export class Wires implements Wiring {
  readonly names: string[] = [];
  readonly isSwitch: boolean[] = [];
  readonly links: WiredLink[] = [];
  readonly memory = new Map<number, Bytes>();
  /** By prefix of names: the next number, such as 3 after h0 to h2. */
  private readonly next = new Map<string, number>();

  /** Adds `count` hosts h0, h1, ... and returns their node numbers. Names continue after earlier hosts with the same prefix. */
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
