/**
 * Vertices of a graph shared out among parts: equal weight, little coupling between parts.
 *
 * In levels, as is usual for large graphs (Karypis and Kumar, Multilevel k-way partitioning scheme for irregular graphs, 1998):
 * neighbours that are coupled the most become one vertex, again and again; the few that remain are packed; then each level is undone, and
 * its vertices may change parts (`refine.ts`). How far vertices may grow on the way is tried out. Packing by weight alone says what balance can be had.
 */
import type { Ps } from "../../base/units.ts";
import type { Graph } from "./graph.ts";
import type { Grouping } from "./groups.ts";
import { cost, refine, type Limits } from "./refine.ts";

/** Balance that is not given up for anything, where vertices are fine enough. */
const BALANCED = 1.05;
/** Vertices become no heavier than such a share of a part: small ones can be packed, large ones are what belongs together. */
const COARSEST = [1 / 4, 1 / 2, 1];
/** Where more than this share of them remains, few may grow, and another level is not worth its time. */
const STALLED = 0.9;

/** By vertex: its part. None is empty: there are as many vertices as `parts` or more. `lookahead`: least delay of a link that may be cut. */
export function partition(graph: Graph, parts: number, lookahead: Ps): Int32Array {
  const { weight } = graph;
  const mean = weight.reduce((sum, one) => sum + one, 0) / parts;
  const wanted = { parts, lookahead, most: BALANCED * mean };
  const byWeight = pack(weight, parts);
  // Where vertices are too coarse for good balance, the best there is.
  if (heaviest(weight, byWeight, parts) > wanted.most) refine(graph, byWeight, wanted);
  const limits = { ...wanted, most: Math.max(wanted.most, heaviest(weight, byWeight, parts)) };
  let best = byWeight;
  for (const share of COARSEST) {
    const found = inLevels(graph, limits, mean * share);
    if (cost(graph, found, limits) < cost(graph, best, limits)) best = found;
  }
  // Better balance than must be, where it costs little.
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

/** Each vertex and the free neighbour that it is coupled with the most, as one. */
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
 * The heaviest first, each to the part that it is coupled with the most and that has room, else to the lightest. Without a graph: to the
 * lightest. Ties by number of vertices, then by number.
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
    const onlyEmpty = order.length - k === empty; // the last ones fill what is empty yet
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

/** Weight of the heaviest part. */
export function heaviest(weight: Float64Array, part: Int32Array, parts: number): number {
  const filled = new Float64Array(parts);
  part.forEach((to, vertex) => {
    filled[to] += weight[vertex];
  });
  return filled.reduce((most, one) => Math.max(most, one), 0);
}
