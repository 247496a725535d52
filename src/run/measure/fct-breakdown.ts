/**
 * Divides a flow's completion time into parts. They add up to it exactly, to the picosecond.
 *
 * The critical path is that of the flow's last byte, in the copy that the receiver accepts. It consists of three stages:
 *
 * - the waiting times of the flow at its sender until that byte left (`sim/model/sender-stalls.ts`)
 * - the waiting times of the byte at each hop (`sim/model/last-byte-trace.ts`)
 * - the wait for missing bytes after it arrived
 *
 * Two parts are remainders. Retransmission is the rest of the time at the sender. Propagation and transmission are the rest of the time on
 * the way.
 *
 * "ideal" is the denominator of the slowdown. It includes the effect of a link slower than the NIC on a flow alone. That effect shows here
 * as queueing or as a low rate, so it is moved from those parts, first from the wait at that link. A flow whose path was longer or slower
 * than its first shortest one has a part for that. A flow that was faster than its ideal has less "ideal". For an unfinished flow the parts
 * add up to its age, and "ideal" covers the bytes sent and the progress of the last byte.
 */
import { ARRIVED, BY_TIMEOUT, FIRST_COPY, SENT } from "../../sim/model/last-byte-trace.ts";
import { END, STALL_DOUBLES_LOG, NIC, OPENING, RATE, STOPPED, TIMEOUT, WINDOW } from "../../sim/model/sender-stalls.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Bytes, Ps } from "../../base/units.ts";

/** The names of the parts, in the order of the output. */
export const PARTS = {
  ideal: "ideal time",
  detour: "longer path",
  opening: "handshake",
  window: "window-limited",
  rate: "rate-limited",
  nic_stopped: "paused",
  nic: "waiting for its NIC",
  queued: "waiting in a queue",
  stopped: "paused",
  queue_stopped: "paused by queue",
  held: "held",
  timeout: "retransmission timeout",
  again: "retransmission",
  disorder: "out of order",
} as const;

export type PartName = keyof typeof PARTS;

/** The name of a part in text. A transport has no window: it holds the flow back until it creates a packet. */
export const partText = (part: PartName, hasTransport: boolean): string =>
  part === "window" && hasTransport ? "the transport holds it" : PARTS[part];

/** One part, in ps. `port` is its place, a network-wide number. -1: the part has no place. */
export interface Part {
  readonly name: PartName;
  readonly port: number;
  time: Ps;
}

export interface FctBreakdown {
  readonly flow: number;
  /** True if the receiver has every byte. */
  readonly done: boolean;
  /** The completion time, or the age, in ps. */
  readonly total: Ps;
  /** The parts that are not 0, in the order of PARTS and of hops. */
  readonly parts: readonly Part[];
}

