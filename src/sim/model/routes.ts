/** Where to: candidate ports by destination, as a switch reads them for each packet. */

/** Name of the list of a leaf towards its own hosts: the port is the host's. */
export const OWN_HOST = 0xffff;

/**
 * For destination `host`, `table[node * groups + group[host]]` names a list: OWN_HOST means port `own[host]`; any other name means
 * `lists[name]`, which is first << 8 | count, into `ports`. List 0 is empty. Ports are the switch's own. Groups and lists are few and
 * stay in the cache, so a hop fetches two bytes from a table of switches by leaves.
 *
 * When a link has failed the arrays are filled anew, but `ports` is another one: whoever remembers something beside it sees that routes have
 * changed.
 */
export interface Routes {
  readonly groups: number;
  readonly table: Uint16Array;
  readonly group: Uint16Array;
  readonly own: Int32Array;
  readonly lists: Int32Array;
  ports: Int32Array;
}

/** First candidate from `node` towards `host`, `base` being the number of port 0; -1 when there is none. */
export function firstPort(routes: Routes, node: number, host: number, base: number): number {
  const { groups, table, group, own, lists, ports } = routes;
  const name = table[node * groups + group[host]];
  if (name === OWN_HOST) return own[host] + base;
  const entry = lists[name];
  return (entry & 255) === 0 ? -1 : ports[entry >> 8] + base;
}

/** All candidates likewise. */
export function candidates(routes: Routes, node: number, host: number, base: number): number[] {
  const { groups, table, group, own, lists, ports } = routes;
  const name = table[node * groups + group[host]];
  if (name === OWN_HOST) return [own[host] + base];
  const first = lists[name] >> 8;
  return Array.from(ports.subarray(first, first + (lists[name] & 255)), (port) => port + base);
}
