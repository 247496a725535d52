/**
 * Dumbbell: equal numbers of senders and receivers, which share one link between two switches.
 *
 *   h0 h1 ... ---- sw0 ==== sw1 ---- r0 r1 ...
 *
 * Nodes: the senders, then the receivers, then sw0 and sw1. A switch's first ports lead to its hosts, the last to the other switch. With two or more
 * pairs the link between the switches is the bottleneck, unless `trunkRate` makes it faster.
 */
import { defineParams, type Values } from "../../base/params.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { countOf, hostDelay, hostRate, trunkDelay, trunkRate, Wires } from "./wires.ts";

export const about = "senders and receivers on either side of one link";

export const params = defineParams({
  pairs: countOf(4, 1, "Senders h0, h1, ... and as many receivers r0, r1, ..."),
  rate: hostRate,
  delay: hostDelay,
  trunkRate: { ...trunkRate, about: "Rate of the link between the switches." },
  trunkDelay: { ...trunkDelay, about: "One-way propagation delay of the link between the switches." },
});

export function create(p: Values<typeof params>): Wiring {
  const wires = new Wires();
  const senders = wires.hosts(p.pairs);
  const receivers = wires.hosts(p.pairs, "r");
  const [left, right] = wires.switches(2, "sw");
  for (const host of senders) wires.link(host, left, p.rate, p.delay);
  for (const host of receivers) wires.link(host, right, p.rate, p.delay);
  wires.link(left, right, p.trunkRate ?? p.rate, p.trunkDelay ?? p.delay);
  return wires;
}
