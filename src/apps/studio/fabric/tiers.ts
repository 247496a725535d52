/**
 * Assigns nodes to tiers, with the hosts at the bottom. A switch's tier is its distance from the hosts with traffic.
 * Within a tier, nodes are ordered by the positions of the nodes below them.
 */
import type { Fabric, Flows } from "../lab/messages.ts";

export interface Layout {
  /** Node numbers of each tier, from top to bottom. The last tier has the hosts, ordered by rack. */
  readonly tiers: readonly (readonly number[])[];
  /** For each node: its horizontal position from 0 to 1. */
  readonly x: Float64Array;
  /** For each node: its tier. */
  readonly tier: Int32Array;
  /** Node numbers of hosts, grouped by the switch of their first link and ordered by position. */
  readonly racks: readonly (readonly number[])[];
}

export function layoutOf(
  { names, isSwitch, base, node, peer }: Fabric,
  { source, destination }: Pick<Flows, "source" | "destination">,
): Layout {
  const hosts = Array.from(names, (_, one) => one).filter((one) => isSwitch[one] === 0);
  const taking = new Set([...source, ...destination]);
  /**
   * Distance of each switch from the nearest host in `some`, in links. -1 if there is no path. Hosts, in `some` or not,
   * have the distance 0.
   */
  const distancesFrom = (some: readonly number[]): Int32Array => {
    const found = Int32Array.from(isSwitch, (is) => (is === 1 ? -1 : 0));
    const queue = [...some];
    for (let k = 0; k < queue.length; k++) {
      for (let port = base[queue[k]]; port < base[queue[k] + 1]; port++) {
        const next = node[peer[port]];
        if (found[next] >= 0) continue;
        found[next] = found[queue[k]] + 1;
        queue.push(next);
      }
    }
    return found;
  };
  // The tier of a switch is its distance from the hosts with traffic. Hosts without traffic usually do not count,
  // because some topologies attach such a host to a spine. They count for a leaf whose rack has no traffic, because
  // this leaf is far from all hosts with traffic.
  //
  // A spine with a host must not be taken for a leaf whose rack has no traffic. So the code compares two distances of a
  // switch: to the nearest host, and to the nearest host with traffic. Each link between tiers leads one tier up or
  // down. So both distances of a leaf are odd, such as 1 and 3, and its tier is the first one. A spine above the leaves
  // that has its own host has the distances 1 and 2. If one distance is odd and the other even, the second is the tier.
  const nearest = distancesFrom(hosts);
  const distance =
    taking.size === 0
      ? nearest
      : distancesFrom(hosts.filter((one) => taking.has(one))).map((far, one) =>
          far < 0 || (far - nearest[one]) % 2 === 0 ? nearest[one] : far,
        );
  const most = Math.max(...distance);
  const tiers: number[][] = Array.from({ length: most + 1 }, () => []);
  distance.forEach((at, one) => tiers[most - Math.max(0, at)].push(one));

  // The nodes of each tier are ordered by the positions of the nodes below, beginning at the hosts. This keeps racks
  // and pods together. Nodes with equal positions are ordered by number.
  const x = new Float64Array(names.length);
  for (let level = 0; level <= most; level++) {
    const here = tiers[most - level];
    if (level > 0) {
      const below = new Map(here.map((one) => [one, meanBelow(one)]));
      here.sort((a, b) => (below.get(a) ?? 0) - (below.get(b) ?? 0) || a - b);
    }
    here.forEach((one, place) => (x[one] = (place + 0.5) / here.length));
  }
  function meanBelow(one: number): number {
    let [sum, count] = [0, 0];
    for (let port = base[one]; port < base[one + 1]; port++) {
      const other = node[peer[port]];
      if (distance[other] >= distance[one]) continue;
      sum += x[other];
      count++;
    }
    return count === 0 ? 0.5 : Math.round((sum / count) * 1e6) / 1e6;
  }
  const tier = Int32Array.from(distance, (at) => most - Math.max(0, at));
  const racks = new Map<number, number[]>();
  for (const host of tiers[most]) {
    const above = base[host] === base[host + 1] ? host : node[peer[base[host]]];
    const rack = racks.get(above);
    if (rack === undefined) racks.set(above, [host]);
    else rack.push(host);
  }
  return { tiers, x, tier, racks: [...racks.values()] };
}
