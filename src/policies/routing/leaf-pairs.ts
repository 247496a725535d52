/**
 * Stores the state of each leaf about each other leaf. The state is found by any host of the other leaf, and created at
 * its first use.
 */
import type { RoutingView } from "../../contracts/routing.ts";

export function byLeafPair<T>(
  { nodes, leafOf }: Pick<RoutingView, "nodes" | "leafOf">,
  make: (here: number, host: number) => T,
): (here: number, host: number) => T {
  /**
   * By leaf, then by node: the state about another leaf, under the node number of that leaf and of each of its hosts.
   */
  const known = new Array<(T | undefined)[] | undefined>(nodes).fill(undefined);
  return (here, host) => {
    const mine = (known[here] ??= new Array<T | undefined>(nodes).fill(undefined));
    return (mine[host] ??= mine[leafOf[host]] ??= make(here, host));
  };
}
