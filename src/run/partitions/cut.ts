/**
 * A network cut into parts that run side by side, a thread each: parts of equal work, long links between them, and little that crosses.
 *
 * A part may run ahead of its neighbour by the delay of the links between them (lookahead), so long links are cut first (`place.ts`). A host
 * stays with its switch, and a link without delay is never cut, as no part could run ahead by it.
 */
import { invariant } from "../../base/invariant.ts";
import type { Wiring } from "../../contracts/topology.ts";
import type { Ps } from "../../base/units.ts";
import { Graph } from "./graph.ts";
import { Groups, type Grouping } from "./groups.ts";
import { place } from "./place.ts";

export interface Cut {
  /** By node: which part runs it. */
  readonly part: Int32Array;
  /** How many there are: as many as were asked for, or as many as there are switches that may be parted. None is empty. */
  readonly parts: number;
  /** Least delay of a link between two parts; Infinity where there is none. */
  readonly lookahead: Ps;
  /** Share of the weight of the heaviest part, times parts: 1 is perfect balance. */
  readonly imbalance: number;
}

/**
 * `load`: by link, as `wiring.links` has them, bytes or packets expected over it, both directions; where all are 0, a link counts by its
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

/** What may not be parted: a switch with its hosts, and what links without delay join. */
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
