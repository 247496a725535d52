/**
 * ECMP: a hash of the packet's addresses and ports selects the path. So a flow keeps its path, unless a transport policy
 * gives its packets different entropies.
 *
 * With `seed: drawn` or `seed: per-switch` each switch hashes with its own seed, a random number or its node number. With
 * `seed: shared` all switches use one seed. Then a switch of the second tier receives only flows with the same hash
 * result, and uses only some of its links (polarisation).
 *
 * Paper    RFC 2992; hash as in HPCC's simulator, docs/ns3-semantics.md, section 10.
 */
import { defineParams, type Fixed, type Idle, type Signal, type Values } from "../../base/params.ts";
import type { RoutingPolicy, RoutingView } from "../../contracts/routing.ts";
import type { PacketWords } from "../../base/view.ts";
import * as murmur from "./murmur.ts";

// A local copy is faster: a JavaScript engine inlines constants of the same module, but reads imported ones from memory
// each time.
const { ecmpChoice } = murmur;

export const about = "a hash of the flow selects the path";

export const steady = true;

export const reads = (): readonly Signal[] => [];
export const uses: readonly Signal[] = ["entropies"];

export const idle: Idle = "single paths";

export const params = defineParams({
  seed: {
    unit: "choice",
    default: "drawn",
    choices: ["drawn", "per-switch", "shared"],
    source: "lab: vendors derive it from a MAC address or a random number; HPCC's simulator: per-switch",
    about:
      "Seed of each switch's hash. drawn: by the run, so paths differ between seeds. per-switch: the node number. shared: one for all switches (polarisation).",
  },
});

export const fixed = ({ seed }: Values<typeof params>): Fixed | undefined =>
  seed === "drawn" ? undefined : { what: `ECMP's hash is fixed by \`seed: ${seed}\``, draw: { seed: "drawn" } };

export function create(p: Values<typeof params>, view: RoutingView): RoutingPolicy {
  const { keys, entropy } = view;
  const seeds = Int32Array.from({ length: view.nodes }, (_, node) => seedOf(p.seed, node, view));
  if (entropy !== null) return ofPackets(keys, entropy, seeds);
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

/**
 * With a transport policy, the hash uses the entropy of each packet instead of the source port. So packets of a flow
 * may take different paths.
 */
function ofPackets(keys: Int32Array, entropy: PacketWords, seeds: Int32Array): RoutingPolicy {
  return {
    choose(here, flow, reverse, _to, _ports, _from, count, packet) {
      const at = flow << 2;
      const seed = seeds[here];
      const source = entropy.at[packet];
      return reverse
        ? ecmpChoice(keys[at + 1], keys[at], (keys[at + 3] & ~0xffff) | source, seed, count)
        : ecmpChoice(keys[at], keys[at + 1], (keys[at + 2] & ~0xffff) | source, seed, count);
    },
  };
}

function seedOf(seed: Values<typeof params>["seed"], node: number, view: RoutingView): number {
  if (seed === "shared") return 0;
  const isSwitch = view.leafOf[node] < 0;
  return seed === "drawn" && isSwitch ? view.hashSeed(node) : node;
}

/** ECMP with drawn seeds, for policies that route only some packets by their own rule. */
export const ecmp = (view: RoutingView): RoutingPolicy => create({ seed: "drawn" }, view);
