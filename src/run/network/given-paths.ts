/**
 * Keeps flows on the paths that the scenario gives them.
 *
 * The routing policy is still called, with the given path as the only candidate. So the policy's counters and
 * measurements include these flows.
 */
import type { Flows } from "../../sim/model/flows.ts";
import type { Ps } from "../../base/units.ts";
import type { GivenPath, RoutingPolicy, RoutingView } from "../../contracts/routing.ts";

type Wrap = (policy: RoutingPolicy, view: RoutingView) => RoutingPolicy;

/**
 * Returns a function that wraps a routing policy. If a flow has a given path, the wrapped policy gets only the port of
 * this path as a candidate. For other flows, the policy gets all candidate ports.
 *
 * `flows` may grow later, so the path of a flow is searched in `paths` when the flow first needs one. A given path
 * applies until its time `until`. Then `paths` is searched again for the flow.
 */
export function alongPaths(paths: readonly GivenPath[], flows: () => Flows): Wrap {
  if (paths.length === 0) return (policy) => policy;
  const senders = paths.map(({ from }) => new Set(from));
  const receivers = paths.map(({ to }) => new Set(to));
  const rowOf = (flow: number, now: Ps): number => {
    const { source, destination } = flows();
    const fits = (row: number): boolean => senders[row].has(source[flow]) && receivers[row].has(destination[flow]);
    return paths.findIndex(({ until }, row) => now < until && fits(row));
  };
  /** By flow: the row of its path in `paths`, plus 2. 1: the flow has no given path. 0: not looked up yet. */
  let known = new Int32Array(0);
  const rowKnown = (flow: number, now: Ps): number => {
    if (known.length === 0) known = new Int32Array(flows().capacity);
    const row = known[flow] - 2;
    if (row === -1 || (row >= 0 && now < paths[row].until)) return row;
    known[flow] = rowOf(flow, now) + 2;
    return known[flow] - 2;
  };

  return (policy, view) => {
    const { firstPort } = view;
    const pinned = paths.map(({ via }) => portsTo(via, view));
    const { spreads, ...rest } = policy;
    return {
      ...rest,
      // A flow with a given path stays on it. So `spreads` is left out if the policy spreads single packets.
      ...(spreads === "flow" ? { spreads } : {}),
      choose(here, flow, reverse, to, ports, from, count, packet) {
        const row = reverse ? -1 : rowKnown(flow, view.now);
        for (let k = 0; row >= 0 && k < count; k++) {
          if (pinned[row][firstPort[here] + ports[from + k]] === 0) continue;
          policy.choose(here, flow, reverse, to, ports, from + k, 1, packet);
          return k;
        }
        return policy.choose(here, flow, reverse, to, ports, from, count, packet);
      },
    };
  };
}

/**
 * By port: 1 if its link is one of those that `via` names. `via` names a link by the node at its other end, and by a
 * number from 1 among parallel links to that node.
 */
function portsTo(via: GivenPath["via"], view: RoutingView): Uint8Array {
  const links = new Map<number, number>();
  return Uint8Array.from({ length: view.ports }, (_, port) => {
    const neighbour = view.neighbour(port);
    const pair = view.nodeOf[port] * view.nodes + neighbour;
    const link = (links.get(pair) ?? 0) + 1;
    links.set(pair, link);
    return via.some((wanted) => wanted.node === neighbour && wanted.link === link) ? 1 : 0;
  });
}
