/**
 * Offered load: what planned traffic asks of each link, against what the link can carry while the run lasts.
 *
 *   load = bytes on the wire of all flows that pass / (rate * (end of the run - start of the first flow))
 *
 * Where there are several shortest paths, every one takes an even share: no routing does better. What an entry of traffic with a `load` has
 * drawn is shared out evenly among its senders and receivers, since a host that drew much is nobody's mistake. Flows without an end are left
 * out, as they take what there is. Above 1 not all of it can be done by the end, whatever the policies.
 */
import { demands, spread, type Demand } from "../build/demand.ts";
import type { Network } from "../model/network.ts";
import type { Plan } from "../contracts/traffic.ts";
import type { TrafficEntry } from "../traffic/plan.ts";
import type { Bytes, Ps } from "../base/units.ts";

interface Load {
  /** Of the node that sends, network-wide number. */
  readonly port: number;
  readonly load: number;
}

/** Links by what is offered to them, the most first. `entries`: those of the plan; `until`: the end of the run. */
export function offeredLoads(network: Network, plan: Plan, entries: readonly TrafficEntry[], until: Ps): Load[] {
  const { fabric } = network;
  const asked = demands(network, plan, until).filter(({ bytes }) => bytes !== Infinity);
  const begins = asked.reduce((least, { start }) => Math.min(least, start), until);
  const drawn = entries.map(({ values }) => values["load"] !== undefined);
  const bytes = spread(network, [
    ...pairs(asked.filter(({ entry = -1 }) => !drawn[entry])),
    ...drawn.flatMap((isDrawn, k) => (isDrawn ? shared(asked.filter(({ entry }) => entry === k)) : [])),
  ]);
  return Array.from(bytes, (wire, port) => ({ port, load: (wire * 8e12) / (fabric.rate[port] * (until - begins)) }))
    .filter(({ load }) => load > 0)
    .sort((a, b) => b.load - a.load);
}

interface Pair {
  readonly source: number;
  readonly destination: number;
  /** Bytes on the wire. */
  readonly amount: Bytes;
}

function pairs(asked: readonly Demand[]): readonly Pair[] {
  return asked.map(({ source, destination, wire }) => ({ source, destination, amount: wire }));
}

/** More pairs than these are left as they were drawn. */
const MOST_PAIRS = 2_000_000;

/** The same bytes, shared out evenly among all pairs of a sender and a receiver. */
function shared(asked: readonly Demand[]): readonly Pair[] {
  const sources = [...new Set(asked.map(({ source }) => source))];
  const destinations = [...new Set(asked.map(({ destination }) => destination))];
  if (sources.length * destinations.length > MOST_PAIRS) return pairs(asked);
  const bytes = asked.reduce((sum, { wire }) => sum + wire, 0);
  const to = (source: number): number[] => destinations.filter((destination) => destination !== source);
  return sources.flatMap((source) => {
    const receivers = to(source);
    const amount = bytes / sources.length / receivers.length;
    return receivers.map((destination) => ({ source, destination, amount }));
  });
}
