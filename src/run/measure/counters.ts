/**
 * The counters of every run, with their public names and descriptions. summary.json, the table of counters and
 * docs/results.md use these names.
 */
import type { Network } from "../../sim/model/network.ts";
import { DROP_CAUSES } from "../../contracts/probe.ts";
import type { PauseRecord } from "./pause-record.ts";

export const counters = {
  packet_hops: "Packets and frames of flow control, counted once for each link that they cross.",
  link_frames: "Frames of hop-by-hop flow control: PAUSE, RESUME and repetitions.",
  data_packets: "Data packets that senders sent, including retransmissions.",
  marked_packets: "Data packets that arrived with an ECN mark.",
  repeated_packets: "Data packets that senders retransmitted.",
  out_of_order_packets: "Data packets that arrived although an earlier byte of their flow was missing.",
  reordering_bytes: "Maximum distance in bytes between an out-of-order packet and the first missing byte of its flow.",
  nacks: "NACKs that receivers sent.",
  cnps: "CNPs that receivers sent.",
  pauses: "PAUSEs of a class or a port that switches decided on.",
  pauses_unrecorded:
    "PAUSEs without a row in the table of PAUSEs, because the table was full or `measure.pauses` is false. PAUSEs of single queues and " +
    "flows count too.",
  dropped_no_buffer: "Packets of a lossy class that found the egress queue or the memory full.",
  dropped_no_headroom:
    "Packets of a lossless class that found no memory. Such a drop ends the run, unless the scenario has `onDrop: count`.",
  dropped_damaged: "Packets that a link damaged.",
  dropped_link_down: "Packets lost when a link failed.",
  dropped_no_route: "Packets for whose destination a switch had no port.",
  dropped_lost_pause: "Frames of flow control lost by the fault `lost-pauses`. Present if the scenario has faults.",
  dropped_watchdog: "Packets that a `pfc-watchdog` discarded. Present if the scenario has faults.",
  dropped_slow_receiver:
    "Packets that found the memory of a slow receiver's NIC full. Present if the scenario has faults.",
  dropped_trimmed:
    "Packets whose payload a switch dropped while it forwarded the header. Present if the buffer policy trims.",
  messages_dropped:
    "Messages of the transport, such as credits, among the dropped packets. They also count under the cause of the drop. Present with a " +
    "transport.",
  queue_pauses:
    "Frames by which a scheduling policy paused one queue of a class, or one flow at its host. Present if the policy has queues within a class.",
  queue_frames_lost:
    "Lost frames that pause or resume one queue or flow. The model does not repeat them. Present if the scheduling policy has queues within a class.",
  held_packets:
    "Packets that the routing policy still held at the end of the run. Present if the policy holds packets.",
  link_replays: "Frames that links with `retry` retransmitted. Present if a link with errors has `retry`.",
} as const satisfies Readonly<Record<string, string>>;

/** Counters that are present only in runs with faults. */
const OF_FAULTS = ["dropped_lost_pause", "dropped_watchdog", "dropped_slow_receiver"] as const;
/** The counter that is present only in runs with a trimming buffer policy. */
const OF_TRIMMING = "dropped_trimmed";
/** Counters that are present only in runs with queues within a class. */
type OfQueues = "queue_pauses" | "queue_frames_lost";
type Optional =
  (typeof OF_FAULTS)[number] | typeof OF_TRIMMING | OfQueues | "messages_dropped" | "held_packets" | "link_replays";

export type Counters = Readonly<Record<Exclude<keyof typeof counters, Optional>, number>> &
  Readonly<Partial<Record<Optional, number>>>;

type Dropped = Exclude<Extract<keyof Counters, `dropped_${string}`>, Optional>;

/** The name of the counter for a cause of drops. For the cause "no buffer" it is `dropped_no_buffer`. */
const dropCounter = (cause: string): Dropped => `dropped_${cause.replaceAll(" ", "_")}` as Dropped;

export function countersOf(network: Network, pauses: PauseRecord): Counters {
  const { fabric, hosts, flows } = network;
  const sum = (column: Int32Array | Float64Array): number => {
    let all = 0;
    for (const one of column) all += one;
    return all;
  };
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
    pauses_unrecorded: pauses.count + pauses.ofQueues - pauses.rows,
    ...(Object.fromEntries(drops) as Record<Dropped, number>),
    ...(fabric.entropy === null ? {} : { messages_dropped: fabric.ledger.droppedMessages }),
    ...(fabric.classQueues === null
      ? {}
      : { queue_pauses: sum(fabric.linkFrames.queuePauses), queue_frames_lost: fabric.linkFrames.lostForQueues }),
    ...(fabric.held === null ? {} : { held_packets: fabric.held.count }),
    ...(fabric.retry === null ? {} : { link_replays: fabric.retry.replays }),
  };
}

function isCounted({ faultLog, switches }: Network, name: string): boolean {
  if (name === OF_TRIMMING) return switches.some((at) => at?.policies.buffer.trims !== undefined);
  return faultLog !== null || !(OF_FAULTS as readonly string[]).includes(name);
}
