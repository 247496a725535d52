/**
 * Converts results to a view. Names become port and flow numbers, and all samples of a quantity become one array. The
 * page can draw such arrays without further conversion.
 */
import { partText, probeSeries, type ProbeLine, type RunResults, type Scenario, type Summary, type Table } from "xoff";
import { portNamed } from "../measure/ports.ts";
import type { Fabric, Flows, Goodputs, Pauses, Probed, RunView, Samples } from "./messages.ts";

const PARTS = [
  ...["ideal", "detour", "opening", "window", "rate", "nic_stopped", "nic"],
  ...["queued", "stopped", "timeout", "again", "disorder", "queue_stopped", "held"],
] as const;

/**
 * Names for some parts of a completion time. These names include the place of the delay, because the page shows no port
 * next to them.
 */
const PLACED: Readonly<Record<string, string>> = {
  nic_stopped: "paused at its NIC",
  stopped: "paused on its path",
  queue_stopped: "its queue paused",
  held: "held by a leaf",
};

const partTexts = ({ transport }: Summary["policies"]): readonly string[] =>
  PARTS.map((part) => PLACED[part] ?? partText(part, transport !== undefined));

/** The view of a run. The last parameter has the data that neither the fabric nor the results contain. */
export function viewOf(
  { tables, summary, threads, probes = {} }: RunResults,
  fabric: Fabric,
  { lossless, memory }: Pick<Scenario, "lossless" | "memory">,
): RunView {
  const numbers = new Map(fabric.names.map((name, node) => [name, node]));
  const nodeOf = (name: string): number => numbers.get(name) ?? -1;
  const portOf = (name: string, port: number): number => fabric.base[nodeOf(name)] + port - 1;
  return {
    fabric,
    pauses: pausesOf(tables.pauses, portOf, egressOf(fabric), summary.simulated_ns),
    samples: samplesOf(fabric, tables, portOf),
    goodputs: goodputsOf(tables.goodputs),
    total: tables.totals && { times: tables.totals.columns.time_ns, bps: tables.totals.columns.received_bps },
    flows: flowsOf(tables.flows, tables.parts, nodeOf),
    probes: Object.entries(probes).map(([name, table]) => probed(name, probeSeries(table, tables))),
    headroomPeak: headroomPeaks(fabric, tables.ports, portOf),
    pausedNs: tables.ports.columns.paused_ns.reduce((sum, one) => sum + one, 0),
    ...{ lossless, memory },
    partTexts: partTexts(summary.policies),
    summary,
    threads,
  };
}

/** A PAUSE that is still in effect at the end of a run gets an end this many ns after the run. */
const STILL = 1;

/**
 * Finds an egress port by its name. Runs of earlier versions have no port name, so the first port to the peer is used.
 */
const egressOf =
  (fabric: Fabric) =>
  (node: string, name: string, peer: string): number =>
    portNamed(fabric, name === "" ? `${node}-${peer}` : name) ?? -1;

type PortOf = (node: string, port: number) => number;

function pausesOf(
  { rows, columns }: Table<"pauses">,
  portOf: PortOf,
  egressOf: (node: string, name: string, peer: string) => number,
  over: number,
): Pauses {
  return {
    port: Int32Array.from({ length: rows }, (_, row) => portOf(columns.node[row], columns.port[row])),
    cls: columns.class,
    start: columns.start_ns,
    end: Float64Array.from(columns.duration_ns, (duration, row) =>
      Number.isNaN(duration) ? over + STILL : columns.start_ns[row] + duration,
    ),
    causedBy: columns.caused_by,
    occupancy: columns.occupancy_bytes,
    threshold: columns.threshold_bytes,
    queue: columns.queue,
    isPort: Uint8Array.from(columns.scope, (scope) => Number(scope === "port")),
    egress: Int32Array.from(columns.egress_peer, (peer, row) =>
      peer === "" ? -1 : egressOf(columns.node[row], columns.egress_port[row], peer),
    ),
  };
}

function headroomPeaks(fabric: Fabric, { rows, columns }: Table<"ports">, portOf: PortOf): Float64Array {
  const peaks = new Float64Array(fabric.node.length);
  for (let row = 0; row < rows; row++) {
    const bytes = columns.headroom_peak_bytes[row];
    if (!Number.isNaN(bytes)) peaks[portOf(columns.node[row], columns.port[row])] = bytes;
  }
  return peaks;
}

/**
 * Maximum number of samples times number of ports. Each takes 25 bytes, so the limit is 125 MB. If a run has more, only
 * every n-th sample is in the view.
 */
const MAX_CELLS = 5_000_000;

