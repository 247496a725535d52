/**
 * The charts over time of one run. The charts of all runs show the same ports and flows, so a colour has the same
 * meaning in all of them.
 */
import { classColour, lineColour, lineDash } from "../chart/colours.ts";
import type { Bar, Key, Line, Plot } from "../chart/plot.ts";
import { bytesText, rateText } from "../format.ts";
import type { FlowSamples, RunView } from "../lab/messages.ts";
import { pausedTime, peaks, portNamed, seriesOf, topPorts } from "../measure/ports.ts";

const MAX_LINES = 6;
const MAX_ROWS = 24;

/** The ports and flows that the charts of all runs show. */
export interface Chosen {
  readonly paused: readonly string[];
  readonly queues: readonly string[];
  readonly links: readonly string[];
  readonly flows: readonly number[];
}

export function chosenOf(views: readonly RunView[]): Chosen {
  return {
    paused: topPorts(views, MAX_ROWS, pausedTime),
    queues: topPorts(views, MAX_LINES, (view) => peaks(view, view.samples.egress)),
    links: topPorts(views, MAX_LINES, summedUse),
    flows: topFlows(views),
  };
}

/**
 * For each switch port, the sum of its samples of link utilisation. Ports with a higher mean have a higher sum. Ports
 * of hosts have 0.
 */
function summedUse({ fabric, samples: { use, ports } }: RunView): Float64Array {
  const sums = new Float64Array(ports);
  for (let port = 0; port < ports; port++)
    if (fabric.isSwitch[fabric.node[port]] === 1)
      for (let cell = port; cell < use.length; cell += ports) sums[port] += use[cell];
  return sums;
}

/**
 * Selects the flows for the chart of goodputs. Long-lived flows come first, then the flows that received the most bytes.
 * Returns the selected flows in order of their numbers.
 */
function topFlows(views: readonly RunView[]): number[] {
  const weights = new Map<number, number>();
  for (const { goodputs, flows } of views) {
    for (const flow of goodputs.flows) {
      const isEndless = Number.isNaN(flows.size[flow]);
      weights.set(flow, (weights.get(flow) ?? 0) + flows.received[flow] + (isEndless ? 1e15 : 0));
    }
  }
  const first = [...weights].sort(([a, x], [b, y]) => y - x || a - b).slice(0, MAX_LINES);
  return first.map(([flow]) => flow).sort((a, b) => a - b);
}

const line = (name: string, values: Line["values"], k: number, isDark: boolean): Line => ({
  ...{ name, values },
  colour: lineColour(k, isDark),
  dash: lineDash(k),
});

/**
 * The chart of an ingress queue's occupancy with its X_OFF, X_ON and threshold. Shades show when the queue paused its
 * upstream port.
 */
export function occupancyPlot(view: RunView, port: string, isDark: boolean): Plot {
  const at = portNamed(view.fabric, port);
  const { times, ingress, threshold, xoff, xon } = view.samples;
  const [from, to] = port.split("-");
  const bars = at === undefined ? [] : pauseBars(view, new Map([[at, 0]]), isDark, "55");
  const stored = at === undefined ? new Float64Array(0) : seriesOf(view, ingress, at);
  return {
    title: `Ingress of ${from} from ${to}`,
    subject: port,
    unit: "bytes",
    note: `shaded: paused, ${bars.length} ${bars.length === 1 ? "time" : "times"}`,
    x: times,
    until: view.summary.simulated_ns,
    yText: bytesText,
    main: "occupancy",
    lines:
      at === undefined
        ? []
        : limits(
            stored,
            [threshold, xoff, xon].map((one) => seriesOf(view, one, at)),
            isDark,
          ),
    bars,
  };
}

/**
 * The chart of an ingress queue in a run without samples of queues. It has one point for each PAUSE, with the occupancy
 * and X_OFF that were recorded with the PAUSE.
 */
