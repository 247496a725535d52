/**
 * Leaf-spine: every leaf is wired to every spine, and hosts are connected to leaves.
 *
 *   spine0   spine1
 *     |  \  /  |
 *     |  /  \  |
 *   leaf0    leaf1
 *   h0 h1    h2 h3
 *
 * Oversubscription is the rate of a leaf's links to hosts, divided by that of its links to spines. Nodes: the hosts of
 * each leaf, then the leaves, then the spines. A leaf's first ports lead to its hosts, the others to the spines in
 * order. Port k of a spine leads to leaf k.
 */
import { defineParams, type Values } from "../../base/params.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { countOf, hostDelay, hostRate, uplinkParams, Wires } from "./wires.ts";

export const about = "two tiers: every leaf is wired to every spine";

export const params = defineParams({
  leaves: countOf(4, 1, "Leaves leaf0, leaf1, ..."),
  spines: countOf(2, 1, "Spines spine0, spine1, ...", 255),
  hostsPerLeaf: countOf(4, 1, "Hosts on each leaf."),
  rate: hostRate,
  delay: hostDelay,
  ...uplinkParams,
});

export function create(p: Values<typeof params>): Wiring {
  const wires = new Wires();
  const hosts = wires.hosts(p.leaves * p.hostsPerLeaf);
  const leaves = wires.switches(p.leaves, "leaf");
  const spines = wires.switches(p.spines, "spine");
  for (const host of hosts) wires.link(host, leaves[Math.floor(host / p.hostsPerLeaf)], p.rate, p.delay);
  for (const leaf of leaves) {
    for (const spine of spines) wires.link(leaf, spine, p.uplinkRate ?? p.rate, p.uplinkDelay ?? p.delay);
  }
  return wires;
}
