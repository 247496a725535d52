/**
 * Groups the nodes of a large fabric, so that the drawing shows bundles of links between groups. A pod is a part of the
 * fabric that only the top tier connects to other parts, such as a leaf with its hosts. Until the user opens a pod, it
 * is drawn as one box for each of its tiers.
 */
import type { Fabric } from "../lab/messages.ts";
import type { Layout } from "./tiers.ts";

export interface Bundles {
  /** The numbers of the nodes in each group. A group of several nodes is drawn as one box. */
  readonly groups: readonly (readonly number[])[];
  /** For each group of nodes: its tier. */
  readonly tier: Int32Array;
  /** For each group of nodes: the pod that it belongs to. -1: the top tier. */
  readonly pod: Int32Array;
  /** For each group of nodes: its horizontal position from 0 to 1. */
  readonly x: Float64Array;
  /** For each node: its group. */
  readonly groupOf: Int32Array;
  /** The ports of each bundle. A bundle has all ports that lead from one group to one other group. */
  readonly bundles: readonly (readonly number[])[];
  /** For each port: its bundle. -1 if the port's link joins two nodes of one group. */
  readonly bundleOf: Int32Array;
}

/** A fabric with at least this many hosts is drawn in bundles. */
const MANY_HOSTS = 65;
/** Maximum number of boxes of the top tier. */
const MAX_TOP = 16;
/** Maximum number of lines between the top tier and the pods. More lines hide each other when many ports are paused. */
const MAX_TOP_LINES = 64;
/** The share of the drawing's width that an open pod takes. */
const OPEN_SHARE = 0.6;

/**
 * The groups of nodes, and the bundles of links between groups, with which a large fabric is drawn. Undefined if the
 * fabric has few hosts, fewer than three tiers or fewer than two pods. `wanted` is the pod to open, or -1.
 */
export function bundlesOf(fabric: Fabric, layout: Layout, wanted: number): Bundles | undefined {
  const { tiers } = layout;
  if (tiers.length < 3 || tiers[tiers.length - 1].length < MANY_HOSTS) return undefined;
  const pods = podsOf(fabric, layout);
  if (pods.length < 2) return undefined;
  const open = wanted < pods.length ? wanted : -1;
  const groups: number[][] = [];
  const [tier, pod, x]: [number[], number[], number[]] = [[], [], []];
  const add = (some: number[], at: number, of: number, place: number): void => {
    if (some.length === 0) return;
    groups.push(some);
    tier.push(at);
    pod.push(of);
    x.push(place);
  };

  const [top] = tiers;
  const most = Math.max(1, Math.min(MAX_TOP, Math.floor(MAX_TOP_LINES / pods.length)));
  const each = Math.ceil(top.length / most);
  const boxes = Math.ceil(top.length / each);
  for (let k = 0; k < boxes; k++) add(top.slice(k * each, (k + 1) * each), 0, -1, (k + 0.5) / boxes);

  const width = (k: number): number =>
    open < 0 ? 1 / pods.length : k === open ? OPEN_SHARE : (1 - OPEN_SHARE) / (pods.length - 1);
  let left = 0;
  pods.forEach((nodes, k) => {
    const wide = width(k);
    for (let at = 1; at < tiers.length; at++) {
      const here = nodes.filter((node) => layout.tier[node] === at).sort((a, b) => layout.x[a] - layout.x[b]);
      if (k !== open) add(here, at, k, left + wide / 2);
      else here.forEach((node, place) => add([node], at, k, left + ((place + 0.5) / here.length) * wide));
    }
    left += wide;
  });

  const groupOf = new Int32Array(fabric.names.length);
  groups.forEach((nodes, group) => {
    for (const node of nodes) groupOf[node] = group;
  });
  return {
    ...{ groups, groupOf },
    ...{ tier: Int32Array.from(tier), pod: Int32Array.from(pod), x: Float64Array.from(x) },
    ...linksOf(fabric, groupOf, groups.length),
  };
}

/**
 * The nodes of each pod. Pods are ordered by horizontal position. Any path between two pods leads through the top tier.
 */
function podsOf({ names, base, node, peer }: Fabric, { tier, x }: Layout): number[][] {
  const seen = new Uint8Array(names.length);
  const pods: number[][] = [];
  for (let start = 0; start < names.length; start++) {
    if (seen[start] === 1 || tier[start] === 0) continue;
    const pod = [start];
    seen[start] = 1;
    for (let k = 0; k < pod.length; k++)
      for (let port = base[pod[k]]; port < base[pod[k] + 1]; port++) {
        const other = node[peer[port]];
        if (seen[other] === 1 || tier[other] === 0) continue;
        seen[other] = 1;
        pod.push(other);
      }
    pods.push(pod);
  }
  // If all links of a host lead to the top tier, the search above makes this host a pod by itself. These pods are now merged into one pod,
  // drawn as one box.
  const lone = pods.filter((pod) => pod.length === 1).flat();
  const real = pods.filter((pod) => pod.length > 1);
  if (lone.length > 0) real.push(lone);
  const middle = new Map(real.map((pod) => [pod, pod.reduce((sum, one) => sum + x[one], 0) / pod.length]));
  return real.sort((a, b) => (middle.get(a) ?? 0) - (middle.get(b) ?? 0));
}

function linksOf({ node, peer }: Fabric, groupOf: Int32Array, count: number): Pick<Bundles, "bundles" | "bundleOf"> {
  const bundles: number[][] = [];
  const numbers = new Map<number, number>();
  const bundleOf = Int32Array.from(node, (from, port) => {
    const [a, b] = [groupOf[from], groupOf[node[peer[port]]]];
    if (a === b) return -1;
    const key = a * count + b;
    let bundle = numbers.get(key);
    if (bundle === undefined) {
      bundle = bundles.push([]) - 1;
      numbers.set(key, bundle);
    }
    bundles[bundle].push(port);
    return bundle;
  });
  return { bundles, bundleOf };
}

/**
 * Sums the values of the ports of each bundle. The result has the sum at the first port of the bundle, and 0 at its
 * other ports.
 */
export function summed({ bundles }: Pick<Bundles, "bundles">, values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length);
  for (const ports of bundles) sums[ports[0]] = ports.reduce((sum, port) => sum + values[port], 0);
  return sums;
}

/** The name of each pod. It names the nodes in the pod's lowest tier, such as "h0..h15". */
export function podNames(fabric: Fabric, { groups, tier, pod }: Bundles): string[] {
  const last = tier.reduce((most, one) => Math.max(most, one), 0);
  const pods = 1 + pod.reduce((most, one) => Math.max(most, one), -1);
  const members: number[][] = Array.from({ length: pods }, () => []);
  groups.forEach((nodes, group) => {
    if (pod[group] >= 0 && tier[group] === last) members[pod[group]].push(...nodes);
  });
  return members.map((nodes, k) =>
    nodes.length === 0
      ? `pod ${k + 1}`
      : groupName(
          fabric,
          nodes.sort((a, b) => a - b),
        ),
  );
}

/** Name of a group, such as "h0..h63". */
export function groupName({ names }: Fabric, nodes: readonly number[]): string {
  const [first, last] = [names[nodes[0]], names[nodes[nodes.length - 1]]];
  if (nodes.length === 1) return first;
  const stem = (name: string): string => name.replace(/\d+$/, "");
  return stem(first) === stem(last) ? `${first}..${last}` : `${first} and ${nodes.length - 1} more`;
}