export function pausedOccupancyPlot(view: RunView, port: string, isDark: boolean): Plot {
  const at = portNamed(view.fabric, port);
  const { pauses } = view;
  const rows = Array.from(pauses.port.keys()).filter((row) => pauses.port[row] === at && pauses.queue[row] < 0);
  const of = (values: Float64Array): Float64Array => Float64Array.from(rows, (row) => values[row]);
  return {
    ...occupancyPlot(view, port, isDark),
    x: of(pauses.start),
    lines: [line("occupancy", of(pauses.occupancy), 0, isDark), line("X_OFF", of(pauses.threshold), 1, isDark)],
    note: `one point for each of ${rows.length} PAUSEs, because queues were not sampled; shaded: paused`,
  };
}

/**
 * The lines of the occupancy chart. The headroom policy derives X_OFF from `threshold`, which the buffer policy sets. X_ON
 * and this threshold are drawn only if they differ from X_OFF. A queue without X_OFF has only the line of its occupancy.
 */
function limits(stored: Float64Array, [threshold, xoff, xon]: readonly Float64Array[], isDark: boolean): Line[] {
  const known = (values: Float64Array): boolean => values.some((value) => !Number.isNaN(value));
  const differs = (values: Float64Array): boolean =>
    values.some((value, k) => value !== xoff[k] && !Number.isNaN(value));
  return [
    line("occupancy", stored, 0, isDark),
    ...(known(xoff) ? [line("X_OFF", xoff, 1, isDark)] : []),
    ...(known(xon) && differs(xon) ? [line("X_ON", xon, 2, isDark)] : []),
    ...(known(xoff) && differs(threshold) ? [line("threshold", threshold, 3, isDark)] : []),
  ];
}

/** A raster with a row for each port, whose bars show when the port paused its upstream. */
export function rasterPlot(view: RunView, { paused }: Chosen, isDark: boolean): Plot {
  const rows = new Map(
    paused.flatMap((name, row): [number, number][] => {
      const port = portNamed(view.fabric, name);
      return port === undefined ? [] : [[port, row]];
    }),
  );
  return {
    title: "PAUSE raster: paused ports over time",
    unit: "paused port",
    keys: classKeys([view], isDark),
    x: [0, view.summary.simulated_ns],
    yText: String,
    lines: [],
    rows: paused.map((name) => name.split("-").toReversed().join("-")),
    bars: pauseBars(view, rows, isDark, ""),
  };
}

/** The classes that were paused, with their colours. */
export const classKeys = (views: readonly RunView[], isDark: boolean): Key[] =>
  [...new Set(views.flatMap(({ pauses }) => [...new Set(pauses.cls)]))]
    .sort((a, b) => a - b)
    .map((cls) => ({ name: `class ${cls}`, colour: classColour(cls, isDark) }));

/**
 * Bars for the PAUSEs of some ports. `rows` maps an ingress port to its row in the chart. `alpha` is the opacity as two
 * hexadecimal digits.
 */
function pauseBars({ pauses }: RunView, rows: ReadonlyMap<number, number>, isDark: boolean, alpha: string): Bar[] {
  const bars: Bar[] = [];
  pauses.port.forEach((port, id) => {
    const row = rows.get(port);
    if (row === undefined) return;
    const colour = `${classColour(pauses.cls[id], isDark)}${alpha}`;
    bars.push({ row, from: pauses.start[id], to: pauses.end[id], colour, id, cls: pauses.cls[id] });
  });
  return bars;
}

/**
 * The chart of goodputs. `lit` is the flow to highlight. `measured` has the goodputs of pinned flows that the run
 * itself did not sample. They are from a repetition of the run.
 */
export function goodputPlot(
  view: RunView,
  flows: readonly number[],
  isDark: boolean,
  lit?: number,
  measured: ReadonlyMap<number, FlowSamples> = new Map(),
): Plot {
  const { goodputs, fabric } = view;
  const extra = flows.flatMap((flow) => [...(measured.get(flow)?.times ?? [])]);
  const times = extra.length === 0 ? goodputs.times : Float64Array.from(new Set([...goodputs.times, ...extra])).sort();
  return {
    title: "Goodput by flow",
    unit: "bit/s",
    note: `payload received in order${isPartSampled(view) ? `; sampled: the first ${goodputs.flows.length} flows` : ""}`,
    x: times,
    until: view.summary.simulated_ns,
    yText: rateText,
    lines: flows.flatMap((flow, k) => {
      const samples = measured.get(flow) ?? sampledGoodput(view, flow);
      if (samples === undefined) return [];
      const name = `${flow}: ${fabric.names[view.flows.source[flow]]} → ${fabric.names[view.flows.destination[flow]]}`;
      const until = view.flows.start[flow] + view.flows.fct[flow];
      return [
        {
          ...line(name, lineValues(times, samples, until), k, isDark),
          as: "joined",
          ...(!Number.isNaN(until) && { until }),
          ...(flow === lit && { width: 3.4 }),
        },
      ];
    }),
  };
}

