/**
 * Random numbers as in ConWeave's ns-3 simulator (docs/conweave-semantics.md): few sequences, shared by many components.
 *
 *   ECN      each switch has its own generator, all of the same stream, so all get the same numbers
 *   losses   each lossy link has its own generator, all of the same stream, so all get the same numbers
 *   routing  the C library's rand(), one sequence for all switches
 */
import { CRand, RAND_RANGE } from "./c-rand.ts";
import { LINK_ERROR_STREAM, Mrg32k3a } from "./random.ts";

const ECN_STREAM = 2n ** 63n;

export interface Ns3Rng {
  /** Uniform random numbers in [0, 1) for one purpose at one node. */
  readonly random: (purpose: string, node: number) => () => number;
  /** Returns a random number below `count` for a routing decision. */
  readonly pick: (node: number, count: number) => number;
  /** Returns the random numbers that decide whether a frame on a link is damaged, in both directions. */
  readonly ofLink: (link: number) => { next(): number };
}

/** Creates the random numbers of a run. `seed` is the seed of rand() and of ns-3's generators. */
export function ns3Rng(seed: number): Ns3Rng {
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
