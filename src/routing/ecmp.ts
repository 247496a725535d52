/**
 * ECMP: a hash of the packet's addresses and ports picks the path, so a flow keeps its path.
 *
 * Each switch hashes with a seed of its own, its node number or one that the run draws; with one seed for all, the second tier sees
 * only flows that agreed in the first and uses a part of its links (polarisation), which `seed` can show.
 *
 * Paper    RFC 2992; hash as HPCC's simulator has it, ns-3 semantics, section 10
 */
import { defineParams, type Fixed, type Idle, type Signal, type Values } from "../base/params.ts";
import type { RoutingPolicy, RoutingView } from "../contracts/routing.ts";
import * as murmur from "./murmur.ts";

// Local name: an engine folds a module's own constants into its code, and reads imported ones from memory each time.
const { ecmpChoice } = murmur;

export const about = "a hash of the flow picks the path";

export const reads = (): readonly Signal[] => [];

export const idle: Idle = "single paths";

export const params = defineParams({
  seed: {
    unit: "choice",
    default: "per-switch",
    choices: ["per-switch", "shared", "drawn"],
    source: "HPCC simulator: the switch's node number",
    about:
      "Whether switches hash differently, or all alike (polarisation); drawn: each with a seed that the run draws, so that another run has other paths where flows are few and given.",
  },
});

export const fixed = ({ seed }: Values<typeof params>): Fixed | undefined =>
  seed === "drawn" ? undefined : { what: `ECMP's hash is fixed by \`seed: ${seed}\``, draw: { seed: "drawn" } };

export function create(p: Values<typeof params>, view: RoutingView): RoutingPolicy {
  const { keys } = view;
  const seeds = Int32Array.from({ length: view.nodes }, (_, node) => seedOf(p.seed, node, view));
  return {
    spreads: "flow",
    choose(here, flow, reverse, _to, _ports, _from, count) {
      const at = flow << 2;
      const seed = seeds[here];
      return reverse
        ? ecmpChoice(keys[at + 1], keys[at], keys[at + 3], seed, count)
        : ecmpChoice(keys[at], keys[at + 1], keys[at + 2], seed, count);
    },
  };
}

function seedOf(seed: Values<typeof params>["seed"], node: number, view: RoutingView): number {
  if (seed === "shared") return 0;
  const isSwitch = view.leafOf[node] < 0;
  return seed === "drawn" && isSwitch ? view.pick(node, 2 ** 31) : node;
}

/** ECMP for policies that choose otherwise only for some packets. */
export const ecmp = (view: RoutingView): RoutingPolicy => create({ seed: "per-switch" }, view);
