/**
 * LetFlow: every flowlet takes a random path. Flows on congested paths have more gaps and so begin more flowlets. In
 * this way they leave congested paths, and no switch needs to measure congestion.
 *
 *   If at most T_fl has passed since the flow's last packet, a packet takes the path of this last packet. Otherwise it takes a
 *   random path, which may be the same.
 *
 * Paper    vanini17 (LetFlow); rule and default as in ConWeave's simulator.
 * Role     Each switch with several candidate ports has a flowlet table.
 * Differs  The table has a fixed size (`flowlets.ts`), so its entries need not expire. ACKs and notifications use ECMP.
 */
import { defineParams, type Idle, type Signal, type Values } from "../../base/params.ts";
import type { RoutingPolicy, RoutingView } from "../../contracts/routing.ts";
import { ecmp } from "./ecmp.ts";
import { entriesBy, entriesParam, entryParam, flowlets, gapParam, unreadEntries, type Flowlets } from "./flowlets.ts";

export const about = "a random path for each flowlet";

export const reads = (): readonly Signal[] => [];

export const idle: Idle = "single paths";

// "flows": fast-forward may replay flows (simulate them without packets), but only flows between hosts of one switch.
// Such a flow has a single path, so the policy has no choice and keeps no state for it.
export const steady = "flows";

export const params = defineParams({ gap: gapParam, entries: entriesParam, entry: entryParam });

export const unread = unreadEntries;

export function create(p: Values<typeof params>, view: RoutingView): RoutingPolicy {
  /** By node: its flowlet table, which is created when the switch first has a choice. */
  const tables = new Array<Flowlets | undefined>(view.nodes).fill(undefined);
  const byHash = ecmp(view);
  const entries = entriesBy(p.entry, p.entries, view);
  return {
    choose(here, flow, reverse, to, ports, from, count, packet) {
      if (reverse) return byHash.choose(here, flow, reverse, to, ports, from, count, packet);
      const table = (tables[here] ??= flowlets(entries, p.gap));
      const { now } = view;
      const kept = table.kept(flow, now, ports, from, count);
      if (kept >= 0) return kept;
      const drawn = view.pick(here, count);
      table.begin(flow, now, drawn, ports[from + drawn]);
      return drawn;
    },
  };
}
