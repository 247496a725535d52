/**
 * Offered load: what planned traffic asks of each link, against what the link can carry while the run lasts.
 *
 *   load = bytes on the wire of all flows that pass / (rate * (end of the run - start of the first flow))
 *
 * Where there are several shortest paths, every one takes an even share: no routing does better. What an entry of traffic with a `load` has
 * drawn is shared out evenly among its senders and receivers, since a host that drew much is nobody's mistake. Flows without an end are left
 * out, as they take what there is. Above 1 not all of it can be done by the end, whatever the policies.
 */
import type { Network } from "../model/network.ts";
import type { Plan } from "../traffic/contract.ts";
import type { TrafficEntry } from "../traffic/plan.ts";
import type { Bytes, Ps } from "../units.ts";

interface Load {
  /** Of the node that sends, network-wide number. */
  readonly port: number;
  readonly load: number;
}

/** Links by what is offered to them, the most first. `entries`: those of the plan; `until`: the end of the run. */
export function offeredLoads(
  network: Network,
  { flows, trains }: Plan,
  entries: readonly TrafficEntry[],
  until: Ps,
): Load[] {
  const { fabric, hosts } = network;
  const { payload } = hosts;
  const { dataHeader, wireOverhead } = fabric.fidelity.frames;
  const onWire = (bytes: Bytes): Bytes => bytes + Math.ceil(bytes / payload) * (dataHeader + wireOverhead);
  const asked: Asked[] = [
    ...flows.filter(({ bytes }) => bytes !== Infinity).map((flow) => ({ ...flow, wire: onWire(flow.bytes) })),
    ...trains.map((train) => {
      const rate = fabric.rate[fabric.portBase[train.source]];
      return { ...train, wire: ((Math.min(train.stop, until) - train.start) * rate) / 8e12 };
    }),
  ];
  const begins = asked.reduce((least, { start }) => Math.min(least, start), until);
  const drawn = entries.map(({ values }) => values["load"] !== undefined);
  const bytes = bytesOver(network, [
    ...asked.filter(({ entry = -1 }) => !drawn[entry]),
    ...drawn.flatMap((isDrawn, k) => (isDrawn ? shared(asked.filter(({ entry }) => entry === k)) : [])),
  ]);
  return Array.from(bytes, (wire, port) => ({ port, load: (wire * 8e12) / (fabric.rate[port] * (until - begins)) }))
    .filter(({ load }) => load > 0)
    .sort((a, b) => b.load - a.load);
}

interface Asked {
  readonly source: number;
  readonly destination: number;
  readonly start: Ps;
  readonly wire: Bytes;
  readonly entry?: number;
}

/** More pairs than these are left as they were drawn. */
const MOST_PAIRS = 2_000_000;

/** The same bytes, shared out evenly among all pairs of a sender and a receiver. */
function shared(asked: readonly Asked[]): readonly Asked[] {
  const sources = [...new Set(asked.map(({ source }) => source))];
  const destinations = [...new Set(asked.map(({ destination }) => destination))];
  if (sources.length * destinations.length > MOST_PAIRS) return asked;
  const bytes = asked.reduce((sum, { wire }) => sum + wire, 0);
  const to = (source: number): number[] => destinations.filter((destination) => destination !== source);
  return sources.flatMap((source) => {
    const receivers = to(source);
    const wire = bytes / sources.length / receivers.length;
    return receivers.map((destination) => ({ source, destination, start: 0, wire }));
  });
}

/** Wire bytes by port, shared evenly among shortest paths. */
function bytesOver(network: Network, asked: readonly Asked[]): Float64Array {
  const { fabric, switches } = network;
  const bytes = new Float64Array(fabric.ports);
  const byDestination = new Map<number, Map<number, Bytes>>();
  for (const { source, destination, wire } of asked) {
    let from = byDestination.get(destination);
    if (from === undefined) byDestination.set(destination, (from = new Map<number, Bytes>()));
    from.set(source, (from.get(source) ?? 0) + wire);
  }
  for (const [destination, from] of byDestination) {
    // Shortest paths go from one distance to the next, so all of a distance is known when it is passed on.
    let front = from;
    while (front.size > 0) {
      const next = new Map<number, Bytes>();
      for (const [node, wire] of front) {
        const at = switches[node];
        const ports = at === null ? [fabric.portBase[node]] : at.candidates(destination);
        for (const port of ports) {
          bytes[port] += wire / ports.length;
          const reached = fabric.node[fabric.peer[port]];
          if (reached !== destination) next.set(reached, (next.get(reached) ?? 0) + wire / ports.length);
        }
      }
      front = next;
    }
  }
  return bytes;
}
