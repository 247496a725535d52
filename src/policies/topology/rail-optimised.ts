/**
 * Rail-optimised: NIC k of every server in a group is connected to the group's k-th leaf, its rail. Spines connect all
 * leaves.
 *
 *   spine0        spine1
 *     |  \  ...  /  |
 *   leaf0  leaf1  leaf2  leaf3       one leaf for each rail of a group
 *     |      |      |      |
 *    h0     h1     h2     h3         server 0: NIC 0, 1, 2, 3
 *    h4     h5     h6     h7         server 1
 *
 * Each NIC is a host, numbered server by server. So rank r of a job on all NICs is NIC r modulo `rails` of server r /
 * `rails`. The links between the GPUs of one server (NVLink) are not modelled: a flow between two NICs of one server
 * uses a spine. Nodes: hosts, then leaves group by group and rail by rail, then spines. A leaf's first ports lead to
 * its hosts, and port k of a spine to leaf k.
 *
 * Source   NVIDIA DGX SuperPOD reference architecture: rails of 8, groups ("scalable units") of 32 servers.
 */
import { defineParams, type Values } from "../../base/params.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { countOf, hostDelay, hostRate, uplinkParams, Wires } from "./wires.ts";

export const about = "servers with a NIC on each of several rails, a leaf for each rail, spines above";

export const params = defineParams({
  groups: countOf(2, 1, "Groups of servers, each with a leaf for each rail."),
  servers: countOf(4, 1, "Servers in each group."),
  rails: countOf(4, 1, "NICs of a server, and leaves of a group.", 255),
  spines: countOf(4, 1, "Spines spine0, spine1, ...", 255),
  rate: hostRate,
  delay: hostDelay,
  ...uplinkParams,
});

export function create(p: Values<typeof params>): Wiring {
  const wires = new Wires();
  const hosts = wires.hosts(p.groups * p.servers * p.rails);
  const leaves = wires.switches(p.groups * p.rails, "leaf");
  const spines = wires.switches(p.spines, "spine");
  hosts.forEach((host, nic) => {
    const group = Math.floor(nic / (p.servers * p.rails));
    wires.link(host, leaves[group * p.rails + (nic % p.rails)], p.rate, p.delay);
  });
  for (const leaf of leaves)
    for (const spine of spines) wires.link(leaf, spine, p.uplinkRate ?? p.rate, p.uplinkDelay ?? p.delay);
  return wires;
}
