/** Ports of a network numbered through, as the tables of results count them: a node's in the order in which the topology names its links. */
import type { Wiring } from "xoff";
import type { Fabric } from "./talk.ts";

export function fabricOf({ names, isSwitch, links }: Wiring): Fabric {
  const degree = new Int32Array(names.length);
  for (const { a, b } of links) {
    degree[a]++;
    degree[b]++;
  }
  const base = new Int32Array(names.length + 1);
  degree.forEach((count, node) => (base[node + 1] = base[node] + count));
  const next = base.slice(0, -1);
  const ports = 2 * links.length;
  const node = new Int32Array(ports);
  const peer = new Int32Array(ports);
  const rate = new Float64Array(ports);
  const delay = new Float64Array(ports);
  for (const link of links) {
    const [one, other] = [next[link.a]++, next[link.b]++];
    node[one] = link.a;
    node[other] = link.b;
    peer[one] = other;
    peer[other] = one;
    for (const port of [one, other]) {
      rate[port] = link.rate;
      delay[port] = link.delay / 1000;
    }
  }
  return { names, isSwitch: Uint8Array.from(isSwitch, Number), base, node, peer, rate, delay };
}
