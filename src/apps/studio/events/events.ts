/**
 * The events of a run as rows: PAUSEs and resumes, starts and ends of flows.
 *
 * A run only counts drops, ECN marks and retransmissions. To get rows for them, the page repeats the run for a time
 * range.
 */
import type { PacketEvents } from "xoff";
import { bytesText, timeText } from "../format.ts";
import type { RunView } from "../lab/messages.ts";
import { portName } from "../measure/ports.ts";

export const KINDS = ["PAUSE", "resume", "flow start", "flow end", "drop", "ECN mark", "retransmission"] as const;
export type Kind = (typeof KINDS)[number];

const [PAUSE, RESUME, START, END, DROP, MARK] = [0, 1, 2, 3, 4, 5];
/**
 * The index in `KINDS` of the first kind that a run only counts: drops, ECN marks and retransmissions. The page lists
 * their events only after it has repeated the run for a time range.
 */
const FIRST_LISTED = DROP;

/** The events of a run as columns, in order of time. */
export interface Events {
  readonly view: RunView;
  /** The drops, ECN marks and retransmissions of a time range. The page repeats the run to list them. */
  readonly listed: PacketEvents | undefined;
  readonly time: Float64Array;
  /** An index of `KINDS`. */
  readonly kind: Uint8Array;
  /**
   * The object of the event, as an index that depends on the event's kind:
   *
   * - PAUSE, resume: the row in `view.pauses`
   * - flow start, flow end: the number of the flow
   * - all other kinds: the row in `listed`
   */
  readonly row: Int32Array;
}

export function eventsOf(view: RunView, listed?: PacketEvents): Events {
  const { pauses, flows, summary } = view;
  const end = summary.simulated_ns;
  const most = 2 * pauses.start.length + 2 * flows.start.length + (listed?.rows ?? 0);
  const [time, kind, row] = [new Float64Array(most), new Uint8Array(most), new Int32Array(most)];
  let count = 0;
  const add = (at: number, of: number, from: number): void => {
    time[count] = at;
    kind[count] = of;
    row[count++] = from;
  };
  pauses.start.forEach((at, k) => add(at, PAUSE, k));
  pauses.end.forEach((at, k) => {
    if (at <= end) add(at, RESUME, k);
  });
  flows.start.forEach((at, k) => {
    if (at > end) return;
    add(at, START, k);
    if (!Number.isNaN(flows.fct[k])) add(at + flows.fct[k], END, k);
  });
  listed?.time_ns.forEach((at, k) => add(at, FIRST_LISTED + listed.kind[k], k));
  const order = Int32Array.from({ length: count }, (_, k) => k).sort(
    (a, b) => time[a] - time[b] || kind[a] - kind[b] || row[a] - row[b],
  );
  const sorted = <Column extends Float64Array | Uint8Array | Int32Array>(from: Column, to: Column): Column => {
    order.forEach((k, place) => (to[place] = from[k]));
    return to;
  };
  return {
    ...{ view, listed },
    time: sorted(time, new Float64Array(count)),
    kind: sorted(kind, new Uint8Array(count)),
    row: sorted(row, new Int32Array(count)),
  };
}

export const kindOf = ({ kind }: Events, event: number): Kind => KINDS[kind[event]];

/** The row in `view.pauses` of the PAUSE that begins or ends with the event. -1 if the event is neither a PAUSE nor a resume. */
export const pauseOf = ({ kind, row }: Events, event: number): number =>
  kind[event] === PAUSE || kind[event] === RESUME ? row[event] : -1;

/** The flow of an event. -1: the event belongs to no flow. */
export function flowOf({ listed, kind, row }: Events, event: number): number {
  if (kind[event] === START || kind[event] === END) return row[event];
  return kind[event] < FIRST_LISTED || listed === undefined ? -1 : listed.flow[row[event]];
}

/**
 * The port of an event: the paused port, or the port that dropped or marked the packet. A retransmission has the port
 * of the host. -1 for the start and the end of a flow.
 */
function portOf({ view: { fabric, pauses }, listed, kind, row }: Events, event: number): number {
  const at = row[event];
  if (kind[event] <= RESUME) return fabric.peer[pauses.port[at]];
  return kind[event] < FIRST_LISTED || listed === undefined ? -1 : listed.port[at];
}

/** The ingress port whose chart shows the event. Undefined if no chart of a port shows it. */
export function chartPortOf(events: Events, event: number): string | undefined {
  const { view, listed, kind, row } = events;
  if (pauseOf(events, event) >= 0) return portName(view.fabric, view.pauses.port[row[event]]);
  // A packet is dropped at the ingress port where it arrives. An ECN mark is set in an egress queue, so no chart of an
  // ingress port shows it.
  return kind[event] === DROP && listed !== undefined ? portName(view.fabric, listed.port[row[event]]) : undefined;
}

const flowText = ({ fabric, flows }: RunView, flow: number): string =>
  `${flow}: ${fabric.names[flows.source[flow]]} → ${fabric.names[flows.destination[flow]]}`;

/** The port or flow that an event is about. */
export function subjectOf(events: Events, event: number): string {
  const port = portOf(events, event);
  const isOfFlow = port < 0 || kindOf(events, event) === "retransmission";
  return isOfFlow ? flowText(events.view, flowOf(events, event)) : portName(events.view.fabric, port);
}

/**
 * Length of the PAUSE in ns, or FCT of the flow in ns. NaN if the PAUSE or the flow did not end within the run, and for
 * events without a length.
 */
