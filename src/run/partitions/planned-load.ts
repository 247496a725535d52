/** The load of links by planned traffic, which weights the partitions before the run. */
import { demands, spread, type Demand } from "../network/demand.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Plan } from "../../contracts/traffic.ts";
import type { Ps } from "../../base/units.ts";

/**
 * By link, in the order of `wiring.links`: data packets in both directions, if every shortest path takes an even share. `until` is the end
 * of the run. A host sends and receives at most at line rate until then, so several long-lived flows share it.
 */
export function plannedLoad(network: Network, plan: Plan, until: Ps): Float64Array {
  const { fabric } = network;
  const asked = demands(network, plan, until).filter(({ start }) => start < until);
  const line = (host: number, from: Ps): number => ((until - from) * fabric.rate[fabric.portBase[host]]) / 8e12;
  const sent = shares(asked, ({ source }) => source, line);
  const received = shares(asked, ({ destination }) => destination, line);
  const pairs = asked.map(({ source, destination, packets }) => ({
    source,
    destination,
    amount: packets * Math.min(sent(source), received(destination)),
  }));
  const load = new Float64Array(fabric.wiring.links.length);
  spread(network, pairs).forEach((packets, port) => {
    load[fabric.linkOf[port]] += packets;
  });
  return load;
}

/** By host at one end of some demands: the part of them that its line can carry from their first start on. */
function shares(
  asked: readonly Demand[],
  end: (one: Demand) => number,
  line: (host: number, from: Ps) => number,
): (host: number) => number {
  const wire = new Map<number, number>();
  const first = new Map<number, Ps>();
  for (const one of asked) {
    const host = end(one);
    wire.set(host, (wire.get(host) ?? 0) + one.wire);
    first.set(host, Math.min(first.get(host) ?? Infinity, one.start));
  }
  return (host) => Math.min(1, line(host, first.get(host) ?? 0) / (wire.get(host) ?? 0));
}