/** True if the run sampled the goodputs of only some flows, because it has too many. */
export const isPartSampled = ({ goodputs, flows }: RunView): boolean =>
  goodputs.flows.length > 0 && goodputs.flows.length < flows.start.length;

/** The samples of a flow that the run took. Undefined if it took none. */
function sampledGoodput({ goodputs: { flows, times, bps } }: RunView, flow: number): FlowSamples | undefined {
  const column = flows.indexOf(flow);
  return column < 0
    ? undefined
    : { times, bps: Float64Array.from(times, (_, row) => bps[row * flows.length + column]) };
}

/** The values of a flow's line at the times of the chart. The line ends with the flow. */
function lineValues(times: Float64Array, samples: FlowSamples, until: number): (number | null)[] {
  const known = new Map<number, number>();
  samples.times.forEach((time, row) => {
    if (!(time > until && row > 0 && samples.times[row - 1] > until)) known.set(time, samples.bps[row]);
  });
  return Array.from(times, (time) => known.get(time) ?? null);
}

/** The chart of the goodput of all flows together. In a deadlock it falls to zero. */
export function totalPlot(view: RunView, isDark: boolean): Plot {
  const { total, summary } = view;
  if (total === undefined) return hostRatePlot(view, isDark);
  return {
    title: "Total goodput",
    unit: "bit/s",
    note: "payload that all receivers got in order",
    ...{ x: total.times, yText: rateText, until: summary.simulated_ns },
    lines: [line("all flows", total.bps, 0, isDark)],
  };
}

/** The chart of the total rate of all links to hosts. The page shows this chart if a run recorded no total goodput. */
function hostRatePlot(view: RunView, isDark: boolean): Plot {
  const { fabric, samples } = view;
  const { times, ports, use } = samples;
  /** Switch ports that send to a host. */
  const last = Array.from(fabric.node.keys()).filter(
    (port) => fabric.isSwitch[fabric.node[port]] === 1 && fabric.isSwitch[fabric.node[fabric.peer[port]]] === 0,
  );
  const sum = Float64Array.from(times, (_, k) =>
    last.reduce((all, port) => all + use[k * ports + port] * fabric.rate[port], 0),
  );
  return {
    title: "Total rate towards hosts",
    unit: "bit/s",
    note: "all frames that switches send to hosts, with headers and ACKs",
    ...{ x: times, yText: rateText, until: view.summary.simulated_ns },
    lines: [line("all hosts", sum, 0, isDark)],
  };
}

export const queuePlot = (view: RunView, { queues }: Chosen, isDark: boolean): Plot => ({
  title: "Egress queues",
  unit: "bytes",
  note: "backlog by port",
  x: view.samples.times,
  until: view.summary.simulated_ns,
  yText: bytesText,
  lines: portLines(view, queues, view.samples.egress, isDark),
});

export const usePlot = (view: RunView, { links }: Chosen, isDark: boolean): Plot => ({
  title: "Rates of links",
  unit: "share of the link rate",
  note: "frames that began since the previous sample",
  x: view.samples.times,
  until: view.summary.simulated_ns,
  yText: (value) => `${Number((value * 100).toPrecision(3))}%`,
  lines: portLines(view, links, view.samples.use, isDark),
});

const portLines = (view: RunView, names: readonly string[], values: Float32Array, isDark: boolean): Line[] =>
  names.flatMap((name, k) => {
    const port = portNamed(view.fabric, name);
    return port === undefined ? [] : [line(name, seriesOf(view, values, port), k, isDark)];
  });