/** Returns a function for the parts of a flow that has begun. `idealOf` is the ideal FCT in ps. NaN: a long-lived flow. */
export function breakdownsOf(network: Network, idealOf: (flow: number) => Ps): (flow: number) => FctBreakdown {
  const { flows, fabric, hosts, queue } = network;
  const { lastBytes } = fabric;
  const { payload } = hosts;
  const { dataHeader } = fabric.fidelity.frames;
  const underWay = lastBytes.underWay();
  const holdsNow = new Float64Array(1 << STALL_DOUBLES_LOG);

  /** The transmission time at the NIC of the first copies of all packets before byte `to`. */
  const onWire = (flow: number, to: Bytes): Ps => {
    const rest = to % payload;
    const full = (to - rest) / payload;
    const last = rest === 0 ? 0 : fabric.wireTime(flows.port[flow], rest + dataHeader);
    return full * fabric.wireTime(flows.port[flow], payload + dataHeader) + last;
  };
  /** The first byte of the last packet. */
  const lastPacket = (flow: number): Bytes => flows.size[flow] - 1 - ((flows.size[flow] - 1) % payload);

  const done = (flow: number): FctBreakdown => {
    const total = flows.received[flow] - flows.start[flow];
    const sheet = new Sheet();
    const record = flow << STALL_DOUBLES_LOG;
    const sent = lastBytes.done[record | SENT];
    if (Number.isNaN(sent)) {
      // There were more last bytes in the network than can be traced.
      sheet.add("queued", total - Math.min(idealOf(flow), total));
      return sheet.close(flow, true, total);
    }
    atSender(sheet, flow, sent, lastBytes.done, record, lastBytes.doneByQueue?.[flow] ?? 0);
    lastBytes.staysOf(flow, sheet.stay);
    afterwards(sheet, flow);
    settle(sheet, idealOf(flow) - (total - sheet.total), fabric.rate, flows.port[flow]);
    return sheet.close(flow, true, total);
  };

  const atSender = (sheet: Sheet, flow: number, sent: Ps, held: Float64Array, record: number, byQueue: Ps): void => {
    const port = flows.port[flow];
    sheet.addHolds(held, record, port);
    sheet.add("queue_stopped", byQueue, port);
    sheet.add("again", sent - flows.start[flow] - onWire(flow, lastPacket(flow)) - sheet.total);
  };

  const afterwards = (sheet: Sheet, flow: number): void => {
    const came = lastBytes.done[(flow << STALL_DOUBLES_LOG) | ARRIVED];
    const end = flows.received[flow];
    const by = lastBytes.completedBy[flow];
    if (by === FIRST_COPY) sheet.add("disorder", end - came);
    else {
      const repeated = Math.max(came, Math.min(lastBytes.completingSent[flow], end));
      sheet.add(by === BY_TIMEOUT ? "timeout" : "again", repeated - came);
      sheet.add("again", end - repeated);
    }
  };

  /** A sender without a NACK and without retransmissions waits for its retransmission timeout. */
  const afterLoss = (flow: number): PartName =>
    flows.nacks[flow] === 0 && flows.repeated[flow] === 0 ? "timeout" : "again";

  const undone = (flow: number): FctBreakdown => {
    const total = queue.now - flows.start[flow];
    const sheet = new Sheet();
    const journey = underWay.get(flow);
    if (journey !== undefined) {
      const records = lastBytes.underWayRecords;
      atSender(sheet, flow, records[journey + SENT], records, journey, lastBytes.byQueueSoFar(journey));
      lastBytes.staysSoFar(journey, sheet.stay);
      const came = records[journey + ARRIVED];
      if (!Number.isNaN(came)) sheet.add(lastBytes.lost[flow] > 0 ? afterLoss(flow) : "disorder", queue.now - came);
      return sheet.close(flow, false, total);
    }
    const record = flow << STALL_DOUBLES_LOG;
    const ended = hosts.stalls.at[record + END];
    if (ended < flows.start[flow]) sheet.add("opening", total);
    else {
      const byQueue = hosts.stalls.upToNow(flow, holdsNow);
      sheet.addHolds(holdsNow, 0, flows.port[flow]);
      sheet.add("queue_stopped", byQueue, flows.port[flow]);
      const first = Math.max(flows.sndNxt[flow], hosts.sentBefore?.[flow] ?? 0);
      const sending = Math.max(0, ended - queue.now);
      const part = first >= flows.size[flow] && lastBytes.lost[flow] > 0 ? afterLoss(flow) : "again";
      sheet.add(part, total - (onWire(flow, first) - sending) - sheet.total);
    }
    return sheet.close(flow, false, total);
  };
  return (flow) => (Number.isNaN(flows.received[flow]) ? undone(flow) : done(flow));
}

/** A stay of a flow's last byte at a switch's port, from and to in ps. */
export interface Stay {
  readonly port: number;
  readonly from: Ps;
  readonly to: Ps;
}

