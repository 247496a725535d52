/**
 * Charts over time of sampled quantities: queues, rates, goodputs and columns of probes.
 *
 * A single run shows its ports or flows in one chart. Several schemes have one chart for each port or flow, with a line
 * for each scheme: the mean over its seeds.
 */
import type { ProbeSeries } from "../../run/measure/probe-series.ts";
import { keepExtremes } from "../decimate.ts";
import type { LabelledRun } from "../labelled-run.ts";
import type { Scheme } from "../schemes.ts";
import { bytes, linearAxis, plain, rate, time, type Format } from "./axes.ts";
import { layOut } from "./facets.ts";
import { notMeasured, type Drawing, type Figure, type Legend } from "./figure.ts";
import { linePanel, type Line, type LineLook } from "./lines.ts";
import * as measured from "./measured.ts";
import type { Series } from "./measured.ts";
import { heights, meanCourse, within, type Course } from "./over-seeds.ts";
import { sharedSpells } from "./spells.ts";
import { SEEDS } from "./slowdown-by-size.ts";
import { FULL, HALF, MAX_LINES, QUARTER, THIRD } from "./theme.ts";

/**
 * Maximum number of charts in a figure. A series, such as the queue of a port, may need a chart for each scheme. If all
 * series together need more charts than the maximum, only the series with the highest peaks are drawn. At least one series
 * is drawn, however many charts it needs. `MAX_LINES` limits the lines of a chart in the same way.
 */
const MAX_PANELS = 8;
/**
 * Number of time buckets of a line. Each bucket keeps its lowest and highest value, so a line has up to twice as many
 * points.
 */
const BUCKETS = 250;

interface Kind {
  readonly id: string;
  readonly title: string;
  readonly table: string;
  readonly series: measured.Sampled;
  /** Returns the reason why nothing can be drawn. Undefined if at least one run has data. */
  readonly none: (runs: readonly LabelledRun[]) => string | undefined;
  /** The measured objects in the plural, such as "queues". */
  readonly what: string;
  /** Title of the y axis. */
  readonly axis: string;
  readonly format: Format;
  readonly join: NonNullable<LineLook["join"]>;
  /**
   * True if each series of each scheme has its own chart, because its auxiliary line would make a shared chart unreadable.
   */
  readonly apart?: boolean;
  readonly notes?: readonly string[];
}

function figure(schemes: readonly Scheme[], kind: Kind): Figure {
  const { id, title, table, what, join, notes = [] } = kind;
  const marks = join === "none" ? "markers" : "lines";
  const about = { id, title, table };
  const runs = schemes.flatMap((scheme) => scheme.runs);
  const none = kind.none(runs);
  if (none !== undefined) return { ...about, notes: [none] };
  const all = schemes.map((scheme) => scheme.runs.map((run) => kind.series(run) ?? []));
  const alone = runs.length === 1;
  const layout = layOut(schemes);
  const panels = kind.apart === true ? schemes.length : layout.facets.length;
  const most = alone && kind.apart !== true ? MAX_LINES : Math.max(1, Math.floor(MAX_PANELS / panels));
  const { shown, moving, still } = highest(all.flat(), most);
  if (shown.length === 0) return { ...about, notes: [`All values of the ${still} measured ${what} are 0.`] };

  const span = { low: 0, high: Math.max(...runs.map(({ summary }) => summary.simulated_ns)) };
  const { spells, notes: faults } = sharedSpells(runs);
  const charts: Drawing[] = [];
  let abreast: 1 | 2 | 3 | 4 = 1;
  const draw = (
    title: string,
    lines: readonly Line[],
    peak: number,
    names: readonly string[],
    width: number,
    about = "",
  ): void => {
    const x = linearAxis("time", span, time, { round: false, ticks: width > HALF ? 6 : width < HALF ? 3 : 5 });
    const low = lines.reduce((least, { points }) => points.reduce((some, { y }) => Math.min(some, y), least), 0);
    const y = linearAxis(kind.axis, { low, high: peak }, kind.format, { ticks: 5 });
    const drawn = lines.map((line) => ({ ...line, ...within(line, y.scale.domain) }));
    abreast = width === FULL ? 1 : width === HALF ? 2 : width === THIRD ? 3 : 4;
    const height = width > HALF ? 260 : width < HALF ? 130 : 170;
    charts.push({
      title,
      about,
      spec: linePanel({ x, y, lines: drawn, spells }, names, { join, markers: join === "none", width, height }),
    });
  };
  const courses = (name: string, as: string, scheme: number): Line[] => linesOf(all[scheme], name, as, join);
  const topOf = (lines: readonly Line[]): number =>
    heights(
      lines.filter(({ thin }) => thin !== true),
      1.1,
    ).high;
  let legend: Legend | undefined;
  if (alone && kind.apart !== true) {
    legend = { names: shown, marks };
    const lines = shown.flatMap((name) => courses(name, name, 0));
    draw(shown.length === 1 ? shown[0] : "", lines, topOf(lines), shown, FULL); // a single scheme needs no legend
  } else if (kind.apart === true) {
    const width = schemes.length > 3 ? QUARTER : schemes.length === 3 ? THIRD : HALF;
    for (const name of shown) {
      const lines = schemes.map((_, scheme) => courses(name, "this", scheme));
      const peak = topOf(lines.flat());
      lines.forEach((some, scheme) => {
        draw(name, some, peak, ["this"], width, alone ? "" : schemes[scheme].label);
      });
    }
  } else {
    legend = { of: layout.of, names: layout.names, marks };
    for (const name of shown) {
      const panels = layout.facets.map(({ title, lines }) => ({
        title: name,
        about: title,
        lines: lines.flatMap((line) => courses(name, line.name, line.scheme)),
      }));
      const peak = topOf(panels.flatMap(({ lines }) => lines));
      const width = panels.length > 1 ? QUARTER : HALF;
      for (const panel of panels) draw(panel.title, panel.lines, peak, layout.names, width, panel.about);
    }
  }
  const coarser = all.some((some) => some.some((run) => run.some(({ rows }) => rows.length > BUCKETS)));
  const seeds = schemes.some((scheme) => scheme.runs.length > 1);
  return {
    ...about,
    charts,
    abreast,
    ...(legend === undefined ? {} : { legend }),
    notes: [
      ...notes,
      ...faults,
      ...(moving > shown.length
        ? [`Drawn: the ${shown.length} of ${moving} measured ${what} with the highest peaks.`]
        : []),
      ...(still > 0 ? [`Not drawn: ${still} of ${moving + still} ${what} whose values are all 0.`] : []),
      ...(coarser && !(seeds && marks === "lines")
        ? [`Lines show the lowest and the highest value of each of ${BUCKETS} intervals.`]
        : []),
      ...(!seeds
        ? []
        : marks === "lines"
          ? [`${SEEDS} At most ${BUCKETS} samples are drawn.`]
          : ["Markers of all seeds are drawn."]),
    ],
  };
}

