/**
 * Flowlets are sequences of packets of a flow in which all gaps are below a limit. A flowlet keeps its path. After a
 * longer gap the flow may change its path. This causes no reordering if the delays of the paths differ by less than the
 * gap.
 *
 * All flows share a table of fixed size, as in CONGA's switches (alizadeh14: 64K entries by a hash of the flow). Flows
 * whose numbers differ by `entries` share an entry. The only effect is that such a flow may continue a flowlet of another
 * flow, on that flow's path. The gap is measured between arrivals at the switch that has the table.
 */
import type { ChoiceParam, NumberParam, Unread } from "../../base/params.ts";
import { us, type Ps } from "../../base/units.ts";
import type { RoutingView } from "../../contracts/routing.ts";

export interface Flowlets {
  /** The index of the candidate that the flow's current flowlet uses. -1: a new flowlet begins. */
  kept(flow: number, now: Ps, ports: Int32Array, from: number, count: number): number;
  /** Begins a flowlet on the candidate with this index, which is port `port`. */
  begin(flow: number, now: Ps, index: number, port: number): void;
  /** The port that the flow used last. -1: none. */
  lastPort(flow: number): number;
}

export const entriesParam = {
  unit: "count",
  default: 65_536,
  min: 1,
  max: 2 ** 20,
  source: "alizadeh14: 64K entries",
  about:
    "Entries of a switch's flowlet table. Flows whose numbers differ by it share one. With `entry: ports` the table is as large as needed.",
} as const satisfies NumberParam;

export const gapParam = {
  unit: "ps",
  default: us(100),
  min: 0,
  max: us(1e6),
  source: "ConWeave's simulator; 500 us in the authors'",
  about: "Gap between packets of a flow after which it may change its path.",
} as const satisfies NumberParam;

export const entryParam = {
  unit: "choice",
  default: "flow",
  choices: ["flow", "ports"],
  source: "alizadeh14: a hash of the flow; ConWeave's simulator: ports",
  about:
    "Key of a flow's entry. `flow`: its number. `ports`: its destination host and its ports, with the destination port ORed with the class. " +
    "Flows of several hosts may then share an entry.",
} as const satisfies ChoiceParam;

export const unreadEntries = ({ entry }: { readonly entry: "flow" | "ports" }): Unread =>
  entry === "ports" ? { entries: "with entry ports, the table is as large as needed" } : {};

/** `count`: the number of entries in a flowlet table. `of`: the entry of a flow. */
export interface Entries {
  readonly count: number;
  readonly of: (flow: number) => number;
}

export function entriesBy(entry: "flow" | "ports", count: number, { keys, names, cls }: RoutingView): Entries {
  if (entry === "flow") return { count, of: (flow) => (names[flow] >>> 0) % count };
  const places = new Map<string, number>();
  const found = new Int32Array(keys.length / 4).fill(-1);
  const place = (flow: number): number => {
    const ports = keys[flow * 4 + 2] | (cls[flow] << 16);
    const key = `${keys[flow * 4 + 1]} ${ports}`;
    const at = places.get(key) ?? places.size;
    places.set(key, at);
    return (found[flow] = at);
  };
  return { count: Math.max(1, found.length), of: (flow) => (found[flow] >= 0 ? found[flow] : place(flow)) };
}

export function flowlets({ count: entries, of }: Entries, gap: Ps): Flowlets {
  const last = new Float64Array(entries);
  /** By entry of the flowlet table: the port of the entry's last flowlet, plus 1. 0: none. */
  const taken = new Int32Array(entries);
  /** By entry of the flowlet table: the index of the entry's last port (`taken`) in the list of candidate ports. */
  const index = new Uint8Array(entries);
  return {
    kept(flow, now, ports, from, count) {
      const at = of(flow);
      if (taken[at] === 0 || now - last[at] > gap) return -1;
      let k = index[at];
      if (k >= count || ports[from + k] + 1 !== taken[at]) {
        // The port may have another index now, because the list of candidates may have changed since the flow's last
        // packet. Either the routes have changed, or until now the flow followed a path given by the scenario. So the
        // list is searched for the port.
        for (k = 0; k < count && ports[from + k] + 1 !== taken[at];) k++;
        if (k === count) return -1;
        index[at] = k;
      }
      last[at] = now;
      return k;
    },
    begin(flow, now, k, port) {
      const at = of(flow);
      last[at] = now;
      taken[at] = port + 1;
      index[at] = k;
    },
    lastPort: (flow) => taken[of(flow)] - 1,
  };
}
