/**
 * The counters of every run, with their public names and descriptions. summary.json, the table of counters and
 * docs/results.md use these names.
 */
import type { Network } from "../../sim/model/network.ts";
import { DROP_CAUSES } from "../../contracts/probe.ts";
import type { PauseRecord } from "./pause-record.ts";

export const counters = {
  packet_hops: "Packets put on any wire, frames of flow control included.",
  link_frames: "Frames of hop-by-hop flow control among them: PAUSE, RESUME, refreshes.",
  data_packets: "Data packets that senders sent, repeats included.",
  marked_packets: "Data packets that arrived with an ECN mark.",
  repeated_packets: "Data packets that senders sent again.",
  out_of_order_packets: "Data packets that arrived although an earlier byte of their flow was missing.",
  reordering_bytes: "The farthest that such a packet was ahead of the first missing byte.",
  nacks: "NACKs that receivers sent.",
  cnps: "CNPs that receivers sent.",
  pauses: "PAUSEs that switches decided on.",
  pauses_unrecorded: "Those of them that the table of PAUSEs has no row for, since it was full or not wanted.",
  dropped_no_buffer: "Packets of a lossy class that found their output's queue or the memory full.",
  dropped_no_headroom: "Packets of a lossless class that found no memory. It ends the run unless `onDrop: count`.",
  dropped_damaged: "Packets that a link damaged.",
  dropped_link_down: "Packets lost when a link failed.",
  dropped_no_route: "Packets that no port led on for.",
  dropped_lost_pause: "Frames of flow control that a fault `lost-pauses` took; there where the scenario has faults.",
  dropped_watchdog: "Packets that a `pfc-watchdog` discarded; there where the scenario has faults.",
  dropped_slow_receiver:
    "Packets that found the memory of a slow receiver's NIC full; there where the scenario has faults.",
  dropped_trimmed: "Payloads that switches dropped while the headers went on. Counted if the buffer policy trims.",
} as const satisfies Readonly<Record<string, string>>;

/** Counters that only runs with faults have. */
const OF_FAULTS = ["dropped_lost_pause", "dropped_watchdog", "dropped_slow_receiver"] as const;
/** The counter that only runs with a trimming buffer policy have. */
const OF_TRIMMING = "dropped_trimmed";
type Optional = (typeof OF_FAULTS)[number] | typeof OF_TRIMMING;

export type Counters = Readonly<Record<Exclude<keyof typeof counters, Optional>, number>> &
  Readonly<Partial<Record<Optional, number>>>;

type Dropped = Exclude<Extract<keyof Counters, `dropped_${string}`>, Optional>;

/** The counter for a cause of drops. For example, "no buffer" has the counter `dropped_no_buffer`. */
const dropCounter = (cause: string): Dropped => `dropped_${cause.replaceAll(" ", "_")}` as Dropped;

export function countersOf(network: Network, pauses: PauseRecord): Counters {
  const { fabric, hosts, flows } = network;
  const sum = (column: Int32Array): number => column.reduce((all, one) => all + one, 0);
  const { droppedPackets } = fabric.ledger;
  const drops = DROP_CAUSES.map((cause, k) => [dropCounter(cause), droppedPackets[k]] as const).filter(([name]) =>
    isCounted(network, name),
  );
  return {
    packet_hops: fabric.hops,
    link_frames: fabric.linkFrames.count,
    data_packets: hosts.dataPackets,
    marked_packets: hosts.marked,
    repeated_packets: sum(flows.repeated),
    out_of_order_packets: sum(flows.outOfOrder),
    reordering_bytes: flows.farthestAhead.reduce((most, bytes) => Math.max(most, bytes), 0),
    nacks: sum(flows.nacks),
    cnps: hosts.cnps,
    pauses: pauses.count,
    pauses_unrecorded: pauses.count - pauses.rows,
    ...(Object.fromEntries(drops) as Record<Dropped, number>),
  };
}

function isCounted({ faultLog, switches }: Network, name: string): boolean {
  if (name === OF_TRIMMING) return switches.some((at) => at?.policies.buffer.trims !== undefined);
  return faultLog !== null || !(OF_FAULTS as readonly string[]).includes(name);
}
