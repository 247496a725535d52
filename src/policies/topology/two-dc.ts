/**
 * Two data centres, connected by one or more long links between their DCI switches.
 *
 *   fat-tree of          ====== long link ======          fat-tree of
 *   k-port switches ---- dci0                dci1 ---- k-port switches
 *   h0 h1 ...            ====== long link ======          hN hN+1 ...
 *
 * Within a data centre, every core switch of the fat-tree is wired to the DCI switch. With `k: 0` there is no fat-tree,
 * and the hosts are wired to the DCI switch. Hosts are spread evenly over the edge switches. With k = 4 the first data
 * centre has h0 to h15, 8 edge and 8 aggregation switches, 4 core switches and dci0. Names continue in the second data
 * centre, which begins with h16 and edge8.
 *
 * Nodes: the hosts of both data centres, the switches of the first, then those of the second. The long links come last.
 * To fail the second of several long links, name it dci0-dci1#2.
 *
 * Paper    bifrost, figure 12: k 4, one link of 400 Gbps and 600 km. Figure 10 has testbed topologies A to C: k 0, links of
 *          100 Gbps and 80 km. The text lists senders and receivers, and says that congestion arises where a DCI switch leads to a host.
 *          So the hosts are connected to it. The text does not exclude further switches between them; `file` describes such a fabric.
 * Differs  The paper gives no rate for the links between core and DCI switches. It says "each link in the fat-tree is 100 Gbps". With
 *          this rate, four of these links are as fast as the long link.
 */
import { defineParams, ParamError, type Values } from "../../base/params.ts";
import { us } from "../../base/units.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { addFatTree, checkPorts, linkKinds } from "./fat-tree.ts";
import { countOf, hostDelay, hostRate, MAX_NODES, trunkDelay, trunkRate, Wires } from "./wires.ts";

export const about = "two data centres joined by long links";

export const params = defineParams({
  k: {
    unit: "count",
    default: 4,
    min: 0,
    max: 64,
    source: "bifrost, figure 12",
    about:
      "Ports of a fat-tree switch in each data centre, an even number. 0: no fat-tree, the hosts are on the DCI switch.",
  },
  hosts: {
    unit: "count",
    derived: "k^3 / 4, or 2 without a fat-tree",
    min: 1,
    max: MAX_NODES,
    source: "al-fares08; bifrost, figure 10",
    about: "Hosts in the first data centre, a multiple of the k^2 / 2 edge switches.",
  },
  farHosts: {
    unit: "count",
    derived: "hosts",
    min: 1,
    max: MAX_NODES,
    source: "bifrost, figure 10",
    about: "Hosts in the second data centre, a multiple of the k^2 / 2 edge switches.",
  },
  rate: hostRate,
  delay: hostDelay,
  uplinkRate: { ...trunkRate, about: "Rate of the links between switches of one data centre." },
  uplinkDelay: { ...trunkDelay, about: "One-way propagation delay of the links between switches of one data centre." },
  dciLinks: countOf(1, 1, "Number of parallel long links.", 255),
  dciRate: { ...trunkRate, about: "Rate of each long link." },
  dciDelay: {
    ...hostDelay,
    default: us(400),
    source: "bifrost, section VI-A: 80 km",
    about: "One-way propagation delay of a long link, or its length.",
  },
  dciMemory: {
    unit: "bytes",
    derived: "as for other switches",
    min: 1,
    max: 2 ** 40,
    source: "bifrost: a DCI switch needs a round trip of its long link",
    about: "Total memory of a DCI switch, including the headroom of its long links.",
  },
});

export function create(p: Values<typeof params>): Wiring {
  const { k } = p;
  checkPorts(k);
  const hosts = p.hosts ?? (k > 0 ? (k * k * k) / 4 : 2);
  const farHosts = p.farHosts ?? hosts;
  checkSpread("hosts", hosts, k);
  checkSpread("farHosts", farHosts, k);

  const wires = new Wires();
  const [toHosts, uplinks] = linkKinds(p);
  const [dci, farDci] = [wires.hosts(hosts), wires.hosts(farHosts)].map((own) => {
    const cores = k > 0 ? addFatTree(wires, own, k, toHosts, uplinks) : [];
    const [gateway] = wires.switches(1, "dci");
    if (p.dciMemory !== undefined) wires.memory.set(gateway, p.dciMemory);
    const [below, { rate, delay }] = k > 0 ? [cores, uplinks] : [own, toHosts];
    for (const node of below) wires.link(node, gateway, rate, delay);
    return gateway;
  });
  for (let link = 0; link < p.dciLinks; link++) wires.link(dci, farDci, p.dciRate ?? p.rate, p.dciDelay);
  return wires;
}

function checkSpread(field: string, hosts: number, k: number): void {
  const edges = (k * k) / 2;
  if (edges > 0 && hosts % edges !== 0) throw new ParamError(field, `a multiple of ${edges}, the edge switches`, hosts);
}
