/** Round trip and bandwidth-delay product of pairs of hosts in an idle network, along the first-found path. */
import { invariant } from "../invariant.ts";
import type { Network } from "../model/network.ts";
import type { Bytes, Ps } from "../units.ts";
import type { RouteTable } from "./routes.ts";

export interface BasePath {
  /** A full data packet there, its ACK back. */
  readonly rtt: Ps;
  /** Payload that fits the round trip at the path's slowest rate. */
  readonly bdp: Bytes;
}

/** Answers for (source, destination); each pair is walked once. */
export function basePaths(
  network: Network,
  routes: RouteTable,
  payload: Bytes,
): (from: number, to: number) => BasePath {
  const { fabric } = network;
  const { frames } = fabric.fidelity;
  const known = new Map<number, BasePath>();
  return (from, to) => {
    const key = from * fabric.nodes + to;
    let path = known.get(key);
    if (path === undefined) {
      let rtt = 0;
      let rate = Infinity;
      const found = routes.walk(from, to, (port) => {
        rtt += 2 * fabric.delay[port] + fabric.wireTime(port, payload + frames.dataHeader);
        rtt += fabric.wireTime(fabric.peer[port], frames.ack);
        rate = Math.min(rate, fabric.rate[port]);
      });
      invariant(found, "a flow's destination can be reached", from, to);
      path = { rtt, bdp: Math.ceil((rtt * rate) / 8e12) };
      known.set(key, path);
    }
    return path;
  };
}
