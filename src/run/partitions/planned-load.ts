/** The load of each link by planned traffic. It is known before the run and decides how the network is partitioned. */
import { demands, spread, type Demand } from "../network/demand.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Plan } from "../../contracts/traffic.ts";
import type { Ps } from "../../base/units.ts";

/**
 * By link, in the order of `wiring.links`: the expected data packets in both directions until the end of the run. Each
 * node divides a flow equally among its ports on shortest paths. If the flows of a host need more than its line rate,
 * all of them count less, in proportion.
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

/**
 * By host: the fraction of its traffic that its line rate can carry until the end of the run, at most 1. If `end` returns
 * the sender of a demand, this is the traffic that the host sends. If `end` returns the receiver, this is the traffic
 * that the host receives.
 */
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
