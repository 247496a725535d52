/**
 * Merges the states of all partitions into one network that never ran. The results are then computed from that network,
 * as after a run without partitions.
 *
 * Each value comes from the partition that owns it. Ports, queues, switches and tasks belong to the partition of their
 * node. A value of a flow belongs to the partition of its sender or of its receiver. Counters are added.
 */
import type { HeadroomTaken, HeadroomUse } from "../measure/headroom-use.ts";
import type { Losses, LossesTaken } from "../measure/losses.ts";
import type { PauseRecord, PausesTaken } from "../measure/pause-record.ts";
import type { ProbeRun } from "../measure/probes.ts";
import type { Series, SeriesTaken } from "../measure/series.ts";
import type { FlowPauses } from "../../sim/model/flow-pauses.ts";
import type { FaultsTaken } from "../../sim/model/fault-log.ts";
import type { LastByteState } from "../../sim/model/last-byte-trace.ts";
import type { LedgerState } from "../../sim/model/ledger.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Ps } from "../../base/units.ts";

/** A network and the records of its run. */
export interface Measured {
  readonly network: Network;
  readonly pauses: PauseRecord;
  readonly series: Series;
  readonly headroom: HeadroomUse | undefined;
  readonly losses: Losses | undefined;
  readonly probes: readonly ProbeRun[];
}

type Cells = Float64Array | Int32Array | Uint8Array;

/** Values of ports, nodes or flows. The number of adjacent cells for each port, node or flow is `width`. */
interface Column {
  readonly cells: Cells;
  readonly width: number;
}

const wide =
  (width: number) =>
  (cells: Cells): Column => ({ cells, width });

/** The given column as a list. The list is empty if the network has no such column. */
const given = (cells: Cells | null | undefined): Cells[] => (cells === null || cells === undefined ? [] : [cells]);

/** Splits queue records, which are ordered by class, into one column for each class. */
function byClass(words: Cells, ports: number, classLog: number): Column[] {
  const width = words.length >> (classLog + 3);
  return Array.from({ length: 8 }, (_, cls) => {
    const from = (cls << classLog) * width;
    return wide(width)(words.subarray(from, from + ports * width));
  });
}

const OWNERS = ["ports", "nodes", "senders", "receivers", "tasks"] as const;
type ByOwner<What> = Readonly<Record<(typeof OWNERS)[number], What>>;

function columnsOf({ fabric, flows, hosts, tasks }: Network): ByOwner<readonly Column[]> {
  const { ports, portRecords, queueRecords, pauseTimes, accounts, lastBytes, linkFrames } = fabric;
  const { classQueues, flowPauses } = fabric;
  hosts.sentBefore ??= new Float64Array(flows.capacity);
  return {
    ports: [
      ...[portRecords.words, portRecords.rareWords].map((words) => wide(words.length / ports)(words)),
      ...byClass(queueRecords.egressWords, ports, queueRecords.classLog),
      ...byClass(queueRecords.ingressWords, ports, queueRecords.classLog),
      ...[queueRecords.headroomPeak, queueRecords.own].map(wide(8)),
      ...[fabric.stoppedSince, fabric.stoppedTime, pauseTimes.since, pauseTimes.total, pauseTimes.over].map(wide(8)),
      ...[pauseTimes.stopped, pauseTimes.short, pauseTimes.held].map(wide(1)),
      ...[linkFrames.made, linkFrames.queuePauses].map(wide(1)),
      ...(classQueues?.columns ?? []).flatMap((cells) => byClass(cells, ports, queueRecords.classLog)),
    ],
    nodes: [accounts.used, accounts.peak].map(wide(1)),
    senders: [
      ...[...flows.senderTimes, flows.sndNxt, flows.sndUna, flows.lastSize].map(wide(1)),
      ...[flows.rate, flows.window, flows.limit, ...flows.senderCounts, hosts.timeouts, hosts.sentBefore].map(wide(1)),
      ...[flows.sendCls, hosts.stalls.why].map(wide(1)),
      wide(8)(hosts.stalls.at),
      ...[hosts.stalls.byQueue, flowPauses?.paused, flowPauses?.since, flowPauses?.over].flatMap(given).map(wide(1)),
    ],
    receivers: [
      ...[...flows.receiverTimes, flows.rcvNxt, flows.farthestAhead, ...flows.receiverCounts].map(wide(1)),
      ...[lastBytes.completedBy, lastBytes.completingSent].map(wide(1)),
      wide(8)(lastBytes.done),
      ...[lastBytes.doneByQueue].flatMap(given).map(wide(1)),
    ],
    tasks: [tasks?.ready, tasks?.waitsFor].flatMap(given).map(wide(1)),
  };
}

