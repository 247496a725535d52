/**
 * A routing policy with the ECMP hash of htsim, for comparisons with the paths of single seeds.
 *
 * Each switch has a salt. The salts are the first numbers of `random()` after `srandom(seed)`, in the order edge, aggregation and core. The
 * hash is one round of Jenkins' mix over the number of the flow, the entropy of the packet and the salt.
 *
 * Differs  htsim also permutes the uplinks of a switch with numbers that it draws during the run. Here they have the order of the fabric.
 * Source   csg-htsim, fat_tree_switch.cpp and fat_tree_topology.cpp
 */
import { defineParams, type Values } from "../../src/base/params.ts";
import type { PacketWords } from "../../src/base/view.ts";
import type { RoutingPolicy, RoutingView } from "../../src/contracts/routing.ts";
import { CRand } from "../../src/fidelity/ns3/c-rand.ts";

export const about = "htsim's ECMP hash";

export const params = defineParams({
  seed: { unit: "count", default: 1, min: 1, max: 1000, source: "htsim's option -seed", about: "Seed of the salts." },
});

export function create({ seed }: Values<typeof params>, view: RoutingView): RoutingPolicy {
  const draws = new CRand(seed);
  const salts = Int32Array.from({ length: view.nodes }, (_, node) => (view.leafOf[node] < 0 ? draws.next() : 0));
  const { at: entropies } = view.entropy as PacketWords;
  return {
    choose: (here, flow, _reverse, _to, _ports, _from, count, packet) =>
      hash(view.names[flow] + 1, entropies[packet], salts[here]) % count,
  };
}

/** FreeBSD's hash of three words, 0 to 2^32 - 1. */
export function hash(flow: number, path: number, salt: number): number {
  let [a, b, c] = [(0x9e3779b9 + flow) | 0, (0x9e3779b9 + salt) | 0, path];
  for (const [right, left, last] of [
    [13, 8, 13],
    [12, 16, 5],
    [3, 10, 15],
  ]) {
    a = ((a - b - c) | 0) ^ (c >>> right);
    b = ((b - c - a) | 0) ^ (a << left);
    c = ((c - a - b) | 0) ^ (b >>> last);
  }
  return c >>> 0;
}