export function lengthOf({ view: { pauses, flows, summary }, kind, row }: Events, event: number): number {
  const at = row[event];
  if (kind[event] >= FIRST_LISTED) return NaN;
  if (kind[event] === START || kind[event] === END) return flows.fct[at];
  return pauses.end[at] > summary.simulated_ns ? NaN : pauses.end[at] - pauses.start[at];
}

/** More about an event, in words. */
export function detailOf(events: Events, event: number): string {
  const { view, listed } = events;
  const { fabric, pauses, flows } = view;
  const at = events.row[event];
  const length = lengthOf(events, event);
  switch (kindOf(events, event)) {
    case "PAUSE": {
      const sender = fabric.names[fabric.node[pauses.port[at]]];
      const lasted = Number.isNaN(length) ? "to the end of the run" : `for ${timeText(length)}`;
      return `class ${pauses.cls[at]} by ${sender}, ${lasted}; occupancy ${bytesText(pauses.occupancy[at])}, threshold ${bytesText(Math.max(0, pauses.threshold[at]))}`;
    }
    case "resume":
      return `class ${pauses.cls[at]}, after ${timeText(length)}`;
    case "flow start":
      return Number.isNaN(flows.size[at]) ? "long-lived" : bytesText(flows.size[at]);
    case "flow end":
      return `FCT ${timeText(flows.fct[at])}, slowdown ${Number(flows.slowdown[at].toPrecision(3))}×`;
    default:
      return listed === undefined ? "" : packetDetail(view, listed, at);
  }
}

function packetDetail(view: RunView, listed: PacketEvents, at: number): string {
  const { words, kind, packet, size, flow, detail } = listed;
  const of = flow[at] < 0 ? "" : ` of flow ${flowText(view, flow[at])}`;
  switch (FIRST_LISTED + kind[at]) {
    case DROP:
      return `${words.packet[packet[at]]}${of}, ${bytesText(size[at])}: ${words.cause[detail[at]]}`;
    case MARK:
      return `class ${listed.class[at]}${of}; ${bytesText(detail[at])} remained in the egress queue`;
    default:
      return `class ${listed.class[at]}, ${bytesText(size[at])}, from byte ${detail[at]} of the flow`;
  }
}

export interface Filter {
  readonly kinds: ReadonlySet<Kind>;
  /** Part of the name of a port or of a flow. Empty: the events of all ports and flows match. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The events that match, in order of time. */
export function matching(events: Events, { kinds, text, from, to }: Filter): Int32Array {
  const wanted = text.trim().toLowerCase();
  const { time, kind } = events;
  const isWanted = KINDS.map((one) => kinds.has(one));
  const isNamed = wanted === "" ? () => true : namer(events, wanted);
  const found = new Int32Array(time.length);
  let count = 0;
  for (let event = 0; event < time.length; event++)
    if (time[event] >= from && time[event] <= to && isWanted[kind[event]] && isNamed(event)) found[count++] = event;
  return found.subarray(0, count);
}

/**
 * Returns a function that is true for events whose port or flow has `wanted` in its name. It reads each name only once,
 * because many events have the same port or flow.
 */
function namer(events: Events, wanted: string): (event: number) => boolean {
  const { view } = events;
  const { node, peer } = view.fabric;
  const has = (name: string): boolean => name.toLowerCase().includes(wanted);
  // A PAUSE has two ports: the paused one and the one that pauses it. A match with the name of either port selects the event.
  const ports = Uint8Array.from(node, (_, port) => Number(has(portName(view.fabric, port))));
  const flows = Uint8Array.from(view.flows.start, (_, flow) => Number(has(flowText(view, flow))));
  return (event) => {
    const [port, flow] = [portOf(events, event), flowOf(events, event)];
    if (flow >= 0 && flows[flow] === 1) return true;
    return port >= 0 && (ports[port] === 1 || (pauseOf(events, event) >= 0 && ports[peer[port]] === 1));
  };
}

/** Index in `some` of the first event at or after the time `at`. */
export function firstFrom({ time }: Events, some: Int32Array, at: number): number {
  let [low, high] = [0, some.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[some[middle]] < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const ORDERS = ["time", "kind", "subject", "length"] as const;
export type Order = (typeof ORDERS)[number];

/**
 * Returns the first `most` of the events `some`, sorted by `order`. Equal events are in order of time. If `order` is
 * "length", the longest event is first. An event that never ended counts as the longest.
 */
export function firstIn(events: Events, some: Int32Array, order: Order, most: number): Int32Array {
  if (order === "time") return some.subarray(0, most);
  const keys = Float64Array.from(some, (event) => keyOf(events, event, order));
  // Only the shown rows are sorted by `keyOf`. To find them, the keys alone are sorted first, because a sort of plain
  // numbers is fast.
  const limit = keys.length > most ? keys.slice().sort()[most - 1] : Infinity;
  const below: number[] = [];
  const equal: number[] = [];
  keys.forEach((key, k) => {
    if (key < limit) below.push(k);
    else if (key === limit && equal.length < most) equal.push(k);
  });
  const places = [...below, ...equal].slice(0, most).sort((a, b) => keys[a] - keys[b] || a - b);
  return Int32Array.from(places, (k) => some[k]);
}

function keyOf(events: Events, event: number, order: Exclude<Order, "time">): number {
  switch (order) {
    case "kind":
      return events.kind[event];
    case "subject": {
      // Ports come first, then flows, each in order of their numbers.
      const { ports } = events.view.samples;
      const [port, flow] = [portOf(events, event), flowOf(events, event)];
      return port < 0 ? ports + flow : port;
    }
    case "length": {
      if (events.kind[event] >= FIRST_LISTED) return 0;
      const length = lengthOf(events, event);
      return Number.isNaN(length) ? -Number.MAX_VALUE : -length;
    }
  }
}
