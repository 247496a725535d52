/**
 * Port names in input and output: node and peer, "s-t". The second of several links between two nodes is "s-t#2" at one end and "t-s#2"
 * at the other. Links count in the order of their wiring.
 */

/** The name of the port of `node` to `peer` by the `nth` link between them, counted from 1. */
export const portName = (node: string, peer: string, nth: number): string =>
  nth === 1 ? `${node}-${peer}` : `${node}-${peer}#${nth}`;

/** The wiring of a network: the names of its nodes, and the two nodes of each link. */
interface Linked {
  readonly names: readonly string[];
  readonly links: readonly { readonly a: number; readonly b: number }[];
}

/**
 * By link: its names, such as "s-t" and "t-s". Parallel links share these two names. Each parallel link also has two
 * names of its own, such as "s-t#2" and "t-s#2".
 */
export function linkNames({ names, links }: Linked): string[][] {
  const pairs = links.map(({ a, b }) => `${Math.min(a, b)} ${Math.max(a, b)}`);
  const parallel = new Map<string, number>();
  for (const pair of pairs) parallel.set(pair, (parallel.get(pair) ?? 0) + 1);
  const seen = new Map<string, number>();
  return links.map(({ a, b }, link) => {
    const nth = (seen.get(pairs[link]) ?? 0) + 1;
    seen.set(pairs[link], nth);
    const shared = [portName(names[a], names[b], 1), portName(names[b], names[a], 1)];
    return parallel.get(pairs[link]) === 1 ? shared : [...shared, ...shared.map((name) => `${name}#${nth}`)];
  });
}

/**
 * The name of each port of a network. By port: `nodes` has the node of the port, and `peers` the node at the other end of the link. The ports
 * of a node are in the order of their numbers.
 */
export function portNames(nodes: readonly string[], peers: readonly string[]): string[] {
  const links = new Map<string, number>();
  return nodes.map((node, port) => {
    const first = portName(node, peers[port], 1);
    const nth = (links.get(first) ?? 0) + 1;
    links.set(first, nth);
    return portName(node, peers[port], nth);
  });
}

/** The port numbers for each name that input may use. "s" names all ports of a node, "s-t" its ports to t, "s-t#1" the first of these. */
export function portsByName(nodes: readonly string[], peers: readonly string[]): Map<string, number[]> {
  const names = portNames(nodes, peers);
  const ports = new Map<string, number[]>();
  const add = (name: string, port: number): void => {
    const known = ports.get(name);
    if (known === undefined) ports.set(name, [port]);
    else known.push(port);
  };
  nodes.forEach((node, port) => {
    const shared = portName(node, peers[port], 1);
    add(node, port);
    add(shared, port);
    add(names[port] === shared ? `${shared}#1` : names[port], port);
  });
  return ports;
}
