/**
 * Stores one state for each ordered pair of leaves, such as the first leaf's measurements of its paths to the second. The
 * caller names the second leaf by one of its hosts. A state is created at its first use.
 */
import type { RoutingView } from "../../contracts/routing.ts";

export function byLeafPair<T>(
  { nodes, leafOf }: Pick<RoutingView, "nodes" | "leafOf">,
  make: (here: number, host: number) => T,
): (here: number, host: number) => T {
  /**
   * By leaf, then by node: the state about another leaf. The second index is the node number of that other leaf or of one
   * of its hosts. The other leaf and its hosts share one object.
   */
  const known = new Array<(T | undefined)[] | undefined>(nodes).fill(undefined);
  return (here, host) => {
    const mine = (known[here] ??= new Array<T | undefined>(nodes).fill(undefined));
    return (mine[host] ??= mine[leafOf[host]] ??= make(here, host));
  };
}
