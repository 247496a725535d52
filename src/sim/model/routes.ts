/** The routes: the candidate egress ports for each destination, in the format that switches read for each packet. */

/** An entry of `Routes.table`: the host is connected to this switch itself, at the port that the array `own` has for it. */
export const OWN_HOST = 0xffff;

/**
 * The routing tables of all switches. A node has a row of `groups` entries in `table`. For destination `host`, entry
 * `group[host]` of the row selects the candidate ports:
 *
 * - OWN_HOST: the only candidate is port `own[host]`
 * - k: the candidates are `ports[first]` to `ports[first + count - 1]`, where `lists[k]` is `first << 8 | count`. List
 *   0 is empty.
 *
 * Port numbers are those within the switch. Hosts behind the same leaf form a group. Groups and lists are few and stay
 * in the CPU cache. So a hop loads only two bytes from a large table.
 *
 * When a link fails or works again, `ports` becomes a new array, and the other arrays are filled again. Code that caches
 * data about lists compares `ports` to detect the change.
 */
export interface Routes {
  readonly groups: number;
  readonly table: Uint16Array;
  readonly group: Uint16Array;
  readonly own: Int32Array;
  readonly lists: Int32Array;
  ports: Int32Array;
}

/**
 * Returns the first candidate port from `node` towards `host`, or -1 without a route. `base` is the network-wide number
 * of the node's port 0.
 */
export function firstPort(routes: Routes, node: number, host: number, base: number): number {
  const { groups, table, group, own, lists, ports } = routes;
  const name = table[node * groups + group[host]];
  if (name === OWN_HOST) return own[host] + base;
  const entry = lists[name];
  return (entry & 255) === 0 ? -1 : ports[entry >> 8] + base;
}

/** Returns all candidate ports from `node` towards `host`. `base` is the network-wide number of the node's port 0. */
export function candidates(routes: Routes, node: number, host: number, base: number): number[] {
  const { groups, table, group, own, lists, ports } = routes;
  const name = table[node * groups + group[host]];
  if (name === OWN_HOST) return [own[host] + base];
  const first = lists[name] >> 8;
  return Array.from(ports.subarray(first, first + (lists[name] & 255)), (port) => port + base);
}
