/** Round trip and bandwidth-delay product of pairs of hosts in an idle network, along the first path found. */
import { invariant } from "../../base/invariant.ts";
import type { Fabric } from "../../sim/model/fabric.ts";
import type { Bps, Bytes, Ps } from "../../base/units.ts";
import type { RouteTable } from "./routes.ts";

export interface BasePath {
  /** The time of a full data packet to the destination and of its ACK back. */
  readonly rtt: Ps;
  /** Bandwidth-delay product: the bytes that the slowest link of the path carries in one round trip. */
  readonly bdp: Bytes;
}

/** Returns a function from two hosts to the path between them. It computes each pair once. */
export function basePaths(fabric: Fabric, routes: RouteTable, payload: Bytes): (from: number, to: number) => BasePath {
  const known = new Map<number, BasePath>();
  return (from, to) => {
    const key = from * fabric.nodes + to;
    let path = known.get(key);
    if (path === undefined) {
      const found = walk(fabric, routes, payload, from, to);
      invariant(found !== undefined, "a flow's destination can be reached", from, to);
      path = { rtt: found.rtt, bdp: Math.ceil((found.rtt * found.rate) / 8e12) };
      known.set(key, path);
    }
    return path;
  };
}

/**
 * The longest round trip between any two hosts. Hosts on one switch with equal links have equal round trips, so two of
 * each such group are enough.
 */
export function longestBaseRtt(fabric: Fabric, routes: RouteTable, payload: Bytes): Ps {
  const kinds = new Map<string, number[]>();
  for (let node = 0; node < fabric.nodes; node++) {
    if (fabric.wiring.isSwitch[node]) continue;
    const port = fabric.portBase[node];
    if (port === fabric.portBase[node + 1]) continue;
    const kind = `${fabric.node[fabric.peer[port]]} ${fabric.rate[port]} ${fabric.delay[port]}`;
    const alike = kinds.get(kind) ?? [];
    if (alike.length < 2) kinds.set(kind, [...alike, node]);
  }
  const hosts = [...kinds.values()].flat();
  let longest = 0;
  for (const from of hosts)
    for (const to of hosts)
      if (from !== to) longest = Math.max(longest, walk(fabric, routes, payload, from, to)?.rtt ?? 0);
  return longest;
}

/** Undefined: no path. */
function walk(
  fabric: Fabric,
  routes: RouteTable,
  payload: Bytes,
  from: number,
  to: number,
): { readonly rtt: Ps; readonly rate: Bps } | undefined {
  const { frames } = fabric.fidelity;
  let rtt = 0;
  let rate = Infinity;
  const found = routes.walk(from, to, (port) => {
    rtt += 2 * fabric.delay[port] + fabric.wireTime(port, payload + frames.dataHeader);
    rtt += fabric.wireTime(fabric.peer[port], frames.ack);
    rate = Math.min(rate, fabric.rate[port]);
  });
  return found ? { rtt, rate } : undefined;
}
