/** Names ports as "s-t" or "s-t#2" from the tables of a run, without its network (`base/port-names.ts`). */
import { portName } from "../../base/port-names.ts";
import type { Tables } from "./tables.ts";

/** Returns the name of port number `port` of `node`, whose link leads to `peer`. */
type NameOf = (node: string, port: number, peer: string) => string;

/**
 * Returns functions that name a port, and the port at the other end of its link. Without a table of ports, parallel
 * links get the same name.
 */
export function linkNamer(ports: Tables["ports"] | undefined): { readonly name: NameOf; readonly otherEnd: NameOf } {
  const nths = new Map<string, number>();
  const links = new Map<string, number>();
  ports?.columns.node.forEach((node, row) => {
    const pair = `${node}\n${ports.columns.peer[row]}`;
    const nth = (links.get(pair) ?? 0) + 1;
    links.set(pair, nth);
    nths.set(`${node}\n${ports.columns.port[row]}`, nth);
  });
  const nthOf = (node: string, port: number): number => nths.get(`${node}\n${port}`) ?? 1;
  return {
    name: (node, port, peer) => portName(node, peer, nthOf(node, port)),
    otherEnd: (node, port, peer) => portName(peer, node, nthOf(node, port)),
  };
}