/**
 * Names of the series with the highest peaks in any run, at most `most`. `moving` is the number of series with a value
 * other than 0, and `still` the number of those that are always 0.
 */
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

/** The line of one series of a scheme: the samples of a single run, or the mean over several runs. */
function linesOf(runs: readonly (readonly Series[])[], name: string, as: string, join: Kind["join"]): Line[] {
  const found = runs.flatMap((series) => series.filter((one) => one.name === name));
  if (found.length === 0) return [];
  const [{ rows, time_ns, values, beside }] = found;
  if (join === "none")
    return [{ name: as, points: found.flatMap((one) => keepExtremes(one.rows, one.time_ns, one.values, BUCKETS)) }];
  if (found.length > 1) return [{ name: as, ...meanSeries(found) }];
  const line = { name: as, points: keepExtremes(rows, time_ns, values, BUCKETS) };
  return beside === undefined
    ? [line]
    : [line, { name: as, points: keepExtremes(rows, time_ns, beside, BUCKETS), thin: true }];
}

/**
 * The mean over runs, which sample at the same times. Only every n-th sample is drawn if there are more than `BUCKETS`.
 */
function meanSeries(runs: readonly Series[]): Course {
  const tables = runs.map(
    ({ rows, time_ns, values }) => new Map(Array.from(rows, (row) => [time_ns[row], values[row]])),
  );
  const times = [...new Set(tables.flatMap((table) => [...table.keys()]))].sort((a, b) => a - b);
  const step = Math.ceil(times.length / BUCKETS);
  const xs = times.filter((_, k) => k % step === 0);
  const least = runs.every(({ rows, values }) => rows.every((row) => !(values[row] < 0))) ? { least: 0 } : {};
  return meanCourse(
    xs,
    tables.map((table) => xs.map((x) => table.get(x) ?? NaN)),
    least,
  );
}

export const egressQueues = (schemes: readonly Scheme[]): Figure =>
  figure(schemes, {
    id: "queues",
    title: "Queue length over time",
    table: "queues",
    series: measured.egressQueues,
    none: (runs) => notMeasured(runs, "queues"),
    what: "queues",
    axis: "bytes waiting",
    format: bytes,
    join: "linear",
  });

export const ingressQueues = (schemes: readonly Scheme[]): Figure =>
  figure(schemes, {
    id: "ingress",
    title: "Ingress occupancy and its PAUSE threshold",
    table: "queues",
    series: measured.ingressQueues,
    none: (runs) => notMeasured(runs, "queues"),
    what: "ingress queues",
    axis: "bytes stored",
    format: bytes,
    join: "linear",
    apart: true,
    notes: ["Grey: the threshold, if it is within the chart. Above it the switch pauses the sender."],
  });

export const sendingRates = (schemes: readonly Scheme[]): Figure =>
  figure(schemes, {
    id: "rates",
    title: "Sending rate over time",
    table: "rates",
    series: measured.sendingRates,
    none: (runs) => notMeasured(runs, "rates"),
    what: "ports",
    axis: "sending rate",
    format: rate,
    join: "step-before",
  });

export const goodputs = (schemes: readonly Scheme[]): Figure =>
  figure(schemes, {
    id: "goodputs",
    title: "Goodput of flows over time",
    table: "goodputs",
    series: measured.goodputs,
    none: (runs) => notMeasured(runs, "goodputs"),
    what: "flows",
    axis: "goodput",
    format: rate,
    join: "step-before",
  });

const FORMATS: Readonly<Record<ProbeSeries["quantity"], Format>> = { time, bytes, rate, number: plain };

/** The chart of a probe's column. Periodic samples are joined by lines. Single events have markers. */
export const probeColumn = (
  schemes: readonly Scheme[],
  probe: string,
  { column, about, of, quantity, isSampled }: ProbeSeries,
): Figure =>
  figure(schemes, {
    id: `probe-${probe}-${column}`.replace(/[^\w-]/g, "-"),
    title: about.replace(/\.$/, ""),
    table: probe,
    series: measured.probeColumn(probe, column),
    none: () => undefined,
    what: `${of}s`,
    axis: column.replace(/_(ns|bytes|bps)$/, "").replaceAll("_", " "),
    format: FORMATS[quantity],
    join: isSampled ? "linear" : "none",
  });
