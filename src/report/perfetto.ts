/**
 * A run as a trace for Perfetto: PAUSEs with their causes, flows, and the measured queues and rates. The trace has
 * these tracks:
 *
 *   a node
 *     a port and class     PAUSEs as slices; an arrow leads from a PAUSE to the upstream PAUSEs that it causes
 *     queues, rates        counters
 *     flows                flows of a sending host, from start to last byte, with a row for each simultaneous flow
 *
 * A PAUSE or flow that is active at the end of the run ends there, and its details say so.
 */
import { TraceWriter } from "../formats/perfetto/trace.ts";
import { linkNamer } from "../run/measure/link-names.ts";
import type { Table, Tables } from "../run/measure/tables.ts";

/** The tables that the trace shows. A table that the run did not record is absent. */
export type Shown = Partial<Pick<Tables, "pauses" | "flows" | "ports" | "queues" | "rates" | "goodputs">>;

/** The trace as pieces of bytes. `endNs` is the end of the run. */
export function* perfettoPieces(
  { pauses, flows, ports, queues, rates, goodputs }: Shown,
  endNs: number,
): Generator<Uint8Array> {
  const trace = new TraceWriter();
  const tracks = new Map<string, number>();
  /** Returns the track with this name under its parent, and creates it on first use. */
  const track = (parent: number, name: string, unit?: string): number => {
    const key = `${parent} ${name}`;
    const known = tracks.get(key) ?? trace.track(name, parent, unit);
    tracks.set(key, known);
    return known;
  };
  const node = (name: string): number => track(0, name);
  const namer = linkNamer(ports);

  if (pauses !== undefined) addPauses(trace, pauses, endNs, namer, (at, name) => track(node(at), name));
  yield trace.take();
  if (flows !== undefined) addFlows(trace, flows, endNs, node);
  yield trace.take();
  if (queues !== undefined) {
    const { columns: c, rows } = queues;
    for (let row = 0; row < rows; row++) {
      const parent = node(c.node[row]);
      const name = `${namer.name(c.node[row], c.port[row], c.peer[row])}, class ${c.class[row]}`;
      trace.count(track(parent, `${name}: egress`, "B"), c.time_ns[row], c.egress_bytes[row]);
      trace.count(track(parent, `${name}: ingress`, "B"), c.time_ns[row], c.ingress_bytes[row]);
    }
  }
  yield trace.take();
  if (rates !== undefined) {
    const { columns: c, rows } = rates;
    for (let row = 0; row < rows; row++) {
      const at = track(node(c.node[row]), `${namer.name(c.node[row], c.port[row], c.peer[row])}: rate`, "bit/s");
      trace.count(at, c.time_ns[row], c.sent_bps[row]);
    }
  }
  if (goodputs !== undefined) {
    const { columns: c, rows } = goodputs;
    for (let row = 0; row < rows; row++)
      trace.count(track(0, `goodput of flow ${c.flow[row]}`, "bit/s"), c.time_ns[row], c.received_bps[row]);
  }
  yield trace.take();
}

function addPauses(
  trace: TraceWriter,
  { columns: c, rows }: Table<"pauses">,
  endNs: number,
  { name, otherEnd }: ReturnType<typeof linkNamer>,
  track: (node: string, name: string) => number,
): void {
  /**
   * By PAUSE: the numbers of the arrows from it to the PAUSEs that it caused. The number of an arrow is the row of the
   * caused PAUSE, plus 1. It is unique, because each PAUSE has at most one cause.
   */
  const arrows = new Map<number, number[]>();
  c.caused_by.forEach((cause, row) => {
    if (cause >= 0) arrows.set(cause, [...(arrows.get(cause) ?? []), c.pause[row] + 1]);
  });
  for (let row = 0; row < rows; row++) {
    const holds = Number.isNaN(c.duration_ns[row]);
    const pause = c.pause[row];
    const isAlone = c.queue[row] >= 0;
    const what = c.scope[row] === "one flow" ? "flow" : "queue";
    const alone = isAlone ? `, ${what} ${c.queue[row]}` : "";
    const scope = c.scope[row] === "port" ? "all classes" : `class ${c.class[row]}${alone}`;
    trace.slice({
      track: track(c.node[row], `${name(c.node[row], c.port[row], c.peer[row])}, ${scope}: PAUSE`),
      name: `PAUSE of ${otherEnd(c.node[row], c.port[row], c.peer[row])}`,
      from: c.start_ns[row],
      to: holds ? endNs : c.start_ns[row] + c.duration_ns[row],
      details: {
        pause,
        class: c.class[row],
        ...(isAlone && { [what]: c.queue[row] }),
        ...(!Number.isNaN(c.occupancy_bytes[row]) && { occupancy_bytes: c.occupancy_bytes[row] }),
        ...(!Number.isNaN(c.threshold_bytes[row]) && { threshold_bytes: c.threshold_bytes[row] }),
        ...(c.egress_peer[row] !== "" && { towards: c.egress_peer[row] }),
        ...(holds && { ended: "active at the end of the run" }),
      },
      causes: arrows.get(pause) ?? [],
      causedBy: c.caused_by[row] >= 0 ? [pause + 1] : [],
    });
  }
}

function addFlows(
  trace: TraceWriter,
  { columns: c, rows }: Table<"flows">,
  endNs: number,
  node: (name: string) => number,
): void {
  /** By sender: the tracks of its flows, and the time at which each track becomes free for another flow. */
  const lanes = new Map<string, { readonly track: number; free: number }[]>();
  const inOrder = Array.from({ length: rows }, (_, row) => row).sort((a, b) => c.start_ns[a] - c.start_ns[b] || a - b);
  for (const row of inOrder) {
    const [from, source] = [c.start_ns[row], c.source[row]];
    if (from >= endNs) continue;
    const isDone = !Number.isNaN(c.fct_ns[row]);
    const to = isDone ? from + c.fct_ns[row] : endNs;
    const known = lanes.get(source) ?? [];
    lanes.set(source, known);
    let lane = known.find(({ free }) => free <= from);
    if (lane === undefined) known.push((lane = { track: trace.track("flows", node(source)), free: 0 }));
    lane.free = to;
    trace.slice({
      track: lane.track,
      name: `flow ${c.flow[row]} to ${c.destination[row]}`,
      from,
      to,
      details: {
        ...{ flow: c.flow[row], kind: c.kind[row], class: c.class[row], received_bytes: c.received_bytes[row] },
        ...(!Number.isNaN(c.size_bytes[row]) && { size_bytes: c.size_bytes[row] }),
        ...(!Number.isNaN(c.slowdown[row]) && { slowdown: c.slowdown[row] }),
        ...(!isDone && { ended: "unfinished at the end of the run" }),
      },
      causes: [],
      causedBy: [],
    });
  }
}
