/** Load by link as planned traffic has it: what a cut is weighted with, before anything has run. */
import { demands, spread, type Demand } from "../network/demand.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Plan } from "../../contracts/traffic.ts";
import type { Ps } from "../../base/units.ts";

/**
 * By link, as `wiring.links` has them: data packets over it, both directions, when every shortest path takes an even share. `until`: the end
 * of the run. A host sends and receives no more than its line carries until then: of many flows without an end each has its share.
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

/** By host that is an end of some: the share that its line carries, from the first of them on, of all that is asked of it. */
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
