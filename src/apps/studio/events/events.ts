/** The events of a run as rows: PAUSEs and resumes, and the starts and ends of flows. */
import { bytesText, timeText } from "../format.ts";
import type { RunView } from "../lab/messages.ts";
import { portName } from "../view/ports.ts";

export const KINDS = ["PAUSE", "resume", "flow start", "flow end"] as const;
export type Kind = (typeof KINDS)[number];

/** The events of a run as columns, in order of time. */
export interface Events {
  readonly time: Float64Array;
  readonly kind: Uint8Array;
  /** Row of the PAUSE, or number of the flow. */
  readonly row: Int32Array;
}

const [PAUSE, RESUME, START, END] = [0, 1, 2, 3];

export function eventsOf({ pauses, flows, summary }: RunView): Events {
  const found: { time: number; kind: number; row: number }[] = [];
  const end = summary.simulated_ns;
  pauses.start.forEach((time, row) => found.push({ time, kind: PAUSE, row }));
  pauses.end.forEach((time, row) => {
    if (time <= end) found.push({ time, kind: RESUME, row });
  });
  flows.start.forEach((time, row) => {
    if (time > end) return;
    found.push({ time, kind: START, row });
    if (!Number.isNaN(flows.fct[row])) found.push({ time: time + flows.fct[row], kind: END, row });
  });
  found.sort((a, b) => a.time - b.time || a.kind - b.kind || a.row - b.row);
  return {
    time: Float64Array.from(found, ({ time }) => time),
    kind: Uint8Array.from(found, ({ kind }) => kind),
    row: Int32Array.from(found, ({ row }) => row),
  };
}

export const kindOf = ({ kind }: Events, event: number): Kind => KINDS[kind[event]];

/** The port or flow that an event is about. */
export function subjectOf(view: RunView, { kind, row }: Events, event: number): string {
  const { fabric, pauses, flows } = view;
  const at = row[event];
  if (kind[event] === PAUSE || kind[event] === RESUME) return portName(fabric, fabric.peer[pauses.port[at]]);
  return `${at}: ${fabric.names[flows.source[at]]} → ${fabric.names[flows.destination[at]]}`;
}

/** Length of the PAUSE in ns, or FCT of the flow. NaN if it did not end within the run. */
export function lengthOf({ pauses, flows, summary }: RunView, { kind, row }: Events, event: number): number {
  const at = row[event];
  if (kind[event] === START || kind[event] === END) return flows.fct[at];
  return pauses.end[at] > summary.simulated_ns ? NaN : pauses.end[at] - pauses.start[at];
}

/** More about an event, in words. */
export function detailOf(view: RunView, events: Events, event: number): string {
  const { fabric, pauses, flows } = view;
  const at = events.row[event];
  const length = lengthOf(view, events, event);
  switch (kindOf(events, event)) {
    case "PAUSE": {
      const sender = fabric.names[fabric.node[pauses.port[at]]];
      const lasted = Number.isNaN(length) ? "to the end of the run" : `for ${timeText(length)}`;
      return `class ${pauses.cls[at]} by ${sender}, ${lasted}; stored ${bytesText(pauses.occupancy[at])}, threshold ${bytesText(Math.max(0, pauses.threshold[at]))}`;
    }
    case "resume":
      return `class ${pauses.cls[at]}, after ${timeText(length)}`;
    case "flow start":
      return Number.isNaN(flows.size[at]) ? "long-lived" : bytesText(flows.size[at]);
    case "flow end":
      return `FCT ${timeText(flows.fct[at])}, slowdown ${Number(flows.slowdown[at].toPrecision(3))}×`;
  }
}

export interface Filter {
  readonly kinds: ReadonlySet<Kind>;
  /** Part of the name of a port or of a flow. Empty matches all. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The events that match, in order of time. */
export function matching(view: RunView, events: Events, { kinds, text, from, to }: Filter): number[] {
  const wanted = text.trim().toLowerCase();
  const found: number[] = [];
  events.time.forEach((time, event) => {
    if (time < from || time > to || !kinds.has(kindOf(events, event))) return;
    if (wanted !== "" && !subjectOf(view, events, event).toLowerCase().includes(wanted)) return;
    found.push(event);
  });
  return found;
}
