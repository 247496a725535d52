/**
 * Multi-plane: several leaf-spine networks in parallel, which are connected only by the hosts' NICs.
 *
 *        plane 0                plane 1
 *   spine0    spine1       spine2    spine3
 *     |  \  /  |             |  \  /  |
 *   leaf0    leaf1         leaf2    leaf3
 *     |  \                   |  \
 *   nic0 nic1 ...          nic0 nic1 ...        every NIC has a port on each plane
 *    |    |
 *    h0   h1
 *
 * A NIC is a switch between its host and the planes. So the routing policy chooses the plane like a path: by flow, by
 * flowlet or by packet. The rate of the link from host to NIC is the sum of the rates of the NIC's ports. Nodes: hosts,
 * then NICs. The leaves follow plane by plane, then the spines plane by plane. A NIC's first port leads to its host,
 * the others to the planes in turn.
 *
 * Source   qian24 (HPN): NICs with a port on each of two planes; multi-plane NICs with four ports of 200 Gbps.
 */
import { defineParams, type Values } from "../../base/params.ts";
import { ns } from "../../base/units.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { countOf, hostDelay, hostRate, uplinkParams, Wires } from "./wires.ts";

export const about = "parallel fabrics, joined only by the hosts' NICs";

export const params = defineParams({
  planes: countOf(2, 1, "Planes, and ports of a NIC.", 64),
  leaves: countOf(2, 1, "Leaves of each plane."),
  spines: countOf(2, 1, "Spines of each plane.", 255),
  hostsPerLeaf: countOf(4, 1, "Hosts on each leaf of each plane."),
  rate: { ...hostRate, about: "Rate of each port of a NIC. The link to its host has the rate of all planes together." },
  delay: {
    ...hostDelay,
    about: "One-way propagation delay of the links from NICs to leaves, or the length of the cable.",
  },
  nicDelay: {
    ...hostDelay,
    default: ns(100),
    source: "lab: from memory to a NIC's port",
    about: "One-way delay between a host and its NIC's ports.",
  },
  ...uplinkParams,
});

export function create(p: Values<typeof params>): Wiring {
  const { planes, rate, delay } = p;
  const wires = new Wires();
  const hosts = wires.hosts(p.leaves * p.hostsPerLeaf);
  const nics = wires.switches(hosts.length, "nic");
  const leaves = wires.switches(planes * p.leaves, "leaf");
  const spines = wires.switches(planes * p.spines, "spine");
  hosts.forEach((host, k) => {
    wires.link(host, nics[k], planes * rate, p.nicDelay);
  });
  for (let plane = 0; plane < planes; plane++) {
    const own = leaves.slice(plane * p.leaves, (plane + 1) * p.leaves);
    nics.forEach((nic, k) => {
      wires.link(nic, own[Math.floor(k / p.hostsPerLeaf)], rate, delay);
    });
    for (const leaf of own) {
      for (const spine of spines.slice(plane * p.spines, (plane + 1) * p.spines))
        wires.link(leaf, spine, p.uplinkRate ?? rate, p.uplinkDelay ?? delay);
    }
  }
  return wires;
}
