/**
 * Computes all shortest paths. Each (node, destination host) has a list of candidate ports.
 *
 * A breadth-first search runs from each destination. When the search takes node u from its queue, each neighbour one
 * step farther gets its port towards u as a candidate. So a node's first candidate is the port by which the search
 * discovered the node. Base round trips follow the first candidates. Hosts never forward packets. A host with several
 * ports on shortest paths uses only the fastest ones.
 *
 * Destinations are grouped: hosts with one link to the same switch share a search and a column of the table. So the
 * table fits the cache even with a thousand hosts. Such a host has only one port, so it needs no row, and the search
 * does not visit it.
 */
import { invariant } from "../../base/invariant.ts";
import { ParamError } from "../../base/params.ts";
import type { Fabric } from "../../sim/model/fabric.ts";
import { candidates, firstPort, OWN_HOST, type Routes } from "../../sim/model/routes.ts";
import type { Wiring } from "../../contracts/topology.ts";

/**
 * The maximum number of entries of the table, which then takes 1 GiB of address space. Physical memory is used only for
 * the rows of switches and of hosts with several links.
 */
const MAX_ENTRIES = 2 ** 29;

/** The order in which the search visits the neighbours of a node. It decides the order of candidate ports. */
export type NeighbourOrder = (a: number, b: number) => number;

export class RouteTable {
  /**
   * The routes that switches read. Recomputing the routes replaces the array `ports`; all other arrays are updated in
   * place.
   */
  readonly routes: Routes;
  private readonly fabric: Fabric;
  private readonly order: NeighbourOrder;
  private readonly lists = new ListStore();
  /** By node: for a host whose only working link leads to a switch, the port of the host. -1: any other node. */
  private readonly uplink: Int32Array;

  constructor(fabric: Fabric, order: NeighbourOrder) {
    this.fabric = fabric;
    this.order = order;
    const { lists } = this;
    const groups = mostRoots(fabric.wiring) + 1;
    if (groups > OWN_HOST || fabric.nodes * groups > MAX_ENTRIES)
      throw new ParamError(
        "topology",
        `at most ${MAX_ENTRIES} routes, one from each node to each leaf and to each host with several links`,
        fabric.nodes * groups,
        "Set fewer hosts with several links, or fewer leaves.",
      );
    this.uplink = new Int32Array(fabric.nodes);
    this.routes = {
      groups,
      table: new Uint16Array(fabric.nodes * groups),
      // `table` has a column for each group of hosts. `group`, by host: the number of the column of its group; the first
      // column is 1. 0: the host is unreachable. `own`, by host: the local port of the leaf switch that leads to the host.
      group: new Uint16Array(fabric.nodes),
      own: new Int32Array(fabric.nodes),
      lists: lists.spans,
      ports: lists.ports,
    };
    this.compute();
  }

  /** The network-wide number of the first candidate port from `node` to `host`. -1: no path. */
  firstPort(node: number, host: number): number {
    const uplink = this.uplink[node];
    if (uplink >= 0) {
      const { groups, table, group } = this.routes;
      const leaf = this.fabric.node[this.fabric.peer[uplink]];
      return table[leaf * groups + group[host]] === 0 ? -1 : uplink;
    }
    return firstPort(this.routes, node, host, this.fabric.portBase[node]);
  }

  /**
   * The ports by which `host` may send to host `to`, as network-wide numbers. Without a path the result is the first
   * port of `host`.
   */
  portsFrom(host: number, to: number): readonly number[] {
    const { portBase } = this.fabric;
    const found = this.uplink[host] >= 0 ? [] : candidates(this.routes, host, to, portBase[host]);
    return found.length > 0 ? found : [portBase[host]];
  }

  /** Calls `visit` with each port along the first path found. Returns false if no path exists. */
  walk(from: number, to: number, visit: (port: number) => void): boolean {
    for (let node = from; node !== to;) {
      const port = this.firstPort(node, to);
      if (port < 0) return false;
      visit(port);
      node = this.fabric.node[this.fabric.peer[port]];
    }
    return true;
  }