function samplesOf(fabric: Fabric, { queues, rates }: RunResults["tables"], portOf: PortOf): Samples {
  const ports = fabric.node.length;
  const all = new Set([...(queues?.columns.time_ns ?? []), ...(rates?.columns.time_ns ?? [])]);
  const every = Math.max(1, Math.ceil((all.size * ports) / MAX_CELLS));
  const times = Float64Array.from(all)
    .sort()
    .filter((_, k) => k % every === 0);
  const places = new Map(Array.from(times, (time, place) => [time, place * ports]));
  const cells = times.length * ports;
  const samples = {
    ...{ times, ports, every, hasQueues: queues !== undefined, hasUse: rates !== undefined },
    egress: new Float32Array(cells),
    ingress: new Float32Array(cells),
    threshold: new Float32Array(cells).fill(NaN),
    xoff: new Float32Array(cells).fill(NaN),
    xon: new Float32Array(cells).fill(NaN),
    stopped: new Uint8Array(cells),
    use: new Float32Array(cells),
  };
  if (queues !== undefined) {
    const { time_ns, node, port, class: cls, egress_bytes, ingress_bytes, threshold_bytes, paused } = queues.columns;
    const { xoff_bytes, xon_bytes } = queues.columns;
    for (let row = 0; row < queues.rows; row++) {
      const place = places.get(time_ns[row]);
      if (place === undefined) continue;
      const cell = place + portOf(node[row], port[row]);
      samples.egress[cell] += egress_bytes[row];
      samples.stopped[cell] |= paused[row] << cls[row];
      // The view shows one ingress queue for each port: the fullest queue of all classes that have a threshold, together
      // with this threshold.
      if (Number.isNaN(threshold_bytes[row])) continue;
      if (Number.isNaN(samples.threshold[cell]) || ingress_bytes[row] > samples.ingress[cell]) {
        samples.ingress[cell] = ingress_bytes[row];
        samples.threshold[cell] = threshold_bytes[row];
        samples.xoff[cell] = xoff_bytes[row];
        samples.xon[cell] = xon_bytes[row];
      }
    }
  }
  if (rates !== undefined) {
    const { time_ns, node, port, sent_bps } = rates.columns;
    for (let row = 0; row < rates.rows; row++) {
      const place = places.get(time_ns[row]);
      const at = portOf(node[row], port[row]);
      if (place !== undefined) samples.use[place + at] = sent_bps[row] / fabric.rate[at];
    }
  }
  return samples;
}

/**
 * Maximum number of flows whose goodputs are in the view. If the run sampled more flows, these are the ones that
 * received most.
 */
const MAX_GOODPUTS = 64;

function goodputsOf(table: Table<"goodputs"> | undefined): Goodputs {
  if (table === undefined) return { flows: new Int32Array(0), times: new Float64Array(0), bps: new Float32Array(0) };
  const { time_ns, flow, received_bps } = table.columns;
  const received = new Map<number, number>();
  for (let row = 0; row < table.rows; row++)
    received.set(flow[row], (received.get(flow[row]) ?? 0) + received_bps[row]);
  const most = [...received].sort(([, a], [, b]) => b - a).slice(0, MAX_GOODPUTS);
  const flows = Int32Array.from(most, ([one]) => one).sort();
  const columns = new Map(Array.from(flows, (one, k) => [one, k]));
  const times = Float64Array.from(new Set(time_ns));
  const places = new Map(Array.from(times, (time, place) => [time, place * flows.length]));
  const bps = new Float32Array(times.length * flows.length);
  for (let row = 0; row < table.rows; row++) {
    const column = columns.get(flow[row]);
    if (column !== undefined) bps[(places.get(time_ns[row]) ?? 0) + column] = received_bps[row];
  }
  return { flows, times, bps };
}

/** Maximum number of lines for one column of a probe. If there are more, the view has those with the highest peaks. */
const MAX_PROBE_LINES = 24;
/** Maximum number of values in one line of a probe. If there are more, the view has every n-th value. */
const MAX_VALUES = 4000;

function probed(probe: string, all: Probed["series"]): Probed {
  const longest = Math.max(0, ...all.flatMap(({ lines }) => lines.map(({ times }) => times.length)));
  const every = Math.max(1, Math.ceil(longest / MAX_VALUES));
  const peak = ({ values }: ProbeLine): number => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const thin = (values: Float64Array): Float64Array =>
    values.length <= MAX_VALUES ? values : values.filter((_, k) => k % every === 0);
  const series = all.map((one) => ({
    ...one,
    lines: one.lines
      .toSorted((a, b) => peak(b) - peak(a))
      .slice(0, MAX_PROBE_LINES)
      .map(({ name, times, values }) => ({ name, times: thin(times), values: thin(values) })),
  }));
  return { probe, series, every };
}

function flowsOf(
  { rows, columns }: Table<"flows">,
  parts: Table<"parts"> | undefined,
  nodeOf: (name: string) => number,
): Flows {
  const taken = new Float64Array(rows * PARTS.length);
  if (parts !== undefined) {
    PARTS.forEach((name, k) => {
      const column = (parts.columns as unknown as Readonly<Record<string, Float64Array>>)[`${name}_ns`];
      for (let flow = 0; flow < rows; flow++) taken[flow * PARTS.length + k] = column[flow];
    });
  }
  return {
    source: Int32Array.from(columns.source, nodeOf),
    destination: Int32Array.from(columns.destination, nodeOf),
    cls: columns.class,
    size: columns.size_bytes,
    start: columns.start_ns,
    fct: columns.fct_ns,
    ideal: columns.ideal_fct_ns,
    slowdown: columns.slowdown,
    received: columns.received_bytes,
    parts: taken,
  };
}

/** The memory buffers of a view, for a transfer without a copy. */
export function buffersOf(view: RunView): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const lines = view.probes.flatMap(({ series }) => series.flatMap((one) => one.lines));
  for (const part of [view.fabric, view.pauses, view.samples, view.goodputs, view.flows, ...lines])
    for (const value of Object.values(part) as unknown[])
      if (ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer) buffers.add(value.buffer);
  return [...buffers];
}
