/**
 * Computes mean paths between hosts. Each node divides packets evenly among its ports on shortest paths. A mean path
 * has a number of links, the delay in an idle network, and the share of the offered bytes that arrives.
 */
import type { Network } from "../../sim/model/network.ts";
import type { Switch } from "../../sim/model/switch.ts";
import type { Ps } from "../../base/units.ts";

export interface MeanPath {
  readonly links: number;
  /** The one-way delay of a full data packet: propagation delay and transmission time, summed over the links. */
  readonly delay: Ps;
  /**
   * The share of the sender's offered bytes that arrives. It is below 1 if a link of the path is overloaded. 0: the
   * destination is unreachable.
   */
  readonly share: number;
}

const NONE: MeanPath = { links: 0, delay: 0, share: 0 };

/**
 * Returns a function that computes the `MeanPath` of two hosts. Its delay and its share of arriving bytes are means over
 * the shortest paths between the hosts.
 * `shareOf` returns the share of a port's offered load that the port's link can carry. Port numbers are network-wide.
 */
export function meanPaths(
  { fabric, switches, hosts }: Network,
  shareOf: (port: number) => number = () => 1,
): (source: number, destination: number) => MeanPath {
  const { portBase, peer, node, nodes } = fabric;
  const frame = hosts.payload + fabric.fidelity.frames.dataHeader;
  const known = new Map<number, MeanPath>();
  const over = (port: number, rest: MeanPath): MeanPath => ({
    links: rest.links + 1,
    delay: rest.delay + fabric.delay[port] + fabric.wireTime(port, frame),
    share: Math.min(rest.share, shareOf(port)),
  });

  /**
   * The mean path from a node to `end`. If `host` has a single link to a switch, `end` is that switch, and one result
   * serves all such hosts of the switch. Otherwise `end` is `host`.
   */
  function from(here: number, end: number, host: number): MeanPath {
    if (here === end) return { links: 0, delay: 0, share: 1 };
    const key = here * nodes + end;
    const found = known.get(key);
    if (found !== undefined) return found;
    const ports = switches[here]?.candidates(host) ?? [];
    const ways = ports.map((port) => over(port, from(node[peer[port]], end, host)));
    const mean = (of: (way: MeanPath) => number): number => ways.reduce((sum, way) => sum + of(way), 0) / ways.length;
    const path =
      ways.length === 0
        ? NONE
        : { links: ways[0].links, delay: mean(({ delay }) => delay), share: mean(({ share }) => share) };
    known.set(key, path);
    return path;
  }

  return (source, destination) => {
    const last = peer[portBase[destination]];
    // Hosts with a single link to the same switch share the paths from and to that switch. These paths are computed
    // once.
    const hangs = portBase[destination + 1] - portBase[destination] === 1 && isSwitch(switches[node[last]]);
    const end = hangs ? node[last] : destination;
    // A host with several NICs uses the first one that leads to the destination.
    for (let first = portBase[source]; first < portBase[source + 1]; first++) {
      const inner = from(node[peer[first]], end, destination);
      if (inner !== NONE) return over(first, hangs ? over(last, inner) : inner);
    }
    return NONE;
  };
}

const isSwitch = (at: Switch | null): boolean => at !== null;
