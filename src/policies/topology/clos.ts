/**
 * Clos: pods of ToRs and leaves under a tier of spines, any number of each. What papers call a fat-tree with other numbers than k's
 * is one of these; leaves are then called aggregation, spines core.
 *
 *   spines   spine0 spine1 ...     mesh: every leaf is wired to every spine
 *                                  planes: leaf j of each pod is wired to the j-th of as many equal groups as a pod has leaves
 *   leaves   leaf0 leaf1 | ...     `leaves` in each pod
 *   ToRs     tor0 tor1   | ...     `tors` in each pod, each wired to every leaf of it
 *   hosts    h0 h1 h2 h3 | ...     `hostsPerTor` on each ToR
 *
 * One pod needs no spines: with `spines: 0` all its ways lead over its leaves, and with fail: [leaf0-tor3, leaf1-tor0] it has the
 * cycle in which SPFC's figure 17 and ACC's table 2 look for deadlocks.
 *
 * Nodes: hosts ToR by ToR, then tor0, tor1, ..., leaf0, leaf1, ... pod by pod, then spine0, spine1, ... A switch's first ports lead
 * down, the others up.
 *
 * Papers   spfc, section V-D: 8 pods of 2 leaves, 4 ToRs and 64 hosts, 4 spines. It does not say which leaf reaches which spine; mesh
 *          gives leaves as much rate up as down, and the round trip of 24 us that it states fits both.
 *          acc, section 6.1: 320 hosts, 20 racks, 20 aggregation and 16 core switches. It gives no pods and no wiring, but these are
 *          the numbers of fat.txt in HPCC's simulator, which has 5 pods of 4 and 4, and planes.
 */
import { defineParams, ParamError, type Values } from "../../base/params.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { linkTiers } from "./three-tiers.ts";
import { countOf, hostDelay, hostRate, trunkDelay, trunkRate, Wires } from "./wires.ts";

export const about = "pods of ToRs and leaves under spines, any number of each";

export const params = defineParams({
  pods: countOf(2, 1, "Pods."),
  tors: countOf(2, 1, "ToRs in each pod."),
  leaves: countOf(2, 1, "Leaves in each pod.", 255),
  spines: countOf(2, 0, "Spines in all; a single pod may have none.", 255),
  hostsPerTor: countOf(4, 1, "Hosts on each ToR."),
  spineWiring: {
    unit: "choice",
    choices: ["mesh", "planes"],
    default: "mesh",
    source: "lab; li19 has planes",
    about:
      "Every leaf is wired to every spine, or leaf j of each pod to the j-th of as many equal groups of spines as a pod has leaves.",
  },
  rate: hostRate,
  delay: hostDelay,
  uplinkRate: { ...trunkRate, about: "Rate of the links between ToRs and leaves." },
  uplinkDelay: { ...trunkDelay, about: "Propagation delay of the links between ToRs and leaves, one way." },
  spineRate: { ...trunkRate, derived: "uplinkRate", about: "Rate of the links between leaves and spines." },
  spineDelay: {
    ...trunkDelay,
    derived: "uplinkDelay",
    about: "Propagation delay of the links between leaves and spines, one way.",
  },
});

export function create(p: Values<typeof params>): Wiring {
  const { pods, leaves, spines } = p;
  if (spines === 0 && pods > 1) throw new ParamError("spines", `one spine or more to join ${pods} pods`, spines);
  if (p.spineWiring === "planes" && spines % leaves !== 0) {
    throw new ParamError("spines", `a multiple of ${leaves}, a plane for each leaf of a pod`, spines);
  }
  const uplink = { rate: p.uplinkRate ?? p.rate, delay: p.uplinkDelay ?? p.delay };
  const toSpine = { rate: p.spineRate ?? uplink.rate, delay: p.spineDelay ?? uplink.delay };
  const wires = new Wires();
  const tiers = {
    hosts: wires.hosts(pods * p.tors * p.hostsPerTor),
    bottom: wires.switches(pods * p.tors, "tor"),
    middle: wires.switches(pods * leaves, "leaf"),
    top: wires.switches(spines, "spine"),
    pods,
    topWiring: p.spineWiring,
  };
  linkTiers(wires, tiers, p, uplink, toSpine);
  return wires;
}
