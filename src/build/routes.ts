/**
 * All shortest paths, as candidate ports by (node, destination host).
 *
 * A breadth-first search from each destination: when node u is taken from the queue, each neighbour one step farther gets
 * its port towards u. So a node's first candidate is the one it was discovered by, and following first candidates is the
 * path on which round trips are reckoned. Hosts never forward.
 *
 * Single-homed hosts of a switch share that switch's search, which is what makes a thousand hosts cheap.
 */
import type { Fabric } from "../model/fabric.ts";
import type { Routes } from "../model/switch.ts";

/** In which order a node's neighbours are looked at: it decides the order of candidates. */
export type NeighbourOrder = (a: number, b: number) => number;

export class RouteTable {
  private readonly fabric: Fabric;
  private readonly order: NeighbourOrder;
  private readonly builders: ListStore[];

  constructor(fabric: Fabric, order: NeighbourOrder) {
    this.fabric = fabric;
    this.order = order;
    this.builders = Array.from({ length: fabric.nodes }, () => new ListStore(fabric.nodes));
    this.compute();
  }

  of(node: number): Routes {
    return this.builders[node];
  }

  /** Network-wide port by which the first-found path from `node` to `host` leaves; -1 when there is none. */
  firstPort(node: number, host: number): number {
    const { table, ports } = this.builders[node];
    const entry = table[host];
    return (entry & 255) === 0 ? -1 : ports[entry >> 8] + this.fabric.portBase[node];
  }

  /** Calls `visit` with each port along the first-found path; false when there is no path. */
  walk(from: number, to: number, visit: (port: number) => void): boolean {
    for (let node = from; node !== to;) {
      const port = this.firstPort(node, to);
      if (port < 0) return false;
      visit(port);
      node = this.fabric.node[this.fabric.peer[port]];
    }
    return true;
  }

  /** Fills the tables afresh, leaving out dead ports. */
  compute(): void {
    const { fabric } = this;
    const neighbours = Array.from({ length: fabric.nodes }, (_, node) => this.livePorts(node));
    for (const builder of this.builders) builder.clear();
    const shared = new Map<number, Int32Array[]>();
    for (let host = 0; host < fabric.nodes; host++) {
      if (fabric.wiring.isSwitch[host]) continue;
      const ports = neighbours[host];
      if (ports.length === 0) continue;
      const leaf = fabric.node[fabric.peer[ports[0]]];
      if (ports.length > 1 || !fabric.wiring.isSwitch[leaf]) {
        this.store(host, this.search(host, neighbours));
        continue;
      }
      let towards = shared.get(leaf);
      if (towards === undefined) {
        towards = this.search(leaf, neighbours);
        shared.set(leaf, towards);
      }
      const own = towards[leaf];
      towards[leaf] = Int32Array.of(fabric.localPort(fabric.peer[ports[0]]));
      this.store(host, towards, host);
      towards[leaf] = own;
    }
  }

  private store(host: number, towards: readonly Int32Array[], skip = -1): void {
    for (let node = 0; node < towards.length; node++) {
      if (node !== skip && towards[node].length > 0) this.builders[node].set(host, towards[node]);
    }
  }

  /** Ports of each node towards `root`, in the order of discovery. */
  private search(root: number, neighbours: readonly number[][]): Int32Array[] {
    const { fabric } = this;
    const distance = new Int32Array(fabric.nodes).fill(-1);
    const towards: number[][] = Array.from({ length: fabric.nodes }, () => []);
    const queue = [root];
    distance[root] = 0;
    for (let at = 0; at < queue.length; at++) {
      const node = queue[at];
      for (const port of neighbours[node]) {
        const back = fabric.peer[port];
        const next = fabric.node[back];
        if (distance[next] < 0) {
          distance[next] = distance[node] + 1;
          if (fabric.wiring.isSwitch[next]) queue.push(next);
        }
        if (distance[next] === distance[node] + 1) towards[next].push(fabric.localPort(back));
      }
    }
    return towards.map((ports) => Int32Array.from(ports));
  }

  private livePorts(node: number): number[] {
    const { fabric, order } = this;
    const ports: number[] = [];
    for (let port = fabric.portBase[node]; port < fabric.portBase[node + 1]; port++)
      if (fabric.down[port] === 0) ports.push(port);
    const other = (port: number): number => fabric.node[fabric.peer[port]];
    return ports.sort((a, b) => order(other(a), other(b)) || a - b);
  }
}

/** Candidate lists of one node; equal lists are stored once. */
class ListStore implements Routes {
  readonly table: Int32Array;
  ports = new Int32Array(16);
  private used = 0;
  private readonly known = new Map<string, number>();

  constructor(nodes: number) {
    this.table = new Int32Array(nodes);
  }

  clear(): void {
    this.table.fill(0);
    this.used = 0;
    this.known.clear();
  }

  set(host: number, list: Int32Array): void {
    const key = list.join();
    let entry = this.known.get(key);
    if (entry === undefined) {
      entry = (this.used << 8) | list.length;
      this.known.set(key, entry);
      if (this.used + list.length > this.ports.length) {
        const ports = new Int32Array(Math.max(this.ports.length * 2, this.used + list.length));
        ports.set(this.ports);
        this.ports = ports;
      }
      this.ports.set(list, this.used);
      this.used += list.length;
    }
    this.table[host] = entry;
  }
}
