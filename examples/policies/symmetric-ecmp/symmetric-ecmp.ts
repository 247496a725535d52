/**
 * Symmetric ECMP: packets of both directions of a flow take the same links.
 *
 * All switches draw a flow's path with one hash, which ignores the direction. Switches of one tier number their uplinks alike, so the two
 * leaves of a flow choose the same spine.
 *
 * Paper    ExpressPass (SIGCOMM'17), section 3.1: credits take the path of their data in reverse
 * Needs    two tiers with the same spines at each leaf. After a link failure the directions may differ
 */
import { defineParams, type RoutingPolicy, type RoutingView } from "xoff/policy";

export const role = "routing";
export const about = "both directions of a flow take the same links";
export const params = defineParams({});
export const reads = () => [];

export function create(_: unknown, view: RoutingView): RoutingPolicy {
  const { names, leafOf } = view;
  // The seed of the first switch serves all switches, so other seeds of the run give other paths.
  const seed = view.hashSeed(leafOf.indexOf(-1));
  return {
    spreads: "flow",
    choose: (_here, flow, _reverse, _to, _ports, _from, count) => mixed(names[flow] ^ seed) % count,
  };
}

/** A hash of 32 bits: the finaliser of MurmurHash3. */
function mixed(word: number): number {
  let h = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
