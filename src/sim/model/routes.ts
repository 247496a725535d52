/** The routes: candidate ports by destination, in the form that a switch reads for each packet. */

/** The name of a leaf's list towards its own hosts: the port is that of the host. */
export const OWN_HOST = 0xffff;

/**
 * For destination `host`, `table[node * groups + group[host]]` names a list. OWN_HOST means port `own[host]`. Any other name means
 * `lists[name]`, which is first << 8 | count, two numbers about `ports`. List 0 is empty. Port numbers are those within the switch. Groups
 * and lists are few and stay in the cache, so a hop loads two bytes from a table of switches by leaves.
 *
 * When a link has failed, the arrays are filled again, but `ports` is a new array. Code that caches something per list detects the change
 * by that.
 */
export interface Routes {
  readonly groups: number;
  readonly table: Uint16Array;
  readonly group: Uint16Array;
  readonly own: Int32Array;
  readonly lists: Int32Array;
  ports: Int32Array;
}

/** The first candidate port from `node` towards `host`. `base` is the number of the node's port 0. -1: no route. */
export function firstPort(routes: Routes, node: number, host: number, base: number): number {
  const { groups, table, group, own, lists, ports } = routes;
  const name = table[node * groups + group[host]];
  if (name === OWN_HOST) return own[host] + base;
  const entry = lists[name];
  return (entry & 255) === 0 ? -1 : ports[entry >> 8] + base;
}

/** All candidate ports from `node` towards `host`. */
export function candidates(routes: Routes, node: number, host: number, base: number): number[] {
  const { groups, table, group, own, lists, ports } = routes;
  const name = table[node * groups + group[host]];
  if (name === OWN_HOST) return [own[host] + base];
  const first = lists[name] >> 8;
  return Array.from(ports.subarray(first, first + (lists[name] & 255)), (port) => port + base);
}
