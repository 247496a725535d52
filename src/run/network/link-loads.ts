/**
 * The links that a flow uses, and its share on each of them. Congestion policies that plan for the whole network need
 * both.
 */
import type { CongestionView, LinkLoad } from "../../contracts/congestion.ts";
import type { RoutingPolicy } from "../../contracts/routing.ts";
import type { Bytes } from "../../base/units.ts";
import type { Network } from "../../sim/model/network.ts";
import { OWN_HOST, type Routes } from "../../sim/model/routes.ts";

/**
 * Returns a function from a flow to the egress ports of its data packets, or of its ACKs, in order. Null: the routing policy does not
 * keep a flow on one path, so the ports are unknown in advance.
 */
export function flowPaths(
  { fabric, flows, switches }: Pick<Network, "fabric" | "flows" | "switches">,
  routes: Routes,
  routing: RoutingPolicy,
): Network["flowPath"] {
  if (routing.spreads !== "flow") return null;
  const { node, peer, portBase } = fabric;

  function* onwards(flow: number, first: number, to: number, reverse: boolean): Generator<number> {
    for (let port = first; ;) {
      yield port;
      const here = node[peer[port]];
      if (switches[here] === null) return;
      const name = routes.table[here * routes.groups + routes.group[to]];
      if (name === OWN_HOST) port = portBase[here] + routes.own[to];
      else {
        const entry = routes.lists[name];
        const [from, count] = [entry >> 8, entry & 255];
        if (count === 0) return;
        const k = count === 1 ? 0 : routing.choose(here, flow, reverse, to, routes.ports, from, count, NO_PACKET);
        port = portBase[here] + routes.ports[from + k];
      }
    }
  }

  return (flow) => {
    const data = Array.from(onwards(flow, flows.port[flow], flows.destination[flow], false));
    // An ACK leaves the receiver by the port at which its data packet arrived.
    const acks = Array.from(onwards(flow, peer[data[data.length - 1]], flows.source[flow], true));
    return { data, acks };
  };
}

/** Passed to `choose` in place of a packet number. Policies that spread by flow do not read the packet. */
const NO_PACKET = -1;

/**
 * The packets of a flow from one host to another, which leave the first host by port `first`. `reverse`: the packets
 * are the flow's ACKs.
 */
interface Journey {
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
  const { spreads } = routing;
  if (spreads === undefined) return null;
  const { node, peer, portBase, fidelity } = fabric;
  const { dataHeader, ack, wireOverhead } = fidelity.frames;
  // ACK bytes for each byte of data, with one ACK for each full packet. A receiver with fewer ACKs leaves this capacity
  // unused.
  const perByte = (ack + wireOverhead) / (payload + dataHeader + wireOverhead);

  /**
   * Follows `amount` from port `first` to host `to`, and adds its share on each link to `sum`. Returns the share that
   * arrives at each port of the host.
   */
  function follow(
    { flow, first, to, reverse }: Journey,
    amount: number,
    sum: Map<number, number>,
  ): Map<number, number> {
    const ends = new Map<number, number>();
    const add = (port: number, share: number): void => {
      sum.set(port, (sum.get(port) ?? 0) + share);
      if (node[peer[port]] === to) ends.set(peer[port], (ends.get(peer[port]) ?? 0) + share);
    };
    add(first, amount);
    // All nodes of shortest paths are visited in the order of their distance. So all of the traffic to a node is summed
    // before its ports forward it.
    const arrived = new Map([[node[peer[first]], amount]]);
    for (const [here, share] of arrived) {
      // The path ends at a host.
      if (switches[here] === null) continue;
      const name = routes.table[here * routes.groups + routes.group[to]];
      const entry = name === OWN_HOST ? 0 : routes.lists[name];
      const [from, count] = [entry >> 8, entry & 255];
      const local = (k: number): number => portBase[here] + routes.ports[from + k];
      let ports: number[] = [];
      if (name === OWN_HOST) ports = [portBase[here] + routes.own[to]];
      else if (count > 1 && spreads === "packet" && !reverse) ports = Array.from({ length: count }, (_, k) => local(k));
      else if (count > 0)
        ports = [
          local(count === 1 ? 0 : routing.choose(here, flow, reverse, to, routes.ports, from, count, NO_PACKET)),
        ];
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
