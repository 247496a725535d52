/** Flows to which the scenario gives a path keep to it; the routing policy is asked for all others, and hears of all. */
import type { Flows } from "../model/flows.ts";
import type { GivenPath, RoutingPolicy, RoutingView } from "../routing/contract.ts";

type Wrap = (policy: RoutingPolicy, view: RoutingView) => RoutingPolicy;

/** Wraps the policy of a switch. `flows` may grow later: a flow's row is looked up when it first meets a choice. */
export function alongPaths(paths: readonly GivenPath[], flows: () => Flows): Wrap {
  if (paths.length === 0) return (policy) => policy;
  const senders = paths.map(({ from }) => new Set(from));
  const receivers = paths.map(({ to }) => new Set(to));
  const rowOf = (flow: number): number => {
    const { source, destination } = flows();
    return paths.findIndex((_, row) => senders[row].has(source[flow]) && receivers[row].has(destination[flow]));
  };
  /** Of each flow the row and 2; 1: none; 0: not looked up yet. */
  let known = new Int32Array(0);
  const rowKnown = (flow: number): number => {
    if (known.length === 0) known = new Int32Array(flows().capacity);
    if (known[flow] === 0) known[flow] = rowOf(flow) + 2;
    return known[flow] - 2;
  };

  return (policy, view) => {
    const pinned = paths.map(({ via }) => portsTo(via, view));
    return {
      ...policy,
      choose(flow, reverse, to, ports, from, count, packet) {
        const row = reverse ? -1 : rowKnown(flow);
        if (row >= 0) for (let k = 0; k < count; k++) if (pinned[row][ports[from + k]] === 1) return k;
        return policy.choose(flow, reverse, to, ports, from, count, packet);
      },
    };
  };
}

/** Which ports of a switch lead to one of `via`, by the link that it names. */
function portsTo(via: GivenPath["via"], view: RoutingView): Uint8Array {
  const links = new Map<number, number>();
  return Uint8Array.from({ length: view.ports }, (_, port) => {
    const neighbour = view.neighbour(port);
    const link = (links.get(neighbour) ?? 0) + 1;
    links.set(neighbour, link);
    return via.some((wanted) => wanted.node === neighbour && wanted.link === link) ? 1 : 0;
  });
}
