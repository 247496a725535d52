/**
 * Chain: switches in a row, each with some hosts.
 *
 *   h0 h1    h2 h3    h4 h5
 *      |        |        |
 *     sw0 ---- sw1 ---- sw2
 *
 * Nodes: the hosts of sw0, of sw1 and so on, then the switches. A switch's first ports lead to its hosts. The next
 * ports lead to the previous and to the next switch.
 */
import { defineParams, type Values } from "../../base/params.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { countOf, hostDelay, hostRate, trunkDelay, trunkRate, Wires } from "./wires.ts";

export const about = "switches in a row, each with some hosts";

export const params = defineParams({
  switches: countOf(2, 1, "Switches sw0, sw1, ..."),
  hostsPerSwitch: countOf(2, 1, "Hosts on each switch."),
  rate: hostRate,
  delay: hostDelay,
  trunkRate,
  trunkDelay,
});

export function create(p: Values<typeof params>): Wiring {
  const wires = new Wires();
  const hosts = wires.hosts(p.switches * p.hostsPerSwitch);
  const switches = wires.switches(p.switches, "sw");
  for (const host of hosts) wires.link(host, switches[Math.floor(host / p.hostsPerSwitch)], p.rate, p.delay);
  for (let k = 1; k < p.switches; k++) {
    wires.link(switches[k - 1], switches[k], p.trunkRate ?? p.rate, p.trunkDelay ?? p.delay);
  }
  return wires;
}
