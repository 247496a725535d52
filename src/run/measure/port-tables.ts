/** Builds the tables of ports and of PAUSEs. */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { portNames as namesOfAll } from "../../base/port-names.ts";
import { PORT } from "../../contracts/link.ts";
import type { Fabric } from "../../sim/model/fabric.ts";
import type { Network } from "../../sim/model/network.ts";
import { causesOf } from "./pause-index.ts";
import { isOfOne, ONE_FLOW, type PauseRecord } from "./pause-record.ts";
import type { Table } from "./tables.ts";
import { inNs } from "./times.ts";

/**
 * Returns functions that describe a port, given its network-wide number. `name` returns the port's name, such as
 * "s-t#2". `port` returns its number at the node, from 1.
 */
export function portNames({ wiring, node, peer, portBase }: Fabric) {
  let names: readonly string[] | undefined;
  const nodes = (): string[] => Array.from(node, (at) => wiring.names[at]);
  const peers = (): string[] => Array.from(peer, (other) => wiring.names[node[other]]);
  return {
    name: (port: number): string => (names ??= namesOfAll(nodes(), peers()))[port],
    node: (port: number): string => wiring.names[node[port]],
    port: (port: number): number => port - portBase[node[port]] + 1,
    peer: (port: number): string => wiring.names[node[peer[port]]],
  };
}

export function portTable({ fabric, switches, queue }: Network, pauses: PauseRecord): Table<"ports"> {
  const rows = fabric.ports;
  const name = portNames(fabric);
  const double = (of: (port: number) => number): Float64Array =>
    Float64Array.from({ length: rows }, (_, port) => of(port));
  const stopped = (port: number): number => {
    let time = 0;
    for (let cls = 0; cls < 8; cls++) {
      const of = (port << CLASS_BITS) | cls;
      time += fabric.stoppedTime[of];
      if ((fabric.stopped(port) & (1 << cls)) !== 0) time += queue.now - fabric.stoppedSince[of];
    }
    return time;
  };
  /** The time for which a port has sent so far. A packet on the wire counts only up to the present. */
  const sending = (port: number): number => fabric.busyTime(port) - Math.max(0, fabric.busyUntil(port) - queue.now);
  const headroomPeak = (port: number): number => {
    if (switches[fabric.node[port]] === null) return NaN;
    let most = 0;
    for (let of = port << CLASS_BITS; of < (port << CLASS_BITS) + 8; of++)
      most = Math.max(most, fabric.queueRecords.headroomPeak[of]);
    return most;
  };
  return {
    rows,
    columns: {
      node: Array.from({ length: rows }, (_, port) => name.node(port)),
      port: Int32Array.from({ length: rows }, (_, port) => name.port(port)),
      peer: Array.from({ length: rows }, (_, port) => name.peer(port)),
      name: Array.from({ length: rows }, (_, port) => name.name(port)),
      rate_bps: fabric.rate.slice(),
      sent_bytes: double((port) => fabric.sentBytes(port)),
      payload_bytes: double((port) => fabric.sentPayload(port)),
      utilisation: double((port) => (queue.now === 0 ? 0 : sending(port) / queue.now)),
      pauses_sent: pauses.byPort.slice(),
      paused_ns: double((port) => inNs(stopped(port))),
      queue_pauses_sent: fabric.classQueues === null ? double(() => NaN) : fabric.linkFrames.queuePauses.slice(),
      queue_peak_bytes: double((port) => fabric.peakBytes(port)),
      headroom_peak_bytes: double(headroomPeak),
    },
  };
}

const scopeText = (scope: number): string =>
  isOfOne(scope) ? (scope === ONE_FLOW ? "one flow" : "one queue") : scope === PORT ? "port" : "queue";

export function pauseTable({ fabric }: Network, pauses: PauseRecord): Table<"pauses"> {
  const { rows } = pauses;
  const name = portNames(fabric);
  const text = (of: (row: number) => string): string[] => Array.from({ length: rows }, (_, row) => of(row));
  const int32 = (of: (row: number) => number): Int32Array => Int32Array.from({ length: rows }, (_, row) => of(row));
  const port = (row: number): number => pauses.queue[row] >> CLASS_BITS;
  return {
    rows,
    columns: {
      pause: int32((row) => row),
      node: text((row) => name.node(port(row))),
      port: int32((row) => name.port(port(row))),
      peer: text((row) => name.peer(port(row))),
      class: int32((row) => pauses.queue[row] & CLASS_MASK),
      scope: text((row) => scopeText(pauses.scope[row])),
      queue: pauses.target.slice(0, rows),
      start_ns: pauses.start.subarray(0, rows).map(inNs),
      duration_ns: pauses.end.subarray(0, rows).map((end, row) => inNs(end - pauses.start[row])),
      occupancy_bytes: pauses.occupancy.slice(0, rows),
      threshold_bytes: pauses.threshold.slice(0, rows),
      caused_by: causesOf(pauses, fabric.peer, fabric.delay),
      egress_peer: text((row) => (pauses.egress[row] < 0 ? "" : name.peer(pauses.egress[row]))),
      paused_port: text((row) => name.name(fabric.peer[port(row)])),
      egress_port: text((row) => (pauses.egress[row] < 0 ? "" : name.name(pauses.egress[row]))),
    },
  };
}
