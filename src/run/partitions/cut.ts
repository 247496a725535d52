/**
 * Divides a network into partitions, one for each thread. Partitions have about equal work. Few packets cross between
 * them, over links that are as long as possible.
 *
 * A partition may run ahead of its neighbour by the delay of the links between them (lookahead). So long links are cut
 * first (`place.ts`). A host is always in the partition of the switch to which its first link leads. A link without
 * delay is never cut, because it gives no lookahead. A link with retry is not cut either, because both of its ends
 * change the same list of discarded packets (`sim/model/link-retry.ts`).
 */
import { invariant } from "../../base/invariant.ts";
import type { Wiring } from "../../contracts/topology.ts";
import type { Ps } from "../../base/units.ts";
import { Graph } from "./graph.ts";
import { Groups, type Grouping } from "./groups.ts";
import { place } from "./place.ts";

export interface Cut {
  /** By node: its partition. */
  readonly part: Int32Array;
  /**
   * The number of partitions: the requested number, but at most the number of units. A unit, such as a switch with its
   * hosts, is never divided. No partition is empty.
   */
  readonly parts: number;
  /** The smallest delay of a link between two partitions. Infinity: no link is cut. */
  readonly lookahead: Ps;
  /** The weight of the heaviest partition, divided by the mean weight. 1 is perfect balance. */
  readonly imbalance: number;
}

/**
 * Divides the network into at most `parts` partitions. `load`, in the order of `wiring.links`: the bytes or packets
 * that each link is expected to carry in both directions. If all loads are 0, each link's rate is its load. The weight
 * of a node is the load of all its links.
 */
export function cut(wiring: Wiring, load: Float64Array, parts: number): Cut {
  const { links } = wiring;
  invariant(Number.isInteger(parts) && parts > 0, "a network is cut into one part or more", parts);
  invariant(load.length === links.length, "there is a load for each link", load.length, links.length);
  const hops = load.some((one) => one > 0) ? load : Float64Array.from(links, ({ rate }) => rate);
  const { of: unit, count } = unitsOf(wiring);
  const graph = new Graph(count);
  links.forEach(({ a, b, delay }, link) => {
    graph.weight[unit[a]] += hops[link];
    graph.weight[unit[b]] += hops[link];
    if (unit[a] !== unit[b]) graph.couple(unit[a], unit[b], hops[link] / delay);
  });
  const between = links.map(({ a, b, delay }) => ({ a: unit[a], b: unit[b], delay })).filter(({ a, b }) => a !== b);
  const asked = Math.min(parts, count);
  const placed = place(graph, between, asked);

  const work = new Float64Array(asked);
  placed.forEach((to, one) => (work[to] += graph.weight[one]));
  const total = work.reduce((sum, one) => sum + one, 0);
  return {
    part: unit.map((one) => placed[one]),
    parts: asked,
    lookahead: between.reduce(
      (least, { a, b, delay }) => (placed[a] === placed[b] ? least : Math.min(least, delay)),
      Infinity,
    ),
    imbalance: total === 0 ? 1 : (work.reduce((most, one) => Math.max(most, one)) * asked) / total,
  };
}

/**
 * Finds the units that must not be divided: a switch with its hosts, and nodes connected by links without delay or with
 * retry.
 */
function unitsOf({ names, isSwitch, links }: Wiring): Grouping {
  const groups = new Groups(names.length);
  const isHome = new Uint8Array(names.length);
  for (const { a, b, delay, retry } of links) {
    if (delay === 0 || retry !== undefined) groups.join(a, b);
    if (isSwitch[a] === isSwitch[b]) continue;
    const host = isSwitch[a] ? b : a;
    if (isHome[host] === 0) groups.join(a, b);
    isHome[host] = 1;
  }
  return groups.numbered();
}
