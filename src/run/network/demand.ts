/** What planned traffic asks of a network: how much from which host to which, and what of it each link carries. */
import type { Network } from "../../sim/model/network.ts";
import type { Switch } from "../../sim/model/switch.ts";
import type { Plan, PlannedFlow, Send, Train } from "../../contracts/traffic.ts";
import type { Bytes, Ps } from "../../base/units.ts";

export interface Demand {
  readonly source: number;
  readonly destination: number;
  readonly start: Ps;
  /** Of a flow, or of each flow of a train; Infinity: it never ends. */
  readonly bytes: Bytes;
  /** All bytes on the wire of its data packets; of a train or an endless flow as many as the sender's line carries in its time. */
  readonly wire: Bytes;
  readonly packets: number;
  /** Which of a scenario's traffic entries asks for it. */
  readonly entry?: number;
}

/** Flows, then trains, then sends as if each began as early as may be. `until`: the end of the run. */
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
  // There may be a million flows, so only the fields in use are copied.
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

/** By port, network-wide number: what leaves by it of `amount` of each pair, where all shortest paths take an even share. */
export function spread(
  network: Network,
  pairs: readonly { readonly source: number; readonly destination: number; readonly amount: number }[],
): Float64Array {
  const { fabric, switches } = network;
  const { portBase, peer, node } = fabric;
  const { portsFrom = (host: number): readonly number[] => [portBase[host]] } = network;
  const left = new Float64Array(fabric.ports);
  // Hosts that hang on one switch by one link have their paths to it in common. Host and amount by node, for each such end.
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
    // Shortest paths go from one distance to the next, so all of a distance is known when it is passed on.
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
