/** Random partitions of a network over threads. The results of a run must not depend on the partition. */
import { stream } from "../../base/random.ts";
import type { Wiring } from "../../contracts/topology.ts";

/**
 * Draws the partition number of each node. A host is in the partition of its switch. Both ends of a link without delay
 * or with retry are in one partition. With few switches there may be fewer than `parts` partitions.
 */
export function cutAtRandom({ names, isSwitch, links }: Wiring, parts: number, seed: number): Int32Array {
  const draws = stream(seed, "cut", parts);
  const root = Int32Array.from(names.keys());
  const rootOf = (node: number): number => (root[node] === node ? node : rootOf(root[node]));
  for (const { a, b, delay, retry } of links)
    if (delay === 0 || retry !== undefined || isSwitch[a] !== isSwitch[b])
      root[Math.max(rootOf(a), rootOf(b))] = Math.min(rootOf(a), rootOf(b));
  const drawn = root.map((_, node) => (root[node] === node ? draws.int(parts) : -1));
  const partOf = root.map((_, node) => drawn[rootOf(node)]);
  const used = [...new Set(partOf)].sort((a, b) => a - b);
  return partOf.map((part) => used.indexOf(part));
}
