/**
 * Fat-tree: three tiers of switches with k ports each, without oversubscription.
 *
 *   core       (k/2)^2 switches
 *   aggregation  k pods of k/2; aggregation switch j of a pod is wired to core switches j k/2, ..., j k/2 + k/2 - 1
 *   edge         k pods of k/2, each wired to every aggregation switch of its pod
 *   hosts        k/2 on each edge switch: 16 for k = 4, 128 for 8, 1024 for 16
 *
 * Nodes: hosts edge by edge, then edge0, edge1, ..., agg0, agg1, ... pod by pod, then core0, core1, ... A switch's first ports lead
 * down, the others up.
 *
 * Paper    al-fares08
 */
import { defineParams, ParamError, type Values } from "../params.ts";
import type { Wiring } from "./contract.ts";
import { hostDelay, hostRate, MAX_NODES, trunkDelay, trunkRate, Wires } from "./wires.ts";

export const about = "three tiers of k-port switches: k = 8 has 128 hosts, k = 16 has 1024";

export const params = defineParams({
  k: { unit: "count", default: 4, min: 2, max: 64, source: "al-fares08", about: "Ports of a switch; even." },
  hostsPerEdge: {
    unit: "count",
    derived: "k / 2",
    min: 1,
    max: MAX_NODES,
    source: "al-fares08",
    about: "Hosts on each edge switch; more than k / 2 oversubscribes.",
  },
  rate: hostRate,
  delay: hostDelay,
  uplinkRate: trunkRate,
  uplinkDelay: trunkDelay,
});

export function create(p: Values<typeof params>): Wiring {
  const { k } = p;
  if (k % 2 !== 0) throw new ParamError("k", "an even number of ports", k, `Say ${k - 1} or ${k + 1}.`);
  const half = k / 2;
  const hostsPerEdge = p.hostsPerEdge ?? half;
  const wires = new Wires();
  const hosts = wires.hosts(k * half * hostsPerEdge);
  const edges = wires.switches(k * half, "edge");
  const aggregations = wires.switches(k * half, "agg");
  const cores = wires.switches(half * half, "core");
  const up = (from: number, to: number): void => {
    wires.link(from, to, p.uplinkRate ?? p.rate, p.uplinkDelay ?? p.delay);
  };

  for (const host of hosts) wires.link(host, edges[Math.floor(host / hostsPerEdge)], p.rate, p.delay);
  for (let pod = 0; pod < k; pod++) {
    const inPod = (switches: readonly number[]) => switches.slice(pod * half, (pod + 1) * half);
    for (const edge of inPod(edges)) for (const aggregation of inPod(aggregations)) up(edge, aggregation);
  }
  aggregations.forEach((aggregation, index) => {
    const first = (index % half) * half;
    for (const core of cores.slice(first, first + half)) up(aggregation, core);
  });
  return wires;
}
