/**
 * ECMP: a hash of the packet's addresses and ports picks the path, so a flow keeps its path.
 *
 * Each switch hashes with a seed of its own; with one seed for all, the second tier sees only flows that agreed in the first
 * and uses a part of its links (polarisation), which `seed` can show.
 *
 * Paper    RFC 2992; hash as HPCC's simulator has it, ns-3 semantics, section 10
 */
import { defineParams, type Values } from "../params.ts";
import type { RoutingPolicy, RoutingView } from "./contract.ts";
import { ecmpHash } from "./murmur.ts";

export const about = "a hash of the flow picks the path";

export const params = defineParams({
  seed: {
    unit: "choice",
    default: "per-switch",
    choices: ["per-switch", "shared"],
    source: "HPCC simulator: the switch's node number",
    about: "Whether switches hash differently, or all alike (polarisation).",
  },
});

export function create(p: Values<typeof params>, view: RoutingView): RoutingPolicy {
  const { sourceAddress, destinationAddress, sourcePort, destinationPort } = view.keys;
  const seed = p.seed === "shared" ? 0 : view.node;
  return {
    choose(flow, reverse, _to, _ports, _from, count) {
      const hash = reverse
        ? ecmpHash(
            destinationAddress[flow],
            sourceAddress[flow],
            destinationPort[flow] | (sourcePort[flow] << 16),
            seed,
          )
        : ecmpHash(
            sourceAddress[flow],
            destinationAddress[flow],
            sourcePort[flow] | (destinationPort[flow] << 16),
            seed,
          );
      return hash % count;
    },
  };
}
