/**
 * Pods of two tiers under a third: the wiring that fat-tree, clos and the data centres of two-dc have in common.
 *
 *   top        mesh: every middle switch is wired to all of them
 *              planes: as many equal groups as a pod has middle switches; the j-th middle switch of each pod is wired to the j-th
 *   middle     each wired to every bottom switch of its pod
 *   bottom     hosts, evenly spread
 *
 * A switch's first ports lead down, the others up.
 */
import type { Bps, Ps } from "../../base/units.ts";
import type { Wires } from "./wires.ts";

/** How the middle tier reaches the top one. */
export type TopWiring = "mesh" | "planes";

export interface Tiers {
  /** Node numbers of all pods, one pod after the other. */
  readonly hosts: readonly number[];
  readonly bottom: readonly number[];
  readonly middle: readonly number[];
  readonly top: readonly number[];
  readonly pods: number;
  /** With planes, the top switches can be shared out among a pod's middle switches. */
  readonly topWiring: TopWiring;
}

export interface LinkKind {
  readonly rate: Bps;
  readonly delay: Ps;
}

/** Links hosts to `bottom`, that to `middle`, and that to `top`. */
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

/** The k-th of so many equal parts. */
function part(nodes: readonly number[], parts: number, k: number): readonly number[] {
  const size = nodes.length / parts;
  return nodes.slice(k * size, (k + 1) * size);
}
