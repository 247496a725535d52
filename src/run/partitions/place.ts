/**
 * Long links first: which part for each unit of a network?
 *
 * The longest delay is sought such that what shorter links hold together can still be spread over the parts in good balance; only links of
 * that delay or more are cut. Beyond that, two data centres that need two parts each are cut apart before each is cut in itself: so no
 * part waits for the other data centre more often than the long link asks for.
 */
import type { Ps } from "../../base/units.ts";
import type { Graph } from "./graph.ts";
import { Groups, type Grouping } from "./groups.ts";
import { heaviest, pack, partition } from "./partition.ts";

/** Balance for which short links are spared. */
const GOOD = 1.15;
/** Balance at which what long links part is given parts of its own. */
const REGIONS = 1.05;

interface Link {
  /** Units. */
  readonly a: number;
  readonly b: number;
  readonly delay: Ps;
}

/** By unit: its part. None is empty: there are as many units as `parts` or more. */
export function place(graph: Graph, links: readonly Link[], parts: number): Int32Array {
  const units = graph.weight.length;
  if (parts === 1) return new Int32Array(units);
  const all = new Groups(units);
  // The links by which groups grow, as ever longer ones hold units together; the other ones change nothing.
  const joining = [...links].sort((a, b) => a.delay - b.delay).filter(({ a, b }) => all.join(a, b));
  const short = shortLinks(graph.weight, joining, parts);
  const held = joined(units, joining, short);
  const together = partition(graph.grouped(held), parts, joining.at(short)?.delay ?? 0);
  const flat = held.of.map((group) => together[group]);

  const nested = inRegions(graph, joining, parts);
  if (nested === undefined || lookahead(joining, nested) < lookahead(joining, flat)) return flat;
  const most = Math.max(REGIONS * mean(graph.weight, parts), heaviest(graph.weight, flat, parts));
  return heaviest(graph.weight, nested, parts) <= most ? nested : flat;
}

/** How many of the links are too short to be cut: those below the largest delay that leaves good balance. */
function shortLinks(weight: Float64Array, joining: readonly Link[], parts: number): number {
  const heaviestPacked = (weight: Float64Array): number => heaviest(weight, pack(weight, parts), parts);
  // With room for the order in which the same weights are added up.
  const goal = Math.max(GOOD * mean(weight, parts), heaviestPacked(weight)) * (1 + 1e-9);
  const held = (short: number): Float64Array => grouped(weight, joined(weight.length, joining, short));
  // The heaviest group only grows, so halving finds the most links that leave none above the goal.
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

/** What long links part, each with parts of its own; undefined: there are no such regions. */
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

/** By region: how many of the parts it has, so that the heaviest has as little to do as can be; undefined: they would not be alike. */
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

/** Units held together by the first `count` links. */
function joined(units: number, joining: readonly Link[], count: number): Grouping {
  const groups = new Groups(units);
  for (const { a, b } of joining.slice(0, count)) groups.join(a, b);
  return groups.numbered();
}

/** Are the first `count` links all that have less than some delay? */
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
