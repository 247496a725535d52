/**
 * Partitions a graph: equal weight in each partition, little coupling between them.
 *
 * The method is the usual one for large graphs (Karypis and Kumar: Multilevel k-way partitioning scheme for irregular graphs. 1998):
 *
 * 1. Repeatedly, neighbours with the strongest coupling become one vertex.
 * 2. The few remaining vertices are packed.
 * 3. Each level is undone, and its vertices may move to another partition (`refine.ts`).
 *
 * Several limits for the weight of a vertex are tried. Packing by weight alone shows the best possible balance.
 */
import type { Ps } from "../../base/units.ts";
import type { Graph } from "./graph.ts";
import type { Grouping } from "./groups.ts";
import { cost, refine, type Limits } from "./refine.ts";

/** Balance that has priority over everything else, if vertices are light enough. */
const BALANCED = 1.05;
/**
 * Limits for the weight of a vertex, as a share of a partition. Light vertices can be packed, heavy ones keep related vertices together.
 */
const COARSEST = [1 / 4, 1 / 2, 1];
/** If more than this share of the vertices remains, few can grow, and another level is not worth its time. */
const STALLED = 0.9;

/**
 * By vertex: its partition. None is empty, because there are at least `parts` vertices. `lookahead` is the smallest delay of a link that
 * may be cut.
 */
export function partitionGraph(graph: Graph, parts: number, lookahead: Ps): Int32Array {
  const { weight } = graph;
  const mean = weight.reduce((sum, one) => sum + one, 0) / parts;
  const wanted = { parts, lookahead, most: BALANCED * mean };
  const byWeight = pack(weight, parts);
  // If vertices are too heavy for good balance, the best possible balance is the limit.
  if (heaviest(weight, byWeight, parts) > wanted.most) refine(graph, byWeight, wanted);
  const limits = { ...wanted, most: Math.max(wanted.most, heaviest(weight, byWeight, parts)) };
  let best = byWeight;
  for (const share of COARSEST) {
    const found = inLevels(graph, limits, mean * share);
    if (cost(graph, found, limits) < cost(graph, best, limits)) best = found;
  }
  // A better balance than required, if it costs little.
  for (const most of [limits.most, 1.02 * mean, 1.005 * mean]) {
    const closer = best.slice();
    refine(graph, closer, { ...limits, most });
    if (cost(graph, closer, limits) < cost(graph, best, limits)) best = closer;
  }
  return best;
}

function inLevels(graph: Graph, limits: Limits, coarsest: number): Int32Array {
  const { parts, most } = limits;
  const pairs = matched(graph, coarsest);
  let part: Int32Array;
  if (pairs.count > STALLED * graph.weight.length || pairs.count < parts) {
    part = pack(graph.weight, parts, { graph, most });
  } else {
    const ofPairs = inLevels(graph.grouped(pairs), limits, coarsest);
    part = pairs.of.map((pair) => ofPairs[pair]);
  }
  refine(graph, part, limits);
  return part;
}

/** Groups each vertex with the free neighbour of the strongest coupling. */
function matched({ weight, coupling }: Graph, most: number): Grouping {
  const of = new Int32Array(weight.length).fill(-1);
  let count = 0;
  coupling.forEach((neighbours, vertex) => {
    if (of[vertex] >= 0) return;
    let mate = -1;
    let best = 0;
    for (const [other, coupled] of neighbours) {
      if (of[other] >= 0 || weight[vertex] + weight[other] > most) continue;
      if (coupled < best || (coupled === best && (mate < 0 || other > mate))) continue;
      mate = other;
      best = coupled;
    }
    if (mate >= 0) of[mate] = count;
    of[vertex] = count++;
  });
  return { of, count };
}

/**
 * Packs vertices, the heaviest first. Each goes to the partition with the strongest coupling that has room, or else to the lightest one.
 * Without a graph it goes to the lightest. Ties are decided by number of vertices, then by partition number.
 */
export function pack(
  weight: Float64Array,
  parts: number,
  near?: { readonly graph: Graph; readonly most: number },
): Int32Array {
  const part = new Int32Array(weight.length).fill(-1);
  const filled = new Float64Array(parts);
  const members = new Int32Array(parts);
  const coupled = new Float64Array(parts);
  const order = Array.from(weight.keys()).sort((a, b) => weight[b] - weight[a] || a - b);
  let empty = parts;
  order.forEach((vertex, k) => {
    coupled.fill(0);
    for (const [other, coupling] of near?.graph.coupling[vertex] ?? [])
      if (part[other] >= 0) coupled[part[other]] += coupling;
    const room = near === undefined ? -1 : near.most - weight[vertex];
    // The last vertices fill the partitions that are still empty.
    const onlyEmpty = order.length - k === empty;
    let to = -1;
    for (let q = 0; q < parts; q++) {
      if (onlyEmpty && members[q] > 0) continue;
      if (to >= 0) {
        const fits = filled[q] <= room;
        if (fits !== filled[to] <= room) {
          if (!fits) continue;
        } else if (fits && coupled[q] !== coupled[to]) {
          if (coupled[q] < coupled[to]) continue;
        } else if (filled[q] > filled[to] || (filled[q] === filled[to] && members[q] >= members[to])) continue;
      }
      to = q;
    }
    if (members[to]++ === 0) empty--;
    filled[to] += weight[vertex];
    part[vertex] = to;
  });
  return part;
}

/** The weight of the heaviest partition. */
export function heaviest(weight: Float64Array, part: Int32Array, parts: number): number {
  const filled = new Float64Array(parts);
  part.forEach((to, vertex) => {
    filled[to] += weight[vertex];
  });
  return filled.reduce((most, one) => Math.max(most, one), 0);
}
