/**
 * Assigns the units of a network to partitions so that long links are cut first. A unit is a switch with its hosts, or
 * several nodes that must stay together.
 *
 * All links shorter than a limit join their units into groups. The limit is the longest delay at which these groups can
 * still be balanced over the partitions. Only links of that delay or more are cut.
 *
 * Regions between long links, such as two data centres, are separated before each of them is divided. So no partition
 * waits for another data centre more often than the long link requires.
 */
import type { Ps } from "../../base/units.ts";
import type { Graph } from "./graph.ts";
import { Groups, type Grouping } from "./groups.ts";
import { heaviest, pack, partitionGraph } from "./graph-partition.ts";

/** Short links are also cut if the heaviest partition would otherwise exceed this multiple of the mean weight. */
const GOOD = 1.15;
/**
 * The weight that a partition may always have if partitions follow regions, as a multiple of the mean weight.
 *
 * Long links divide the network into regions, such as data centres. Two divisions are compared: one with separate
 * partitions for each region, and one without regard to regions. The regional division is used if it meets two
 * conditions:
 * - The shortest link that it cuts is at least as long as the shortest one that the other division cuts.
 * - Its heaviest partition weighs at most this multiple of the mean weight. It may weigh more if the heaviest partition
 *   of the other division weighs at least as much.
 */
const REGIONS = 1.05;

interface Link {
  /** Units. */
  readonly a: number;
  readonly b: number;
  readonly delay: Ps;
}

/** Returns the partition of each unit. There must be at least `parts` units. Then no partition is empty. */
export function place(graph: Graph, links: readonly Link[], parts: number): Int32Array {
  const units = graph.weight.length;
  if (parts === 1) return new Int32Array(units);
  const all = new Groups(units);
  // Links merge units (such as a switch with its hosts) into groups, from the shortest link to the longest.
  // `joining` has the links that merge two groups of units. The other links lie within a group and change
  // nothing.
  const joining = [...links].sort((a, b) => a.delay - b.delay).filter(({ a, b }) => all.join(a, b));
  const short = shortLinks(graph.weight, joining, parts);
  const held = joined(units, joining, short);
  const together = partitionGraph(graph.grouped(held), parts, joining.at(short)?.delay ?? 0);
  const flat = held.of.map((group) => together[group]);

  const nested = inRegions(graph, joining, parts);
  if (nested === undefined || lookahead(joining, nested) < lookahead(joining, flat)) return flat;
  const most = Math.max(REGIONS * mean(graph.weight, parts), heaviest(graph.weight, flat, parts));
  return heaviest(graph.weight, nested, parts) <= most ? nested : flat;
}

/**
 * The number of links at the start of `joining` that must not be cut. `joining` is sorted by delay, so these are the
 * shortest links. Each of them keeps the two units (such as switches with their hosts) at its ends in one group. The
 * result is the largest number with which the groups can still be spread evenly over the partitions. So the shortest
 * cut link is as long as possible.
 */
function shortLinks(weight: Float64Array, joining: readonly Link[], parts: number): number {
  const heaviestPacked = (weight: Float64Array): number => heaviest(weight, pack(weight, parts), parts);
  // The factor 1 + 1e-9 allows for rounding errors: a sum of the same weights in another order may be slightly
  // different.
  const goal = Math.max(GOOD * mean(weight, parts), heaviestPacked(weight)) * (1 + 1e-9);
  const held = (short: number): Float64Array => grouped(weight, joined(weight.length, joining, short));
  // Links merge groups in the order of `joining`. Each further link merges two groups, so the heaviest group never gets
  // lighter. Bisection can therefore find the maximum number of merging links at which no group is heavier than `goal`.
  let [fits, most] = [0, Math.min(weight.length - parts, joining.length)];
  while (fits < most) {
    const middle = Math.ceil((fits + most) / 2);
    if (held(middle).every((one) => one <= goal)) fits = middle;
    else most = middle - 1;
  }
  let short = fits;
  while (short > 0 && (!isWhole(joining, short) || heaviestPacked(held(short)) > goal)) short--;
  return short;
}

/**
 * Assigns units to partitions so that each region between long links has its own partitions. Undefined: the network has
 * no such regions.
 */
function inRegions(graph: Graph, joining: readonly Link[], parts: number): Int32Array | undefined {
  const units = graph.weight.length;
  for (let short = joining.length; short > units - parts && short > 0; short--) {
    if (!isWhole(joining, short)) continue;
    const regions = joined(units, joining, short);
    if (regions.count === 1) continue;
    const shares = apportioned(graph.weight, regions, parts);
    if (shares === undefined) continue;
    const part = new Int32Array(units);
    let first = 0;
    shares.forEach((share, region) => {
      const inside: number[] = [];
      const of = new Int32Array(units).fill(-1);
      regions.of.forEach((one, unit) => {
        if (one === region) of[unit] = inside.push(unit) - 1;
      });
      const links = joining.slice(0, short).filter(({ a }) => regions.of[a] === region);
      const own = links.map(({ a, b, delay }) => ({ a: of[a], b: of[b], delay }));
      const placed = place(graph.grouped({ of, count: inside.length }), own, share);
      inside.forEach((unit, k) => (part[unit] = first + placed[k]));
      first += share;
    });
    return part;
  }
  return undefined;
}

/**
 * Returns the number of partitions into which each region is divided. A heavy region gets more, so that the work of the
 * busiest partition is as small as possible. If the partitions would still not be balanced, it returns undefined.
 */
function apportioned(weight: Float64Array, regions: Grouping, parts: number): Int32Array | undefined {
  const work = grouped(weight, regions);
  const units = new Int32Array(regions.count);
  regions.of.forEach((region) => units[region]++);
  const shares = new Int32Array(regions.count).fill(1);
  for (let left = parts - regions.count; left > 0; left--) {
    let to = -1;
    for (let region = 0; region < shares.length; region++) {
      if (shares[region] === units[region]) continue;
      if (to < 0 || work[region] / shares[region] > work[to] / shares[to]) to = region;
    }
    shares[to]++;
  }
  const fair = mean(weight, parts);
  const isFair = (one: number, region: number): boolean =>
    one <= shares[region] * fair * REGIONS && one * REGIONS >= shares[region] * fair;
  return work.every(isFair) ? shares : undefined;
}

/** Joins units into groups: each of the first `count` links of `joining` merges the two groups at its ends. */
function joined(units: number, joining: readonly Link[], count: number): Grouping {
  const groups = new Groups(units);
  for (const { a, b } of joining.slice(0, count)) groups.join(a, b);
  return groups.numbered();
}

/**
 * True if the first `count` links do not end in the middle of links of equal delay. That is, the next link is longer
 * than all of them, or there is no next link.
 */
function isWhole(joining: readonly Link[], count: number): boolean {
  return count === joining.length || joining[count].delay > joining[count - 1].delay;
}

function grouped(weight: Float64Array, { of, count }: Grouping): Float64Array {
  const sums = new Float64Array(count);
  weight.forEach((one, unit) => (sums[of[unit]] += one));
  return sums;
}

function lookahead(joining: readonly Link[], part: Int32Array): Ps {
  return joining.find(({ a, b }) => part[a] !== part[b])?.delay ?? Infinity;
}

function mean(weight: Float64Array, parts: number): number {
  return weight.reduce((sum, one) => sum + one, 0) / parts;
}
