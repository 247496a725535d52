/** State of each leaf about each other leaf, which any host of that leaf identifies. It is created at its first use. */
import type { RoutingView } from "../../contracts/routing.ts";

export function byLeafPair<T>(
  { nodes, leafOf }: Pick<RoutingView, "nodes" | "leafOf">,
  make: (here: number, host: number) => T,
): (here: number, host: number) => T {
  /** State by leaf, then by node number of the other leaf and of each of its hosts. */
  const known = new Array<(T | undefined)[] | undefined>(nodes).fill(undefined);
  return (here, host) => {
    const mine = (known[here] ??= new Array<T | undefined>(nodes).fill(undefined));
    return (mine[host] ??= mine[leafOf[host]] ??= make(here, host));
  };
}
