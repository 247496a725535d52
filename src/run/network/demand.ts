/** The demand of planned traffic: bytes from host to host, and their sum on each link. */
import type { Network } from "../../sim/model/network.ts";
import type { Switch } from "../../sim/model/switch.ts";
import type { Plan, PlannedFlow, Send, Train } from "../../contracts/traffic.ts";
import type { Bytes, Ps } from "../../base/units.ts";

export interface Demand {
  readonly source: number;
  readonly destination: number;
  readonly start: Ps;
  /**
   * The size of the flow. For a train (a sequence of flows) it is the size of each flow. Infinity: a long-lived flow.
   */
  readonly bytes: Bytes;
  /**
   * Bytes on the wire of all data packets of the flow. For a train (a sequence of flows): the bytes at line rate from
   * its start until it stops or the run ends. For a long-lived flow: the bytes at line rate from its start to the end
   * of the run.
   */
  readonly wire: Bytes;
  readonly packets: number;
  /** The traffic entry of the scenario that requests this traffic. */
  readonly entry?: number;
}

/**
 * The demands of all planned flows, then those of trains (sequences of flows), then those of sends (flows that wait for
 * other flows). The demand of a send begins at its earliest start. `until` is the end of the run.
 */
export function demands(
  { fabric, hosts }: Network,
  { flows, trains, tasks = [], sends = [] }: Plan,
  until: Ps,
): Demand[] {
  const { payload } = hosts;
  const { dataHeader, wireOverhead } = fabric.fidelity.frames;
  const packetsOf = (bytes: Bytes): number => Math.ceil(bytes / payload);
  const onWire = (bytes: Bytes): Bytes => bytes + packetsOf(bytes) * (dataHeader + wireOverhead);
  const onLine = (source: number, start: Ps, stop: Ps): Bytes =>
    (Math.max(0, Math.min(stop, until) - start) * fabric.rate[fabric.portBase[source]]) / 8e12;
  const fromLine = (wire: Bytes, bytes: Bytes) => ({ wire, packets: (wire / onWire(bytes)) * packetsOf(bytes) });
  const sent = ({ source, bytes }: PlannedFlow | Send, start: Ps): Sent =>
    bytes === Infinity
      ? fromLine(onLine(source, start, until), payload)
      : { wire: onWire(bytes), packets: packetsOf(bytes) };
  // The fields are listed one by one because a plan may have a million flows. Copying whole objects would need more
  // memory.
  const of = ({ source, destination, bytes, entry }: PlannedFlow | Train | Send, start: Ps, sent: Sent): Demand =>
    entry === undefined
      ? { source, destination, start, bytes, wire: sent.wire, packets: sent.packets }
      : { source, destination, start, bytes, wire: sent.wire, packets: sent.packets, entry };
  return [
    ...flows.map((flow) => of(flow, flow.start, sent(flow, flow.start))),
    ...trains.map((train) => {
      const { source, start, stop, bytes } = train;
      return of(train, start, fromLine(onLine(source, start, stop), bytes));
    }),
    ...sends.map((send) => of(send, tasks[send.after].from, sent(send, tasks[send.after].from))),
  ];
}

type Sent = Pick<Demand, "wire" | "packets">;

/**
 * Computes the load of each port, by network-wide port number. `pairs` lists pairs of hosts, each with the `amount`
 * that the first sends to the second. Each node divides this amount equally among its ports on shortest paths.
 */
export function spread(
  network: Network,
  pairs: readonly { readonly source: number; readonly destination: number; readonly amount: number }[],
): Float64Array {
  const { fabric, switches } = network;
  const { portBase, peer, node } = fabric;
  const { portsFrom = (host: number): readonly number[] => [portBase[host]] } = network;
  const left = new Float64Array(fabric.ports);
  // The keys of `ends` are the nodes to which paths are followed. For a destination host with a single link to a
  // switch, the key is the switch. So all such hosts of a switch share one entry. For any other host, the key is the
  // host itself. `host` is one of the hosts that share the entry. `from` has all traffic to the hosts of the entry, by the
  // next hop of its senders.
  const ends = new Map<number, { readonly host: number; readonly from: Map<number, number> }>();
  for (const { source, destination, amount } of pairs) {
    const firsts = portsFrom(source, destination);
    for (const first of firsts) left[first] += amount / firsts.length;
    const last = peer[portBase[destination]];
    const hangs = portBase[destination + 1] - portBase[destination] === 1 && switches[node[last]] !== null;
    if (hangs) left[last] += amount;
    const at = hangs ? node[last] : destination;
    let end = ends.get(at);
    if (end === undefined) ends.set(at, (end = { host: destination, from: new Map<number, number>() }));
    for (const first of firsts) {
      const next = node[peer[first]];
      end.from.set(next, (end.from.get(next) ?? 0) + amount / firsts.length);
    }
  }
  for (const [end, { host, from }] of ends) {
    // Each round handles all nodes at one distance from the destination. Shortest paths only lead to the next smaller
    // distance, so the amount at a node is complete before its ports forward it.
    let front = from;
    while (front.size > 0) {
      const next = new Map<number, number>();
      for (const [here, amount] of front) {
        if (here === end) continue;
        const ports = (switches[here] as Switch).candidates(host);
        for (const port of ports) {
          left[port] += amount / ports.length;
          const reached = node[peer[port]];
          next.set(reached, (next.get(reached) ?? 0) + amount / ports.length);
        }
      }
      front = next;
    }
  }
  return left;
}