/** The numbers of the flows in a partition: first the planned flows, then those that began during the run. */
function flowsThere({ flows }: Network): number[] {
  const there = Array.from({ length: flows.count }, (_, flow) => flow);
  for (let flow = flows.count; flow < flows.capacity; flow++) if (flows.size[flow] > 0) there.push(flow);
  return there;
}

/**
 * The indices of everything that a partition owns: its ports, nodes and tasks, and the flows of its senders and its
 * receivers.
 */
function ownedBy({ fabric, flows, tasks }: Network, there: readonly number[]): ByOwner<Int32Array> {
  const owns = (node: number): boolean => fabric.owns(node);
  return {
    ports: Int32Array.from(fabric.node.keys()).filter((port) => owns(fabric.node[port])),
    nodes: Int32Array.from({ length: fabric.nodes }, (_, node) => node).filter(owns),
    senders: Int32Array.from(there.filter((flow) => owns(flows.source[flow]))),
    receivers: Int32Array.from(there.filter((flow) => owns(flows.destination[flow]))),
    tasks: Int32Array.from(tasks?.host.keys() ?? []).filter((task) => tasks !== null && owns(tasks.host[task])),
  };
}

function rowsOf({ cells, width }: Column, rows: Int32Array): Cells {
  const taken = cells.slice(0, rows.length * width);
  rows.forEach((row, k) => {
    taken.set(cells.subarray(row * width, (row + 1) * width), k * width);
  });
  return taken;
}

function putRows({ cells, width }: Column, rows: Int32Array, taken: Cells): void {
  rows.forEach((row, k) => {
    cells.set(taken.subarray(k * width, (k + 1) * width), row * width);
  });
}

/** The state of a partition after the run, as plain arrays that can be sent between threads. */
export interface Taken {
  readonly owned: ByOwner<Int32Array>;
  readonly columns: ByOwner<readonly Cells[]>;
  readonly latestStops: Network["fabric"]["pauseTimes"]["latest"];
  readonly pausesOfFlows: FlowPauses["past"] | undefined;
  readonly journeys: LastByteState;
  readonly ledger: LedgerState;
  readonly digest: readonly [number, number];
  readonly counts: {
    readonly marked: number;
    readonly cnps: number;
    readonly dataPackets: number;
    readonly linkFrames: number;
    readonly lostForQueues: number;
    readonly linkReplays: number;
    readonly held: number;
  };
  readonly unfinished: number;
  readonly pauses: PausesTaken;
  readonly series: SeriesTaken;
  readonly headroom: HeadroomTaken | undefined;
  readonly losses: LossesTaken | undefined;
  readonly faults: FaultsTaken | undefined;
  /** By probe. */
  readonly probes: readonly Float64Array[];
}

export function take({ network, pauses, series, headroom, losses, probes }: Measured): Taken {
  network.recount();
  const { fabric, flows, hosts, unfinished } = network;
  const owned = ownedBy(network, flowsThere(network));
  const columns = columnsOf(network);
  const { totals, droppedBytes, droppedPackets } = fabric.ledger;
  return {
    owned,
    columns: Object.fromEntries(
      OWNERS.map((owner) => [owner, columns[owner].map((column) => rowsOf(column, owned[owner]))]),
    ) as unknown as ByOwner<readonly Cells[]>,
    latestStops: fabric.pauseTimes.latest,
    pausesOfFlows: fabric.flowPauses?.past,
    journeys: fabric.lastBytes.taken(
      (flow) => fabric.owns(flows.destination[flow]) && !Number.isNaN(flows.received[flow]),
    ),
    ledger: { totals, droppedBytes, droppedPackets },
    digest: fabric.digest.sums,
    counts: {
      marked: hosts.marked,
      cnps: hosts.cnps,
      dataPackets: hosts.dataPackets,
      linkFrames: fabric.linkFrames.count,
      lostForQueues: fabric.linkFrames.lostForQueues,
      linkReplays: fabric.retry?.replays ?? 0,
      held: fabric.held?.count ?? 0,
    },
    unfinished,
    pauses: pauses.taken,
    series: series.taken,
    headroom: headroom?.taken,
    losses: losses?.taken,
    faults:
      network.faultLog === null ? undefined : { events: network.faultLog.events, passed: network.faultLog.passed },
    probes: probes.map(({ taken }) => taken),
  };
}

