/**
 * Clos: pods of ToRs and leaves under a tier of spines, with any number of each. Many papers call it a fat-tree,
 * although its numbers do not follow from a port count k. They call the leaves aggregation switches, and the spines
 * core switches.
 *
 *   spines   spine0 spine1 ...     mesh: every leaf is wired to every spine
 *                                  planes: the spines form equal groups, one for each leaf of a pod; leaf j of each pod is wired to group j
 *   leaves   leaf0 leaf1 | ...     `leaves` in each pod
 *   ToRs     tor0 tor1   | ...     `tors` in each pod, each wired to every leaf of its pod
 *   hosts    h0 h1 h2 h3 | ...     `hostsPerTor` on each ToR
 *
 * A single pod needs no spines: with `spines: 0` all its paths use its leaves. With fail: [leaf0-tor3, leaf1-tor0] it
 * has the cycle in which SPFC's figure 17 and ACC's table 2 look for deadlocks.
 *
 * Nodes: the hosts of each ToR, then all ToRs, all leaves and all spines. ToRs and leaves are numbered pod by pod. A
 * switch's first ports lead down, the others up.
 *
 * Papers   spfc, section V-D: 4 spines and 8 pods of 2 leaves, 4 ToRs and 64 hosts. It does not say which leaf reaches which spine. A mesh
 *          gives leaves equal rates up and down, and the stated round trip of 24 us fits both wirings.
 *          acc, section 6.1: 320 hosts, 20 racks, 20 aggregation and 16 core switches. It gives no pods and no wiring. The numbers are
 *          those of fat.txt in HPCC's simulator, which has 5 pods of 4 and 4, and planes.
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
  spines: countOf(2, 0, "Spines in total; a single pod may have none.", 255),
  hostsPerTor: countOf(4, 1, "Hosts on each ToR."),
  spineWiring: {
    unit: "choice",
    choices: ["mesh", "planes"],
    default: "mesh",
    source: "lab; li19 has planes",
    about:
      "Wiring of leaves and spines. `mesh`: every leaf is wired to every spine. `planes`: the spines form one group for each leaf of a pod, and leaf j is wired to group j.",
  },
  rate: hostRate,
  delay: hostDelay,
  uplinkRate: { ...trunkRate, about: "Rate of the links between ToRs and leaves." },
  uplinkDelay: { ...trunkDelay, about: "One-way propagation delay of the links between ToRs and leaves." },
  spineRate: { ...trunkRate, derived: "uplinkRate", about: "Rate of the links between leaves and spines." },
  spineDelay: {
    ...trunkDelay,
    derived: "uplinkDelay",
    about: "One-way propagation delay of the links between leaves and spines.",
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
