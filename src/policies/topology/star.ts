/**
 * Star: one switch, with each host on a separate port.
 *
 *   h0 h1 ... ---- sw0 ---- r1 r2 ...
 *
 * `receivers` are additional hosts r1, r2, ... whose links may have another delay: figure 3(a) of the SPFC paper. Nodes: the
 * hosts, then the receivers, then sw0. Port k of sw0 leads to the k-th host.
 */
import { defineParams, ParamError, type Values } from "../../base/params.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { countOf, hostDelay, hostRate, trunkDelay, Wires } from "./wires.ts";

export const about = "one switch, with each host on a separate port";

export const params = defineParams({
  hosts: countOf(16, 1, "Hosts h0, h1, ..."),
  rate: hostRate,
  delay: hostDelay,
  receivers: countOf(0, 0, "Additional hosts r1, r2, ... Their links may have another delay."),
  receiverDelay: { ...trunkDelay, about: "One-way propagation delay of the links to receivers." },
});

export function create(p: Values<typeof params>): Wiring {
  if (p.hosts + p.receivers < 2) throw new ParamError("hosts", "at least two hosts, receivers included", p.hosts);
  const wires = new Wires();
  const hosts = wires.hosts(p.hosts);
  const receivers = wires.hosts(p.receivers, "r", 1);
  const [hub] = wires.switches(1, "sw");
  for (const host of hosts) wires.link(host, hub, p.rate, p.delay);
  for (const host of receivers) wires.link(host, hub, p.rate, p.receiverDelay ?? p.delay);
  return wires;
}
