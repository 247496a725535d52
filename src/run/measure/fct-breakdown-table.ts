/**
 * The table `parts`: the parts of each flow's completion time (`fct-breakdown.ts`), summed over hops. The table also
 * names the largest part of each flow at a single hop, and the port of this hop.
 */
import type { Network } from "../../sim/model/network.ts";
import { breakdownsOf, type FctBreakdown, type Part, type PartName, PARTS } from "./fct-breakdown.ts";
import { portNames } from "./port-tables.ts";
import type { Table } from "./tables.ts";
import { inNs } from "./times.ts";

/** Computes the table `parts`. `flows` is the table of flows of the same run. */
export function breakdownTable(network: Network, flows: Table<"flows">): Table<"parts"> {
  const { rows } = flows;
  const of = breakdownByTable(network, flows);
  const name = portNames(network.fabric);
  const double = (): Float64Array => new Float64Array(rows);
  const names = Object.keys(PARTS) as PartName[];
  const times = Object.fromEntries(names.map((part) => [part, double()])) as Record<PartName, Float64Array>;
  const largestTime = double();
  const [largest, node, peer, port]: [string[], string[], string[], string[]] = [[], [], [], []];
  for (let flow = 0; flow < rows; flow++) {
    const taken = of(flow);
    for (const part of taken.parts) times[part.name][flow] += part.time;
    const most = largestOf(taken);
    largest.push(most?.name ?? "");
    largestTime[flow] = inNs(most?.time ?? 0);
    const at = most?.port ?? -1;
    node.push(at < 0 ? "" : name.node(at));
    peer.push(at < 0 ? "" : name.peer(at));
    port.push(at < 0 ? "" : name.name(at));
  }
  const ns = Object.fromEntries(names.map((part) => [`${part}_ns`, times[part].map(inNs)])) as Record<
    `${PartName}_ns`,
    Float64Array
  >;
  return {
    rows,
    columns: {
      flow: Int32Array.from({ length: rows }, (_, flow) => flow),
      ...ns,
      largest,
      largest_ns: largestTime,
      largest_node: node,
      largest_peer: peer,
      largest_port: port,
      lost_packets: network.fabric.lastBytes.lost.slice(0, rows),
      timeouts: network.hosts.timeouts.slice(0, rows),
    },
  };
}

/** Returns a function from a flow to the parts of its completion time. The ideal FCT comes from the table of flows. */
export function breakdownByTable(network: Network, { columns }: Table<"flows">): (flow: number) => FctBreakdown {
  return breakdownsOf(network, (flow) => Math.round(columns.ideal_fct_ns[flow] * 1000));
}

/** The largest part of a completion time, except "ideal". Undefined: there is no other part. */
export function largestOf({ parts }: FctBreakdown): Part | undefined {
  let largest: Part | undefined;
  for (const part of parts) if (part.name !== "ideal" && part.time > (largest?.time ?? 0)) largest = part;
  return largest;
}
