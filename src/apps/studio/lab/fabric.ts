/**
 * Numbers the ports of a network like the tables of results: node by node, and within a node in the topology's order of
 * links.
 */
import type { Table, Wiring } from "xoff";
import type { Fabric } from "./messages.ts";

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

/**
 * The fabric (nodes and their ports) of a run, from the table of ports in the results. It is for recorded runs whose
 * scenario this page cannot read. The delays of the links are NaN, because no table has them.
 */
export function fabricOfPorts({ rows, columns }: Table<"ports">): Fabric {
  const names = [...new Set(columns.node)];
  const numbers = new Map(names.map((name, node) => [name, node]));
  const node = Int32Array.from(columns.node, (name) => numbers.get(name) ?? -1);
  const base = new Int32Array(names.length + 1);
  for (const one of node) base[one + 1]++;
  names.forEach((_, one) => (base[one + 1] += base[one]));
  // The ports of each pair of nodes. The k-th of several parallel links has the same k at both of its ends.
  const between = new Map<string, number[]>();
  const places = columns.node.map((name, port) => {
    const key = `${name} ${columns.peer[port]}`;
    const ports = between.get(key) ?? [];
    between.set(key, ports);
    return ports.push(port) - 1;
  });
  const peer = Int32Array.from(places, (place, port) => {
    return between.get(`${columns.peer[port]} ${columns.node[port]}`)?.[place] ?? -1;
  });
  const isSwitch = new Uint8Array(names.length);
  // Hosts have no headroom, so only switches have a value in this column.
  columns.headroom_peak_bytes.forEach((peak, port) => (isSwitch[node[port]] = Number(!Number.isNaN(peak))));
  return { names, isSwitch, base, node, peer, rate: columns.rate_bps, delay: new Float64Array(rows).fill(NaN) };
}
