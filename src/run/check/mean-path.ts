/** Paths between hosts in an idle network, where packets take all shortest paths evenly: their length, their delay, and what share of a flow passes. */
import type { Network } from "../../sim/model/network.ts";
import type { Switch } from "../../sim/model/switch.ts";
import type { Ps } from "../../base/units.ts";

export interface MeanPath {
  readonly links: number;
  /** One way, for a full data packet: light and each link's time on the wire. */
  readonly delay: Ps;
  /** Of what the sender offers; 1 unless a link on the way is overloaded. 0: the destination is unreachable. */
  readonly share: number;
}

const NONE: MeanPath = { links: 0, delay: 0, share: 0 };

/** Answers for (source, destination). `shareOf` by port, network-wide number: the share of the offered load that its link carries. */
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

  /** From a node to `end`, by way of which `host` is reached. */
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
    // Hosts that hang on one switch by one link have their paths to it in common.
    const hangs = portBase[destination + 1] - portBase[destination] === 1 && isSwitch(switches[node[last]]);
    const end = hangs ? node[last] : destination;
    // Of a host with several NICs, the first that leads to the destination.
    for (let first = portBase[source]; first < portBase[source + 1]; first++) {
      const inner = from(node[peer[first]], end, destination);
      if (inner !== NONE) return over(first, hangs ? over(last, inner) : inner);
    }
    return NONE;
  };
}

const isSwitch = (at: Switch | null): boolean => at !== null;
