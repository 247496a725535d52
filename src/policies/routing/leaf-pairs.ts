/** What each leaf knows of each other leaf, found by any of that leaf's hosts; made when it is first asked for. */
import type { RoutingView } from "../../contracts/routing.ts";

export function byLeafPair<T>(
  { nodes, leafOf }: Pick<RoutingView, "nodes" | "leafOf">,
  make: (here: number, host: number) => T,
): (here: number, host: number) => T {
  /** By leaf, then by node number of the other leaf and of each of its hosts. */
  const known = new Array<(T | undefined)[] | undefined>(nodes).fill(undefined);
  return (here, host) => {
    const mine = (known[here] ??= new Array<T | undefined>(nodes).fill(undefined));
    return (mine[host] ??= mine[leafOf[host]] ??= make(here, host));
  };
}
