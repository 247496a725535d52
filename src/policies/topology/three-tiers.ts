/**
 * Pods of two tiers of switches under a third tier. Fat-tree, clos and the data centres of two-dc share this wiring.
 *
 *   top        With the wiring "mesh", every top switch is wired to every middle switch. With "planes", the top switches form equal
 *              groups, one for each middle switch of a pod. Middle switch j of each pod is wired to group j.
 *   middle     Each is wired to every bottom switch of its pod.
 *   bottom     They are wired to the hosts, which are evenly spread.
 *
 * A switch's first ports lead down, the others up.
 */
import type { Bps, Ps } from "../../base/units.ts";
import type { Wires } from "./wires.ts";

/** The wiring between the middle and the top tier. */
export type TopWiring = "mesh" | "planes";

export interface Tiers {
  /** The node numbers of the hosts, pod by pod. The lists of switches have the same order. */
  readonly hosts: readonly number[];
  readonly bottom: readonly number[];
  readonly middle: readonly number[];
  readonly top: readonly number[];
  readonly pods: number;
  /**
   * The wiring to the top tier. With "planes", the number of top switches must be a multiple of the middle switches in
   * a pod.
   */
  readonly topWiring: TopWiring;
}

export interface LinkKind {
  readonly rate: Bps;
  readonly delay: Ps;
}

/**
 * Adds the links from the hosts to the bottom tier, from the bottom to the middle tier, and from the middle to the top
 * tier.
 */
export function linkTiers(wires: Wires, tiers: Tiers, toHosts: LinkKind, toMiddle: LinkKind, toTop: LinkKind): void {
  const { hosts, bottom, middle, top, pods } = tiers;
  const link = (from: number, to: number, { rate, delay }: LinkKind): void => {
    wires.link(from, to, rate, delay);
  };
  const perBottom = hosts.length / bottom.length;
  hosts.forEach((host, k) => {
    link(host, bottom[Math.floor(k / perBottom)], toHosts);
  });
  for (let pod = 0; pod < pods; pod++) {
    for (const lower of part(bottom, pods, pod))
      for (const upper of part(middle, pods, pod)) link(lower, upper, toMiddle);
  }
  const perPod = middle.length / pods;
  middle.forEach((lower, k) => {
    for (const upper of tiers.topWiring === "mesh" ? top : part(top, perPod, k % perPod)) link(lower, upper, toTop);
  });
}

/** The `k`-th part of a list that is divided into `parts` equal parts. */
function part(nodes: readonly number[], parts: number, k: number): readonly number[] {
  const size = nodes.length / parts;
  return nodes.slice(k * size, (k + 1) * size);
}
