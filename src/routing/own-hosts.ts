/** Which hosts hang on a switch, 1 or 0 by node number: asked for every packet, so looked up once. */
import type { RoutingView } from "./contract.ts";

export function ownHosts(view: RoutingView): Uint8Array {
  return Uint8Array.from({ length: view.nodes }, (_, host) =>
    view.isHost(host) && view.leafOf(host) === view.node ? 1 : 0,
  );
}
