/**
 * Network-wide port numbers. The ports of a node have consecutive numbers, in the order in which the topology's `links`
 * names them.
 */
import { invariant } from "../../base/invariant.ts";
import type { Wiring } from "../../contracts/topology.ts";

export interface PortNumbers {
  /** By node: the number of its first port. A last element has the number of all ports. */
  readonly portBase: Int32Array;
  /** By port: its node, the port at the other end of its link, and the index of the link. */
  readonly node: Int32Array;
  readonly peer: Int32Array;
  readonly linkOf: Int32Array;
}

export function portNumbers({ names, links }: Wiring): PortNumbers {
  const nodes = names.length;
  const ports = links.length * 2;
  const portBase = new Int32Array(nodes + 1);
  const node = new Int32Array(ports);
  const peer = new Int32Array(ports);
  const linkOf = new Int32Array(ports);
  const degree = new Int32Array(nodes);
  for (const { a, b } of links) {
    invariant(a !== b, "a link joins two nodes", a, b);
    degree[a]++;
    degree[b]++;
  }
  for (let n = 0; n < nodes; n++) portBase[n + 1] = portBase[n] + degree[n];
  const next = portBase.slice(0, nodes);
  links.forEach((link, l) => {
    const a = next[link.a]++;
    const b = next[link.b]++;
    node[a] = link.a;
    node[b] = link.b;
    peer[a] = b;
    peer[b] = a;
    linkOf[a] = linkOf[b] = l;
  });
  return { portBase, node, peer, linkOf };
}

/** Returns the number of the port with which `node` is attached to `link`. */
export function portOn({ portBase, linkOf }: PortNumbers, { node, link }: { node: number; link: number }): number {
  let port = portBase[node];
  while (linkOf[port] !== link) port++;
  return port;
}
