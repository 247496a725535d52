/** Names of ports in the output of a check. */
import type { Network } from "../../sim/model/network.ts";

type Named = Pick<Network, "fabric">;

/** A link in the direction in which `port` sends, such as "h0 to sw0". */
export function direction({ fabric }: Named, port: number): string {
  const { names } = fabric.wiring;
  return `${names[fabric.node[port]]} to ${names[fabric.node[fabric.peer[port]]]}`;
}

/** A port as text, such as "sw0's port to h3". For several equal ports: "sw0's port to h3 and 15 like it". */
export function portName(network: Named, [first, ...others]: readonly number[]): string {
  const one = direction(network, first).replace(" to ", "'s port to ");
  return others.length === 0 ? one : `${one} and ${others.length} like it`;
}
