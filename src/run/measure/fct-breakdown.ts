/**
 * Divides the completion time of a flow into parts that add up to it exactly, to the picosecond.
 *
 * The critical path is that of the flow's last byte, in the copy that the receiver accepts. It consists of three
 * stages:
 *
 * - the waiting times of the flow at its sender until that byte left (`sim/model/sender-stalls.ts`)
 * - the waiting times of the byte at each hop (`sim/model/last-byte-trace.ts`)
 * - the wait for missing bytes after the byte arrived
 *
 * Two stages last longer than their measured waits. The rest of their time is not measured:
 *
 * - At the sender, the time to transmit the packets before the last one belongs to the part "ideal". The remaining time
 *   belongs to the part "again" (retransmission).
 * - On the path, the rest is propagation and transmission. This time belongs to "ideal".
 *
 * "ideal" is the ideal FCT, the denominator of the slowdown. If a link of the path is slower than the NIC, even a flow
 * alone waits there, and its ideal FCT includes that wait. The measured wait appears as queueing or as a low rate. So it
 * is moved from these parts to "ideal", first from the wait at that link.
 *
 * Some flows need a correction:
 *
 * - A flow on a path that was longer or slower than its first shortest path has the part "detour".
 * - A flow that was faster than its ideal FCT has a smaller part "ideal".
 * - The parts of an unfinished flow add up to its age. Its part "ideal" covers the bytes sent and the progress of the
 *   last byte.
 */
import { ARRIVED, BY_TIMEOUT, FIRST_COPY, SENT } from "../../sim/model/last-byte-trace.ts";
import { END, STALL_DOUBLES_LOG, NIC, OPENING, RATE, STOPPED, TIMEOUT, WINDOW } from "../../sim/model/sender-stalls.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Bytes, Ps } from "../../base/units.ts";

/** The parts of a flow's completion time in the order of the output, with the names that reports show. */
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

/** The name of a part of a completion time in results, such as "queued". */
export type PartName = keyof typeof PARTS;

/**
 * Texts for the parts "opening" and "window" of a completion time in runs with a transport policy. Such a transport has
 * neither a handshake nor a window. In these two parts the flow waits until the transport creates a packet.
 */
const OF_TRANSPORT: Readonly<Partial<Record<PartName, string>>> = {
  opening: "before its first packet",
  window: "the transport holds it",
};

/** The text that reports show for a part of a completion time. `hasTransport`: the run has a transport policy. */
export const partText = (part: PartName, hasTransport: boolean): string =>
  (hasTransport ? OF_TRANSPORT[part] : undefined) ?? PARTS[part];

/**
 * Says why a flow could not send during the part "opening" or "window" of its completion time. It applies to runs with
 * a transport policy. The text is a clause without a full stop.
 */
export const transportWaitText = (part: PartName): string =>
  part === "opening"
    ? "its transport had sent none of its data yet, and waited for a credit, an answer or a timer"
    : "its transport had created no packet that could leave, and waited for an ACK, a credit or a timer";

/**
 * One part of a completion time. `time` is in ps. `port` is the network-wide number of the port where the flow lost this
 * time; -1: no port.
 */
export interface Part {
  readonly name: PartName;
  readonly port: number;
  time: Ps;
}

export interface FctBreakdown {
  readonly flow: number;
  /** True if the receiver has every byte of the flow. */
  readonly done: boolean;
  /** The completion time of the flow in ps. For an unfinished flow: its age. */
  readonly total: Ps;
  /** The parts that are not 0, in the order of `PARTS` and of the hops. */
  readonly parts: readonly Part[];
}

/**
 * Returns a function that divides the completion time of a flow into parts. The flow must have begun. `idealOf` returns
 * the ideal FCT of a flow in ps, or NaN for a long-lived flow.
 */
export function breakdownsOf(network: Network, idealOf: (flow: number) => Ps): (flow: number) => FctBreakdown {
  const { flows, fabric, hosts, queue } = network;
  const { lastBytes } = fabric;
  const { payload } = hosts;
  const { dataHeader } = fabric.fidelity.frames;
  const underWay = lastBytes.underWay();
  const holdsNow = new Float64Array(1 << STALL_DOUBLES_LOG);

  /** The time that the NIC needs to transmit the first `to` bytes of the flow, without retransmissions. */
  const onWire = (flow: number, to: Bytes): Ps => {
    const rest = to % payload;
    const full = (to - rest) / payload;
    const last = rest === 0 ? 0 : fabric.wireTime(flows.port[flow], rest + dataHeader);
    return full * fabric.wireTime(flows.port[flow], payload + dataHeader) + last;
  };
  /** The number of the first byte of a flow's last packet. */
  const lastPacket = (flow: number): Bytes => flows.size[flow] - 1 - ((flows.size[flow] - 1) % payload);

  const done = (flow: number): FctBreakdown => {
    const total = flows.received[flow] - flows.start[flow];
    const sheet = new Sheet();
    const record = flow << STALL_DOUBLES_LOG;
    const sent = lastBytes.done[record | SENT];
    if (Number.isNaN(sent)) {
      // The last byte of this flow was not traced, because the number of traces at one time is limited. So all of its
      // time beyond the ideal FCT counts as queued.
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

  /**
   * The part of the completion time to which a wait after a loss belongs. If the receiver has sent no NACK and the
   * sender has retransmitted nothing so far, the flow waits for the retransmission timeout. Otherwise it waits for a
   * retransmission.
   */
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

/** The time that a flow's last byte spent at a switch port, from `from` to `to` in ps. */
export interface Stay {
  readonly port: number;
  readonly from: Ps;
  readonly to: Ps;
}

/** The switch ports that a flow's last byte has visited so far. Empty: it was not sent yet, or was not traced. */
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

/**
 * The time when the flow's last byte left its NIC. If the byte was sent several times, the transmission that the
 * receiver accepts counts. Infinity: the byte has not left yet.
 */
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

/** Collects the parts of one flow's completion time. */
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

  /** Adds a flow's waiting times at the sender. They are in `held` from index `record` on. `port` is the NIC's port. */
  addHolds(held: Float64Array, record: number, port: number): void {
    for (const [field, name] of HOLDS) this.add(name, held[record + field], name.startsWith("nic") ? port : -1);
  }

  close(flow: number, done: boolean, total: Ps): FctBreakdown {
    this.parts.push({ name: "ideal", port: -1, time: total - this.total });
    const parts = this.parts.filter(({ time }) => time !== 0).sort((a, b) => ORDER[a.name] - ORDER[b.name]);
    return { flow, done, total, parts };
  }
}

/**
 * The parts from which `settle` moves time to "ideal", in this order. "ideal" is the rest of the FCT after all other parts.
 * If this rest is shorter than the ideal FCT, time is moved until both are equal. Queueing at the slowest link of the path
 * gives time before the parts of this list.
 */
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

/**
 * Moves time between "ideal" and the other parts, until "ideal" is the ideal FCT. `lack`: the time in ps that "ideal"
 * lacks. A negative value is an excess, which becomes the part "detour".
 */
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