  /** Recomputes the tables from all ports whose links work. */
  compute(): void {
    const { fabric, uplink } = this;
    const { groups, table, group, own } = this.routes;
    const ports = Array.from({ length: fabric.nodes }, (_, node) => this.livePorts(node));
    // The nodes from which shortest paths are searched, each with its column in the routing table. All hosts with a
    // single link to the same leaf switch share a search from that switch. For any other host, the search begins at the
    // host itself.
    const roots = new Map<number, number>();
    group.fill(0);
    uplink.fill(-1);
    for (let host = 0; host < fabric.nodes; host++) {
      if (fabric.wiring.isSwitch[host] || ports[host].length === 0) continue;
      const leafPort = fabric.peer[ports[host][0]];
      const leaf = fabric.node[leafPort];
      const root = ports[host].length === 1 && fabric.wiring.isSwitch[leaf] ? leaf : host;
      if (root === leaf) uplink[host] = ports[host][0];
      own[host] = fabric.localPort(leafPort);
      group[host] = roots.get(root) ?? roots.size + 1;
      roots.set(root, group[host]);
    }
    invariant(roots.size < groups, "groups of hosts fit the table", roots.size, groups);
    this.lists.clear();
    const inner = ports.flatMap((_, node) => (uplink[node] < 0 ? [node] : []));
    for (const node of inner) table.fill(0, node * groups, (node + 1) * groups);
    const graph = this.graphOf(ports);
    const { first } = graph;
    const found = new Candidates(graph);
    // Most switches have the same candidate ports for many roots (destinations) in a row: all their uplinks. So for
    // each node, `known` keeps the last list, and the array `names` keeps the number of that list. The number is looked
    // up in the table of all lists only if a list differs from the last one.
    const known = new Candidates(graph);
    const names = new Uint16Array(fabric.nodes);
    for (const [root, column] of roots) {
      search(root, graph, found);
      for (const node of inner) {
        if (!found.areEqual(known, node)) {
          known.copy(found, node);
          const list = found.ports.subarray(first[node], first[node] + found.count[node]);
          names[node] = this.lists.name(this.fastest(node, Array.from(list)));
        }
        table[node * groups + column] = names[node];
      }
      if (fabric.wiring.isSwitch[root]) table[root * groups + column] = OWN_HOST;
    }
    this.routes.ports = this.lists.ports;
  }

  /**
   * The graph that the searches visit: all nodes, except hosts that have only one link. `ports` has the working ports
   * of each node.
   */
  private graphOf(ports: readonly (readonly number[])[]): Graph {
    const { fabric, uplink } = this;
    const { node: nodeOf, peer } = fabric;
    const between = ports.map((all) => all.filter((port) => uplink[nodeOf[peer[port]]] < 0));
    const first = new Int32Array(fabric.nodes + 1);
    between.forEach((all, node) => {
      first[node + 1] = first[node] + all.length;
    });
    const links = between.flat();
    return {
      first,
      next: Int32Array.from(links, (port) => nodeOf[peer[port]]),
      back: Int32Array.from(links, (port) => fabric.localPort(peer[port])),
      isSwitch: Uint8Array.from(fabric.wiring.isSwitch, Number),
      distance: new Int32Array(fabric.nodes),
      queue: new Int32Array(fabric.nodes),
    };
  }

  /**
   * Keeps only the fastest ports of a host. Example: a GPU host uses its NVLink, not its NIC. A switch keeps all ports.
   */
  private fastest(node: number, ports: readonly number[]): readonly number[] {
    const { rate, portBase, wiring } = this.fabric;
    if (wiring.isSwitch[node] || ports.length < 2) return ports;
    const of = (port: number): number => rate[portBase[node] + port];
    const most = Math.max(...ports.map(of));
    return ports.filter((port) => of(port) === most);
  }

  private livePorts(node: number): number[] {
    const { fabric, order } = this;
    const ports: number[] = [];
    for (let port = fabric.portBase[node]; port < fabric.portBase[node + 1]; port++)
      if (!fabric.isDown(port)) ports.push(port);
    const other = (port: number): number => fabric.node[fabric.peer[port]];
    return ports.sort((a, b) => order(other(a), other(b)) || a - b);
  }
}