/**
 * The end of a run: its time and the deadlock, if one exists. `settledAt` is the time since which no result could
 * change. NaN: results could change until the end.
 */
export interface End {
  readonly at: Ps;
  readonly deadlock: readonly number[];
  readonly deadlockSince: Ps;
  readonly settledAt: Ps;
}

/**
 * Writes the states of all partitions into a network that was built but never ran. `asked` is the table of flows in
 * shared memory. It exists only if flows may be created during the run, for example those of trains (sequences of
 * flows).
 */
export function put(
  { network, pauses, series, headroom, losses, probes }: Measured,
  parts: readonly Taken[],
  end: End,
  asked?: Network["flows"],
): void {
  const { fabric, hosts } = network;
  const numberOf = asked === undefined ? (flow: number): number => flow : bornFlows(network, asked);
  const columns = columnsOf(network);
  for (const part of parts) {
    for (const owner of OWNERS) {
      const isOfFlows = owner === "senders" || owner === "receivers";
      const rows = isOfFlows ? part.owned[owner].map(numberOf) : part.owned[owner];
      columns[owner].forEach((column, k) => {
        putRows(column, rows, part.columns[owner][k]);
      });
    }
    for (const [queue, stops] of part.latestStops) fabric.pauseTimes.latest.set(queue, stops);
    for (const [flow, pauses] of part.pausesOfFlows ?? []) fabric.flowPauses?.past.set(numberOf(flow), pauses);
    fabric.lastBytes.put(part.journeys, numberOf);
    fabric.ledger.add(part.ledger);
    fabric.digest.add(part.digest);
    hosts.marked += part.counts.marked;
    hosts.cnps += part.counts.cnps;
    hosts.dataPackets += part.counts.dataPackets;
    fabric.linkFrames.count += part.counts.linkFrames;
    fabric.linkFrames.lostForQueues += part.counts.lostForQueues;
    if (fabric.retry !== null) fabric.retry.replays += part.counts.linkReplays;
    if (fabric.held !== null) fabric.held.count += part.counts.held;
  }
  // The copied port records contain the failed links, so the routes are recomputed without these links.
  network.reroute?.();
  network.unfinished = parts.reduce((sum, { unfinished }) => sum + unfinished, 0);
  network.queue.now = end.at;
  network.deadlock = end.deadlock;
  network.deadlockSince = end.deadlockSince;
  network.settledAt = end.settledAt;
  pauses.put(
    parts.map((part) => part.pauses),
    numberOf,
  );
  series.put(parts.map((part) => part.series));
  headroom?.put(parts.flatMap((part) => part.headroom ?? []));
  losses?.put(parts.flatMap((part) => (part.losses === undefined ? [] : [part.losses])));
  network.faultLog?.put(parts.flatMap((part) => part.faults ?? []));
  probes.forEach((probe, k) => {
    probe.put(parts.map((part) => part.probes[k]));
  });
}

/**
 * Adds the flows that began during the run to the planned ones, in the order of their starts. Returns a function from a
 * flow's number in its partition to its number here.
 */
function bornFlows({ flows }: Network, asked: Network["flows"]): (flow: number) => number {
  const planned = flows.count;
  const born: number[] = [];
  for (let flow = planned; flow < asked.capacity; flow++) if (asked.size[flow] > 0) born.push(flow);
  born.sort((a, b) => asked.start[a] - asked.start[b] || asked.origin[a] - asked.origin[b] || a - b);
  const numbers = new Map(born.map((flow, k) => [flow, planned + k]));
  for (const flow of born) flows.copy(asked, flow);
  return (flow) => numbers.get(flow) ?? flow;
}
