/**
 * Random numbers as ConWeave's ns-3 simulator draws them (docs/conweave-semantics.md): few sequences, shared by many.
 *
 *   ECN      each switch has a generator of its own, all of the same stream, so all see the same numbers
 *   losses   so has each lossy link
 *   routing  the C library's rand(), one sequence for all switches
 */
import { CRand, RAND_RANGE } from "./c-rand.ts";
import { LINK_ERROR_STREAM, Mrg32k3a } from "./random.ts";

const ECN_STREAM = 2n ** 63n;

export interface Ns3Draws {
  /** Uniform draws from [0, 1) for a purpose of a node. */
  readonly random: (purpose: string, node: number) => () => number;
  /** One of `count` for routing. */
  readonly pick: (node: number, count: number) => number;
  /** Of a link, both ways: what decides whether a frame is damaged. */
  readonly ofLink: (link: number) => { next(): number };
}

/** `seed` is that of rand() and of ns-3's generators. */
export function ns3Draws(seed: number): Ns3Draws {
  const rand = new CRand(seed);
  const ofLinks = new Map<number, Mrg32k3a>();
  return {
    random: (purpose) => {
      if (purpose === "routing") return () => rand.next() / RAND_RANGE;
      const coins = new Mrg32k3a(ECN_STREAM, seed);
      return () => coins.next();
    },
    pick: (_node, count) => rand.next() % count,
    ofLink: (link) => {
      const coins = ofLinks.get(link) ?? new Mrg32k3a(LINK_ERROR_STREAM, seed);
      ofLinks.set(link, coins);
      return coins;
    },
  };
}
