/**
 * What was sampled over time: queues, rates, goodputs.
 *
 * A run alone has its ports or flows in one chart; several runs have a chart a port or flow, with a line a run.
 */
import type { TableName } from "../../measure/tables.ts";
import { keepExtremes } from "../decimate.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { bytes, extent, linearAxis, rate, time, type Axis, type Format } from "./axes.ts";
import { notMeasured, type Figure } from "./figure.ts";
import { lineChart, type Line, type LineLook, type Panel } from "./lines.ts";
import * as measured from "./measured.ts";
import type { Series } from "./measured.ts";
import { MOST_LINES } from "./theme.ts";

/** Charts in one figure; of more, as of lines, those with the highest peaks are drawn. */
const MOST_PANELS = 8;
/** Twice as many points a line at most. */
const BUCKETS = 250;

interface Kind {
  readonly id: string;
  readonly title: string;
  readonly table: TableName & ("queues" | "rates" | "goodputs");
  readonly series: measured.Sampled;
  /** Of what there are series, in the plural. */
  readonly what: string;
  /** Title of the y axis. */
  readonly axis: string;
  readonly format: Format;
  readonly join: NonNullable<LineLook["join"]>;
  /** A chart for each series of each run: with what is drawn beside it, more would be a tangle. */
  readonly apart?: boolean;
  readonly notes?: readonly string[];
}

function figure(runs: readonly LabelledRun[], kind: Kind): Figure {
  const { id, title, table, what, join, notes = [] } = kind;
  const about = { id, title, table };
  const none = notMeasured(runs, table);
  if (none !== undefined) return { ...about, notes: [none] };
  const all = runs.map((run) => kind.series(run) ?? []);
  const one = runs.length === 1;
  const most =
    kind.apart === true ? Math.max(1, Math.floor(MOST_PANELS / runs.length)) : one ? MOST_LINES : MOST_PANELS;
  const { shown, moving, still } = highest(all, most);
  if (shown.length === 0) return { ...about, notes: [`Nothing but 0 was measured, of ${still} ${what}.`] };

  const x = linearAxis("time", { low: 0, high: Math.max(...runs.map(({ summary }) => summary.simulated_ns)) }, time, {
    round: false,
  });
  const y = (names: readonly string[]): Axis => {
    const peaks = all
      .flat()
      .filter(({ name }) => names.includes(name))
      .map(({ peak }) => peak);
    return linearAxis(kind.axis, { low: 0, high: extent(peaks).high }, kind.format, { ticks: 5 });
  };
  const lines = (run: number, name: string, as: string): Line[] =>
    all[run].filter((series) => series.name === name).flatMap((series) => linesOf(series, as));
  const labels = runs.map(({ label }) => label);
  const together = one && kind.apart !== true;
  let panels: Panel[];
  if (together) panels = [{ x, y: y(shown), lines: shown.flatMap((name) => lines(0, name, name)) }];
  else if (kind.apart === true) {
    panels = shown.flatMap((name) =>
      labels.map((label, run) => ({
        title: one ? name : `${name}: ${label}`,
        x,
        y: y([name]),
        lines: lines(run, name, label),
      })),
    );
  } else {
    panels = shown.map((name) => ({
      title: name,
      x,
      y: y([name]),
      lines: labels.flatMap((label, run) => lines(run, name, label)),
    }));
  }
  const coarser = panels.some((panel) => panel.lines.some(({ points }) => points.length > BUCKETS));
  return {
    ...about,
    chart: lineChart(panels, together ? shown : labels, {
      join,
      height: together ? 260 : 170,
      legend: kind.apart !== true,
    }),
    notes: [
      ...notes,
      ...(moving > shown.length ? [`The ${shown.length} with the highest peaks of ${moving} ${what} measured.`] : []),
      ...(still > 0 ? [`Not drawn: ${still} of ${moving + still} ${what} at which nothing but 0 was measured.`] : []),
      ...(coarser ? [`Of each of ${BUCKETS} intervals the lowest and the highest sample are drawn.`] : []),
    ],
  };
}

/** Names of the `most` series with the highest peaks in any run, and of how many; those that stayed at 0 are counted apart. */
function highest(
  all: readonly (readonly Series[])[],
  most: number,
): { shown: string[]; moving: number; still: number } {
  const peaks = new Map<string, number>();
  for (const { name, peak } of all.flat()) peaks.set(name, Math.max(peak, peaks.get(name) ?? 0));
  const moving = [...peaks].filter(([, peak]) => peak > 0).sort((a, b) => b[1] - a[1]);
  return {
    shown: moving.slice(0, most).map(([name]) => name),
    moving: moving.length,
    still: peaks.size - moving.length,
  };
}

function linesOf({ rows, time_ns, values, beside }: Series, name: string): Line[] {
  const line = { name, points: keepExtremes(rows, time_ns, values, BUCKETS) };
  return beside === undefined
    ? [line]
    : [line, { name, points: keepExtremes(rows, time_ns, beside, BUCKETS), thin: true }];
}

export const egressQueues = (runs: readonly LabelledRun[]): Figure =>
  figure(runs, {
    id: "queues",
    title: "Queue length over time",
    table: "queues",
    series: measured.egressQueues,
    what: "queues",
    axis: "bytes waiting",
    format: bytes,
    join: "linear",
  });

export const ingressQueues = (runs: readonly LabelledRun[]): Figure =>
  figure(runs, {
    id: "ingress",
    title: "Ingress occupancy and its PAUSE threshold",
    table: "queues",
    series: measured.ingressQueues,
    what: "ingress queues",
    axis: "bytes stored",
    format: bytes,
    join: "linear",
    apart: true,
    notes: ["Grey: the threshold, where it lies within the chart. Above it the switch tells the sender to stop."],
  });

export const sendingRates = (runs: readonly LabelledRun[]): Figure =>
  figure(runs, {
    id: "rates",
    title: "Sending rate over time",
    table: "rates",
    series: measured.sendingRates,
    what: "ports",
    axis: "sending rate",
    format: rate,
    join: "step-before",
  });

export const goodputs = (runs: readonly LabelledRun[]): Figure =>
  figure(runs, {
    id: "goodputs",
    title: "Goodput of flows over time",
    table: "goodputs",
    series: measured.goodputs,
    what: "flows",
    axis: "goodput",
    format: rate,
    join: "step-before",
  });
