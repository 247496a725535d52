/** The table of flows: completion times, and the time that each flow would take alone in the network. */
import type { Network } from "../../sim/model/network.ts";
import { idealFct, type PathLink } from "../../theory/ideal-fct.ts";
import { psPerByte, type Ps } from "../../base/units.ts";
import type { Table } from "./tables.ts";
import { inNs } from "./times.ts";

/** The table of all flows that have begun. `kinds`: the kind of each traffic entry of the scenario. */
export function flowTable(network: Network, kinds: readonly string[]): Table<"flows"> {
  const { flows, fabric, hosts } = network;
  const { names } = fabric.wiring;
  const rows = rowsOf(network);
  const pathOf = paths(network);
  const overhead = overheadOf(network);
  const double = (of: (flow: number) => number): Float64Array => {
    const cells = new Float64Array(rows);
    for (let flow = 0; flow < rows; flow++) cells[flow] = of(flow);
    return cells;
  };
  const text = (of: (flow: number) => string): string[] => Array.from({ length: rows }, (_, flow) => of(flow));
  const ends = (flow: number): boolean => flows.size[flow] !== Infinity;

  const fct = (flow: number): Ps => flows.received[flow] - flows.start[flow];
  const ideal = double((flow) => (ends(flow) ? idealFct(flows.size[flow], hosts.payload, pathOf(flow)) : NaN));
  const standalone = (flow: number): Ps => {
    const bytes = flows.size[flow];
    const headers = Math.ceil(bytes / hosts.payload) * overhead;
    const slowest = pathOf(flow).reduce((most, link) => Math.max(most, link.psPerByte), 0);
    return Math.round(flows.baseRtt[flow] + (bytes + headers) * slowest);
  };
  return {
    rows,
    columns: {
      flow: Int32Array.from({ length: rows }, (_, flow) => flow),
      traffic: flows.entry.slice(0, rows),
      kind: text((flow) => kinds[flows.entry[flow]]),
      source: text((flow) => names[flows.source[flow]]),
      destination: text((flow) => names[flows.destination[flow]]),
      class: Int32Array.from(flows.cls.subarray(0, rows)),
      size_bytes: double((flow) => (ends(flow) ? flows.size[flow] : NaN)),
      start_ns: double((flow) => inNs(flows.start[flow])),
      fct_ns: double((flow) => inNs(fct(flow))),
      fct_ack_ns: double((flow) => inNs(flows.acked[flow] - flows.start[flow])),
      ideal_fct_ns: ideal.map(inNs),
      standalone_fct_ns: double((flow) => (ends(flow) ? inNs(standalone(flow)) : NaN)),
      slowdown: ideal.map((alone, flow) => fct(flow) / alone),
      received_bytes: flows.rcvNxt.slice(0, rows),
      out_of_order_packets: flows.outOfOrder.slice(0, rows),
      reordering_bytes: flows.farthestAhead.slice(0, rows),
      nacks: flows.nacks.slice(0, rows),
      repeated_packets: flows.repeated.slice(0, rows),
    },
  };
}

/**
 * The number of rows. The row of a flow is its number. Planned flows are sorted by their starts, so those that have not
 * begun are the last ones. Their rows are left out. Exception: flows that are created during the run, such as those of
 * a train (a series of flows), have rows behind all planned flows. If such a flow has begun, all rows before its row
 * stay in the table, also those of planned flows that have not begun.
 */
function rowsOf({ flows, queue }: Network): number {
  let rows = flows.count;
  while (rows > 0 && flows.start[rows - 1] > queue.now) rows--;
  return rows;
}

/** The bytes that a data packet needs on the wire in addition to its payload. */
function overheadOf({ fabric }: Network): number {
  const { dataHeader, wireOverhead } = fabric.fidelity.frames;
  return dataHeader + wireOverhead;
}

/**
 * Returns a function from a flow to the links of its first shortest path. Paths are not cached, because there may be as
 * many pairs of hosts as flows. The returned array is valid until the next call.
 */
function paths(network: Network): (flow: number) => readonly PathLink[] {
  const { flows, fabric, switches, firstRoutes } = network;
  const overhead = overheadOf(network);
  const next = (node: number, host: number): number =>
    firstRoutes !== null && fabric.wiring.isSwitch[node]
      ? firstRoutes.firstPort(node, host)
      : (switches[node]?.firstPort(host) ?? -1);
  const links = Array.from(fabric.rate, (rate, port): PathLink => {
    // The ideal completion time has no jitter, so the shortest delay of the link is used.
    return { psPerByte: psPerByte(rate), delay: fabric.wiring.links[fabric.linkOf[port]].delay, overhead };
  });
  const path: PathLink[] = [];
  return (flow) => {
    path.length = 0;
    for (let port = flows.port[flow]; port >= 0;) {
      path.push(links[port]);
      port = next(fabric.node[fabric.peer[port]], flows.destination[flow]);
    }
    return path;
  };
}