/** The links of node n have the indices from `first[n]` to before `first[n + 1]`. The search visits them in this order. */
interface Graph {
  readonly first: Int32Array;
  /** By link. `next`: the node at the far end. `back`: the port number that the link has at this far node. */
  readonly next: Int32Array;
  readonly back: Int32Array;
  readonly isSwitch: Uint8Array;
  /** Memory for a search: the distance of each node from the root, and the nodes to visit. */
  readonly distance: Int32Array;
  readonly queue: Int32Array;
}

/**
 * For each node, its local ports on shortest paths to the root of a search. The root is a destination host, or the leaf
 * switch of several destination hosts. The ports are in the order of discovery, from `first[node]` on.
 */
class Candidates {
  readonly ports: Int32Array;
  readonly count: Int32Array;
  private readonly first: Int32Array;

  constructor({ first, next }: Graph) {
    this.ports = new Int32Array(next.length);
    this.count = new Int32Array(first.length - 1);
    this.first = first;
  }

  areEqual({ ports, count }: Candidates, node: number): boolean {
    if (this.count[node] !== count[node]) return false;
    const end = this.first[node] + count[node];
    for (let k = this.first[node]; k < end; k++) if (this.ports[k] !== ports[k]) return false;
    return true;
  }

  copy({ ports, count }: Candidates, node: number): void {
    const first = this.first[node];
    this.count[node] = count[node];
    this.ports.set(ports.subarray(first, first + count[node]), first);
  }
}

/** Finds the shortest paths to `root`, and stores the ports of each node on such paths in `found`. */
function search(root: number, { first, next, back, isSwitch, distance, queue }: Graph, found: Candidates): void {
  const { ports, count } = found;
  distance.fill(-1);
  count.fill(0);
  queue[0] = root;
  distance[root] = 0;
  for (let at = 0, length = 1; at < length; at++) {
    const node = queue[at];
    const farther = distance[node] + 1;
    for (let link = first[node]; link < first[node + 1]; link++) {
      const other = next[link];
      if (distance[other] < 0) {
        distance[other] = farther;
        if (isSwitch[other] === 1) queue[length++] = other;
      }
      if (distance[other] === farther) ports[first[other] + count[other]++] = back[link];
    }
  }
}

/**
 * The maximum number of search roots after any link failures. Roots are leaf switches, and hosts with several links or
 * with a link to another host.
 */
function mostRoots({ names, isSwitch, links }: Wiring): number {
  const degree = new Int32Array(names.length);
  const roots = new Set<number>();
  for (const { a, b } of links) {
    for (const [node, other] of [
      [a, b],
      [b, a],
    ]) {
      degree[node]++;
      if (!isSwitch[node] && (degree[node] > 1 || !isSwitch[other])) roots.add(node);
      if (isSwitch[node] && !isSwitch[other]) roots.add(node);
    }
  }
  return roots.size;
}

/**
 * Stores the lists of candidate ports of all nodes. The name of a list is a number. Equal lists have the same name, and
 * the empty list has the name 0.
 */
class ListStore {
  /** `spans[name]` is the place of the list `name` (a number) in `ports`, as position << 8 | length. */
  readonly spans = new Int32Array(OWN_HOST);
  ports = new Int32Array(64);
  private used = 0;
  private readonly names = new Map<string, number>();

  /**
   * Removes all lists of candidate ports. `ports` becomes a new array, by which code with cached lists detects that
   * they are outdated.
   */
  clear(): void {
    this.used = 0;
    this.spans.fill(0);
    this.ports = new Int32Array(64);
    this.names.clear();
  }

  name(list: readonly number[]): number {
    if (list.length === 0) return 0;
    const key = list.join();
    let name = this.names.get(key);
    if (name === undefined) {
      name = this.names.size + 1;
      invariant(name < OWN_HOST && list.length < 256, "candidate lists fit their names", name, list.length);
      invariant(this.used < MAX_LISTED, "candidate lists fit their memory", this.used, MAX_LISTED);
      this.names.set(key, name);
      this.ports = grown(this.ports, this.used + list.length);
      this.spans[name] = (this.used << 8) | list.length;
      this.ports.set(list, this.used);
      this.used += list.length;
    }
    return name;
  }
}

/** The maximum length of all lists together: a position has 23 bits. */
const MAX_LISTED = 2 ** 23;

function grown(from: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= from.length) return from;
  const to = new Int32Array(Math.max(from.length * 2, length));
  to.set(from);
  return to;
}
