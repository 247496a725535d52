/**
 * Divides a network into partitions, one per thread. They have about equal work and long links between them, and few packets cross.
 *
 * A partition may run ahead of its neighbour by the delay of the links between them (lookahead), so long links are cut first (`place.ts`).
 * A host stays with its switch. A link without delay is never cut, because it gives no lookahead.
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
  /** The number of partitions: as requested, or the number of separable switches if that is smaller. None is empty. */
  readonly parts: number;
  /** The smallest delay of a link between two partitions. Infinity: no such link. */
  readonly lookahead: Ps;
  /** The heaviest partition's share of the total weight, times the number of partitions. 1 is perfect balance. */
  readonly imbalance: number;
}

/**
 * `load`: by link, in the order of `wiring.links`, the bytes or packets expected in both directions. If all are 0, a link counts by its
 * rate. The weight of a node, its share of the work, is the load of all its links.
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

/** Units that must not be divided: a switch with its hosts, and nodes joined by links without delay. */
function unitsOf({ names, isSwitch, links }: Wiring): Grouping {
  const groups = new Groups(names.length);
  const isHome = new Uint8Array(names.length);
  for (const { a, b, delay } of links) {
    if (delay === 0) groups.join(a, b);
    if (isSwitch[a] === isSwitch[b]) continue;
    const host = isSwitch[a] ? b : a;
    if (isHome[host] === 0) groups.join(a, b);
    isHome[host] = 1;
  }
  return groups.numbered();
}
