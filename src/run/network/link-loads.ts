/**
 * The links that a flow uses, and the share of the flow's traffic on each link. Congestion policies that plan for the
 * whole network need both.
 */
import type { CongestionView, LinkLoad } from "../../contracts/congestion.ts";
import type { RoutingPolicy } from "../../contracts/routing.ts";
import type { Bytes } from "../../base/units.ts";
import type { Network } from "../../sim/model/network.ts";
import { OWN_HOST, type Routes } from "../../sim/model/routes.ts";

/**
 * Returns a function from a flow to its path. Without a fixed path for each flow, only the ports at both ends are
 * known. A flow between two hosts of one switch has a known path in any case. Null: not even the first port is known,
 * because some host has several ports.
 */
export function flowPaths(
  { fabric, flows, switches }: Pick<Network, "fabric" | "flows" | "switches">,
  routes: Routes,
  routing: RoutingPolicy,
): Network["flowPath"] {
  const { node, peer, portBase } = fabric;
  const isFixed = routing.spreads === "flow";
  if (!isFixed && switches.some((at, host) => at === null && portBase[host + 1] - portBase[host] > 1)) return null;
  const portsAt = nextPorts(fabric, routes, routing);

  function pathOf(direction: Direction): number[] {
    const path = [direction.first];
    for (const port of path) {
      const here = node[peer[port]];
      if (switches[here] !== null) path.push(...portsAt(here, direction));
    }
    return path;
  }

  return (flow) => {
    const { source, destination, port } = flows;
    const [near, far] = [port[flow], portBase[destination[flow]]];
    if (!isFixed && node[peer[near]] !== node[peer[far]])
      return { data: [near, peer[far]], acks: [far, peer[near]], isWhole: false };
    const data = pathOf({ flow, first: near, to: destination[flow], reverse: false });
    // An ACK leaves the receiver by the port at which its data packet arrived.
    const first = peer[data[data.length - 1]];
    return { data, acks: pathOf({ flow, first, to: source[flow], reverse: true }), isWhole: true };
  };
}

/** Passed to `choose` in place of a packet number. Policies that spread by flow do not read the packet. */
const NO_PACKET = -1;

/**
 * Returns a function that gives the egress ports by which a switch forwards a flow's data packets, or its ACKs. It gives
 * several ports only for data, if the routing policy spreads data by packet. It gives none if the switch has no route.
 */
function nextPorts(
  { portBase }: Network["fabric"],
  routes: Routes,
  routing: RoutingPolicy,
): (here: number, direction: Direction) => readonly number[] {
  return (here, { flow, to, reverse }) => {
    const name = routes.table[here * routes.groups + routes.group[to]];
    if (name === OWN_HOST) return [portBase[here] + routes.own[to]];
    const entry = routes.lists[name];
    const [from, count] = [entry >> 8, entry & 255];
    const all = Array.from({ length: count }, (_, k) => portBase[here] + routes.ports[from + k]);
    if (count < 2 || (routing.spreads === "packet" && !reverse)) return all;
    return [all[routing.choose(here, flow, reverse, to, routes.ports, from, count, NO_PACKET)]];
  };
}

/**
 * The packets of a flow from one host to another, which leave the first host by port `first`. `reverse`: the packets
 * are the flow's ACKs.
 */
interface Direction {
  readonly flow: number;
  readonly first: number;
  readonly to: number;
  readonly reverse: boolean;
}

/**
 * Returns a function from a flow to its links, by the current routes. Null: the routing policy depends on the state of
 * the network, so the links are unknown in advance.
 */
export function linkLoads(
  { fabric, flows, switches }: Pick<Network, "fabric" | "flows" | "switches">,
  routes: Routes,
  routing: RoutingPolicy,
  payload: Bytes,
): CongestionView["loads"] {
  if (routing.spreads === undefined) return null;
  const { node, peer, fidelity } = fabric;
  const portsAt = nextPorts(fabric, routes, routing);
  const { dataHeader, ack, wireOverhead } = fidelity.frames;
  // ACK bytes for each byte of data, with one ACK for each full packet. A receiver that sends fewer ACKs leaves some of
  // the capacity for ACKs unused.
  const perByte = (ack + wireOverhead) / (payload + dataHeader + wireOverhead);

  /**
   * Divides `amount` among the paths from port `first` to host `to`. Adds the part that each link carries to `sum`.
   * Returns the part that arrives at each port of the host.
   */
  function follow(direction: Direction, amount: number, sum: Map<number, number>): Map<number, number> {
    const { first, to } = direction;
    const ends = new Map<number, number>();
    const add = (port: number, share: number): void => {
      sum.set(port, (sum.get(port) ?? 0) + share);
      if (node[peer[port]] === to) ends.set(peer[port], (ends.get(peer[port]) ?? 0) + share);
    };
    add(first, amount);
    // The loop visits nodes in the order of their distance from the port `first`, and all paths are shortest paths. So all
    // of the traffic to a node is summed before its ports forward it.
    const arrived = new Map([[node[peer[first]], amount]]);
    for (const [here, share] of arrived) {
      // The path ends at a host.
      if (switches[here] === null) continue;
      const ports = portsAt(here, direction);
      for (const port of ports) {
        const part = share / ports.length;
        add(port, part);
        const next = node[peer[port]];
        arrived.set(next, (arrived.get(next) ?? 0) + part);
      }
    }
    return ends;
  }

  return (flow) => {
    const { source, destination, port } = flows;
    const sum = new Map<number, number>();
    const data = { flow, first: port[flow], to: destination[flow], reverse: false };
    // An ACK leaves the receiver by the port at which its data packet arrived.
    for (const [first, share] of follow(data, 1, sum))
      follow({ flow, first, to: source[flow], reverse: true }, share * perByte, sum);
    return Array.from(sum, ([on, share]): LinkLoad => ({ port: on, share }));
  };
}
