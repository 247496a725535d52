/**
 * Partitions a graph. All partitions get about equal weight, and the coupling between them is small.
 *
 * The method is common for large graphs (Karypis and Kumar, Multilevel k-way partitioning scheme for irregular graphs,
 * 1998):
 *
 * 1. Merge pairs of neighbours with the strongest coupling into one vertex. Repeat this.
 * 2. Assign the few remaining vertices to partitions.
 * 3. Undo the merges level by level. At each level, move vertices between partitions if that helps (`refine.ts`).
 *
 * The merges stop at a maximum weight of a vertex, for which several values are tried. Before these steps, an
 * assignment by weight alone shows which balance can be reached. The limit on the weight of a partition is raised if
 * that balance requires it.
 */
import type { Ps } from "../../base/units.ts";
import type { Graph } from "./graph.ts";
import type { Grouping } from "./groups.ts";
import { cost, refine, type Limits } from "./refine.ts";

/**
 * A partitioning counts as balanced if no partition exceeds this multiple of the mean weight. An unbalanced
 * partitioning is worse than every balanced one. The limit is higher if a single vertex is too heavy for it.
 */
const BALANCED = 1.05;
/**
 * The maximum weights of a merged vertex that are tried, as a share of a partition's mean weight. Light vertices give
 * good balance, and heavy vertices keep coupled nodes together.
 */
const COARSEST = [1 / 4, 1 / 2, 1];
/**
 * Merging stops if a round leaves more than this share of the vertices. Another round would then merge few vertices.
 */
const STALLED = 0.9;

/**
 * Returns the partition of each vertex. No partition is empty, because the graph has at least `parts` vertices.
 * `lookahead` is the smallest delay of a link that may be cut.
 */
export function partitionGraph(graph: Graph, parts: number, lookahead: Ps): Int32Array {
  const { weight } = graph;
  const mean = weight.reduce((sum, one) => sum + one, 0) / parts;
  const wanted = { parts, lookahead, most: BALANCED * mean };
  const byWeight = pack(weight, parts);
  // A single vertex may be too heavy for a balanced partitioning. In this case, `refine` improves `byWeight`, the
  // assignment that only considers weights. The heaviest partition of the improved assignment sets the limit for the
  // weight of a partition.
  if (heaviest(weight, byWeight, parts) > wanted.most) refine(graph, byWeight, wanted);
  const limits = { ...wanted, most: Math.max(wanted.most, heaviest(weight, byWeight, parts)) };
  let best = byWeight;
  for (const share of COARSEST) {
    const found = inLevels(graph, limits, mean * share);
    if (cost(graph, found, limits) < cost(graph, best, limits)) best = found;
  }
  // Tries to reach a better balance than required. The result is kept if it lowers `cost`, the estimated time of the run.
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

/** Pairs each vertex with the unpaired neighbour of the strongest coupling, if both together weigh at most `most`. */
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
 * Assigns each vertex to a partition, the heaviest vertex first. With `near` it chooses the partition with the
 * strongest coupling among those with room. Without `near`, or without room, it chooses the lightest partition. Ties go
 * to the partition with fewer vertices, then to the lower number.
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
    // If the number of remaining vertices equals the number of empty partitions, each of these vertices goes to an
    // empty partition. So no partition stays empty.
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
