/**
 * The paths between two leaves, as ConWeave's source leaf numbers them. A path is the list of egress ports at the
 * switches before the far leaf.
 *
 * A path number has one byte for each port: the port's index plus 1. The byte 0 means no port. The lowest byte is the
 * port of the source leaf. Paths are sorted by their numbers.
 */
import type { Ps } from "../../base/units.ts";
import type { RoutingView } from "../../contracts/routing.ts";
import { wordHash } from "./murmur.ts";

export interface Path {
  /** The egress port at each switch: its index among the ports of that switch, from 0. */
  readonly ports: readonly number[];
  readonly number: number;
}

export interface LeafPair {
  readonly paths: readonly Path[];
  /** The delay of the links between the two leaves in both directions, without transmission times. */
  readonly roundTrip: Ps;
}

/** All shortest paths from switch `here` to switch `far`. */
export function pathsBetween(view: RoutingView, here: number, far: number): LeafPair {
  const away = distancesTo(view, far);
  const paths: Path[] = [];
  let delay = 0;
  const walk = (node: number, ports: readonly number[], passed: Ps): void => {
    if (node === far) {
      paths.push({ ports, number: numberOf(ports) });
      delay = Math.max(delay, passed);
      return;
    }
    for (let port = view.firstPort[node]; port < view.firstPort[node + 1]; port++) {
      const next = view.neighbour(port);
      if (away[next] !== away[node] - 1) continue;
      walk(next, [...ports, port - view.firstPort[node]], passed + view.delay(port));
    }
  };
  if (away[here] > 0) walk(here, [], 0);
  paths.sort(byNumber);
  return { paths, roundTrip: 2 * delay };
}

/** By switch: the distance to switch `far` in links. -1: a host, or a switch without a path. */
function distancesTo(view: RoutingView, far: number): Int32Array {
  const away = new Int32Array(view.nodes).fill(-1);
  away[far] = 0;
  const reached = [far];
  for (const node of reached) {
    for (let port = view.firstPort[node]; port < view.firstPort[node + 1]; port++) {
      const next = view.neighbour(port);
      if (away[next] >= 0 || view.leafOf[next] >= 0) continue;
      away[next] = away[node] + 1;
      reached.push(next);
    }
  }
  return away;
}

/**
 * The number of a path, in 32 bits. As in ConWeave's simulator, ports beyond 255 overflow into the next byte, and only
 * the first four hops count.
 */
const numberOf = (ports: readonly number[]): number =>
  ports.slice(0, 4).reduce((number, port, hop) => number | ((port + 1) << (8 * hop)), 0) >>> 0;

/** Compares paths by `numberOf`. Paths that share a number are compared by their ports, from the last port to the first. */
function byNumber(a: Path, b: Path): number {
  if (a.number !== b.number) return a.number - b.number;
  for (let hop = a.ports.length - 1; hop >= 0; hop--)
    if (a.ports[hop] !== b.ports[hop]) return a.ports[hop] - b.ports[hop];
  return 0;
}

const SLOTS = 65_536;

/**
 * The table of congested paths of a source leaf, with 65,536 slots. A hash of the path number selects the slot. If two
 * paths have the same slot, the later entry overwrites the earlier one.
 */
export class PathTable {
  private readonly seed: number;
  private readonly slots = new Map<number, { path: number; until: Ps }>();

  constructor(leaf: number) {
    this.seed = leaf;
  }

  /** Excludes this path until the time `until`: no flow moves to it. */
  avoid({ number }: Path, until: Ps): void {
    const at = wordHash(number, this.seed) % SLOTS;
    const slot = this.slots.get(at);
    if (slot === undefined) this.slots.set(at, { path: number, until });
    else {
      slot.path = number;
      slot.until = until;
    }
  }

  isAvoided({ number }: Path, now: Ps): boolean {
    const slot = this.slots.get(wordHash(number, this.seed) % SLOTS);
    return slot !== undefined && slot.path === number && slot.until > now;
  }
}
