/**
 * Inserts a relay at each end of a link, between the link and its node.
 *
 *   a ===== long link ===== b      becomes      a -- relay0 ===== long link ===== relay1 -- b
 *
 * The long link keeps its number, and the name that it had between a and b. The relays come after all other nodes, and
 * their cables after all other links.
 */
import type { Ps } from "../../base/units.ts";
import type { WiredLink, Wiring } from "../../contracts/topology.ts";

export interface Relayed {
  readonly wiring: Wiring;
  /**
   * By long link: the relays at its two ends. The first relay is next to node `a` of the original link, the second next to
   * node `b`. `node` is the number of the relay, `cable` the number of the link between the relay and `a` or `b`.
   */
  readonly relays: ReadonlyMap<number, readonly { readonly node: number; readonly cable: number }[]>;
}

/** Adds relays to links. `cables`, by link: the delay of the cables between the link's nodes and its relays. */
export function withRelays(wiring: Wiring, cables: ReadonlyMap<number, Ps>): Relayed {
  const names = [...wiring.names];
  const isSwitch = [...wiring.isSwitch];
  const links: WiredLink[] = [...wiring.links];
  const all: number[] = [];
  const taken = new Set(names);
  let next = 0;
  const addRelay = (): number => {
    while (taken.has(`relay${next}`)) next++;
    all.push(names.length);
    isSwitch.push(true);
    return names.push(`relay${next++}`) - 1;
  };
  const relays = new Map(
    [...cables].map(([link, delay]) => {
      const { a, b, rate } = wiring.links[link];
      const ends = [a, b].map((end) => {
        const node = addRelay();
        return { node, cable: links.push({ a: end, b: node, rate, delay }) - 1 };
      });
      links[link] = { ...wiring.links[link], a: ends[0].node, b: ends[1].node, joins: [a, b] };
      return [link, ends] as const;
    }),
  );
  return { wiring: { ...wiring, names, isSwitch, links, relays: all }, relays };
}
