/**
 * Fat-tree: three tiers of switches with k ports each, without oversubscription.
 *
 *   core:         (k/2)^2 switches
 *   aggregation:  k pods of k/2; aggregation switch j of a pod is wired to core switches j k/2, ..., j k/2 + k/2 - 1
 *   edge:         k pods of k/2, each wired to every aggregation switch of its pod
 *   hosts:        k/2 on each edge switch, in total 16 for k = 4, 128 for 8, 1024 for 16
 *
 * Nodes: hosts edge by edge, then all edge, aggregation and core switches. Edge and aggregation switches are numbered pod by pod. A
 * switch's first ports lead down, the others up.
 *
 * Paper    al-fares08.
 */
import { defineParams, ParamError, type Values } from "../../base/params.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { linkTiers, type LinkKind } from "./three-tiers.ts";
import { hostDelay, hostRate, MAX_NODES, trunkDelay, trunkRate, Wires } from "./wires.ts";

export const about = "three tiers of k-port switches: k = 8 has 128 hosts, k = 16 has 1024";

export const params = defineParams({
  k: {
    unit: "count",
    default: 4,
    min: 2,
    max: 64,
    source: "al-fares08",
    about: "Ports of a switch, an even number. k = 64 has 65,536 hosts.",
  },
  hostsPerEdge: {
    unit: "count",
    derived: "k / 2",
    min: 1,
    max: MAX_NODES,
    source: "al-fares08",
    about: "Hosts on each edge switch. More than k / 2 oversubscribes the uplinks.",
  },
  rate: hostRate,
  delay: hostDelay,
  uplinkRate: trunkRate,
  uplinkDelay: trunkDelay,
});

export function create(p: Values<typeof params>): Wiring {
  const { k } = p;
  checkPorts(k);
  const hostsPerEdge = p.hostsPerEdge ?? k / 2;
  checkNodes(k, hostsPerEdge);
  const wires = new Wires();
  addFatTree(wires, wires.hosts(((k * k) / 2) * hostsPerEdge), k, ...linkKinds(p));
  return wires;
}

export function checkPorts(k: number): void {
  if (k % 2 !== 0) throw new ParamError("k", "an even number of ports", k, `Set ${k - 1} or ${k + 1}.`);
}

/**
 * Checks the number of nodes. With k / 2 hosts on each edge switch every k is possible. More hosts on each may exceed
 * the maximum.
 */
function checkNodes(k: number, hostsPerEdge: number): void {
  const hosts = ((k * k) / 2) * hostsPerEdge;
  const switches = (5 * k * k) / 4;
  if (hosts + switches <= MAX_NODES) return;
  const sum = `${k}^2 / 2 edge switches with ${hostsPerEdge} hosts each and 5/4 ${k}^2 switches are ${hosts + switches} nodes`;
  throw new ParamError("k", `at most ${MAX_NODES} nodes in all`, k, `${sum}: reduce k or hostsPerEdge.`);
}

/** Rate and delay of the two kinds of links: first to hosts, then between switches. */
export function linkKinds(p: Pick<Values<typeof params>, "rate" | "delay" | "uplinkRate" | "uplinkDelay">) {
  return [p, { rate: p.uplinkRate ?? p.rate, delay: p.uplinkDelay ?? p.delay }] as const;
}

/**
 * Adds the switches and links of a fat-tree above `hosts`, which are spread evenly over the edge switches. Returns the
 * core switches.
 */
export function addFatTree(
  wires: Wires,
  hosts: readonly number[],
  k: number,
  toHosts: LinkKind,
  uplinks: LinkKind,
): readonly number[] {
  const bottom = wires.switches((k * k) / 2, "edge");
  const middle = wires.switches((k * k) / 2, "agg");
  const top = wires.switches((k * k) / 4, "core");
  linkTiers(wires, { hosts, bottom, middle, top, pods: k, topWiring: "planes" }, toHosts, uplinks, uplinks);
  return top;
}