/** The stays of a flow's last byte so far. None: it was not sent, or not traced. */
export function staysOf({ fabric: { lastBytes }, flows }: Network, flow: number): Stay[] {
  const stays: Stay[] = [];
  const visit = (port: number, from: Ps, to: Ps, _stopped: Ps, byQueue: Ps): void => {
    if (byQueue >= 0) stays.push({ port, from, to });
  };
  const journey = lastBytes.underWay().get(flow);
  if (!Number.isNaN(flows.received[flow])) lastBytes.staysOf(flow, visit);
  else if (journey !== undefined) lastBytes.staysSoFar(journey, visit);
  return stays;
}

/** The time when the flow's last byte left its NIC, in the copy that counts. Infinity: not yet. */
export function sentAt({ fabric: { lastBytes }, flows }: Network, flow: number): Ps {
  const journey = lastBytes.underWay().get(flow);
  const sent = Number.isNaN(flows.received[flow])
    ? journey === undefined
      ? Infinity
      : lastBytes.underWayRecords[journey + SENT]
    : lastBytes.done[(flow << STALL_DOUBLES_LOG) | SENT];
  return Number.isNaN(sent) ? Infinity : sent;
}

const HOLDS = [
  [OPENING, "opening"],
  [WINDOW, "window"],
  [RATE, "rate"],
  [STOPPED, "nic_stopped"],
  [NIC, "nic"],
  [TIMEOUT, "timeout"],
] as const;

const ORDER = Object.fromEntries(Object.keys(PARTS).map((name, k) => [name, k])) as Record<PartName, number>;

/** Collects the parts. */
class Sheet {
  /** The sum of all parts except "ideal". */
  total: Ps = 0;
  readonly parts: Part[] = [];

  add(name: PartName, time: Ps, port = -1): void {
    if (time === 0) return;
    this.total += time;
    const same = this.parts.find((part) => part.name === name && part.port === port);
    if (same === undefined) this.parts.push({ name, port, time });
    else same.time += time;
  }

  readonly stay = (port: number, from: Ps, to: Ps, stopped: Ps, byQueue: Ps): void => {
    if (byQueue < 0) {
      this.add("held", to - from, port);
      return;
    }
    this.add("queued", to - from - stopped - byQueue, port);
    this.add("stopped", stopped, port);
    this.add("queue_stopped", byQueue, port);
  };

  /** Adds the waiting times of the record at `record` of `held`. */
  addHolds(held: Float64Array, record: number, port: number): void {
    for (const [field, name] of HOLDS) this.add(name, held[record + field], name.startsWith("nic") ? port : -1);
  }

  close(flow: number, done: boolean, total: Ps): FctBreakdown {
    this.parts.push({ name: "ideal", port: -1, time: total - this.total });
    const parts = this.parts.filter(({ time }) => time !== 0).sort((a, b) => ORDER[a.name] - ORDER[b.name]);
    return { flow, done, total, parts };
  }
}

/** The parts that give time to "ideal", after the wait at the slowest link, in this order. */
const GIVERS: readonly PartName[] = [
  "rate",
  "window",
  "nic_stopped",
  "stopped",
  "queue_stopped",
  "held",
  "queued",
  "nic",
  "disorder",
  "again",
];

/** Moves time between the other parts and "ideal". `lack` is the time that "ideal" lacks in ps; negative: its excess. */
function settle(sheet: Sheet, lack: Ps, rate: Float64Array, nic: number): void {
  if (lack <= 0) {
    sheet.add("detour", -lack);
    return;
  }
  const waits = sheet.parts.filter(({ name }) => name === "queued");
  const slowest = waits.reduce((least, { port }) => Math.min(least, rate[port]), rate[nic]);
  const givers = [
    ...waits.filter(({ port }) => rate[port] === slowest),
    ...GIVERS.flatMap((name) => sheet.parts.filter((part) => part.name === name)),
    ...sheet.parts,
  ];
  let left = lack;
  for (const part of givers) {
    const given = Math.min(left, part.time);
    part.time -= given;
    sheet.total -= given;
    left -= given;
  }
}
