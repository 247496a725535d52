/** PAUSEs over time: how many ports are stopped at once, and a raster of port x time. */
import { formatCount, formatTime } from "../../format.ts";
import type { Point } from "../decimate.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { extent, linearAxis, plain, time, type Axis } from "./axes.ts";
import type { Plot } from "./draw.ts";
import { noPause, type Figure } from "./figure.ts";
import { groupRows } from "./group-rows.ts";
import { lineChart } from "./lines.ts";
import { linkNamer } from "./link-names.ts";
import { classNamer } from "./measured.ts";
import { COLOURS, FULL, SOFT } from "./theme.ts";

/** Rows of the raster, all runs together, and at least so many a run. */
const MOST_ROWS = 40;
const LEAST_ROWS = 6;
/** Bars drawn from start to end; of more, only how much of each of `CELLS` intervals they cover. */
const MOST_BARS = 3000;
const CELLS = 400;
/** Of the mean over time. */
const INTERVALS = 200;

const timeAxis = (runs: readonly LabelledRun[], ticks = 8): Axis =>
  linearAxis("time", { low: 0, high: Math.max(...runs.map(({ summary }) => summary.simulated_ns)) }, time, {
    round: false,
    ticks,
  });

/** When each PAUSE ended, ns; one that still held, with the run. */
function ends({ tables, summary }: LabelledRun): Float64Array {
  const { start_ns, duration_ns } = tables.pauses.columns;
  return start_ns.map((start, row) =>
    Number.isNaN(duration_ns[row]) ? summary.simulated_ns : start + duration_ns[row],
  );
}

export function stoppedAtOnce(runs: readonly LabelledRun[]): Figure {
  const about = { id: "stopped", title: "Ports stopped by PAUSE over time", table: "pauses", half: true } as const;
  const none = noPause(runs);
  if (none !== undefined) return { ...about, notes: [none] };
  const span = Math.max(...runs.map(({ summary }) => summary.simulated_ns));
  const lines = runs.map((run) => ({ name: run.label, points: meanStopped(run, span) }));
  const most = runs.map((run) => (runs.length > 1 ? `${mostStopped(run)} (${run.label})` : String(mostStopped(run))));
  const { high } = extent(lines.flatMap(({ points }) => points.map(({ y }) => y)));
  return {
    ...about,
    chart: lineChart(
      [{ x: timeAxis(runs, 5), y: linearAxis("ports stopped, mean", { low: 0, high }, plain, { ticks: 5 }), lines }],
      runs.map(({ label }) => label),
      { join: "step-after", width: "half", height: 220 },
    ),
    notes: [
      `Mean of each of ${INTERVALS} intervals; at one moment at most ${most.join(", ")}. A port counts once for each class.`,
    ],
  };
}

/** How many ports were stopped in each of `INTERVALS` intervals of the first `span` ns, on average. */
function meanStopped(run: LabelledRun, span: number): Point[] {
  const covered = new Float64Array(INTERVALS);
  const width = span / INTERVALS;
  const stops = ends(run);
  run.tables.pauses.columns.start_ns.forEach((start, row) => cover(covered, width, start, stops[row]));
  return [
    ...Array.from(covered, (time, k) => ({ x: k * width, y: time / width })),
    { x: span, y: covered[INTERVALS - 1] / width },
  ];
}

/** Adds to each of the cells, `width` ns long, how much of it lies between `from` and `to`. */
function cover(covered: Float64Array, width: number, from: number, to: number): void {
  const last = Math.min(covered.length - 1, Math.floor(to / width));
  for (let cell = Math.floor(from / width); cell <= last; cell++) {
    covered[cell] += Math.max(0, Math.min(to, (cell + 1) * width) - Math.max(from, cell * width));
  }
}

/** Most ports that were stopped at one moment. */
function mostStopped(run: LabelledRun): number {
  const starts = run.tables.pauses.columns.start_ns.slice().sort();
  const stops = ends(run).sort();
  let stopped = 0;
  let most = 0;
  starts.forEach((start, started) => {
    while (stops[stopped] <= start) stopped++;
    most = Math.max(most, started + 1 - stopped);
  });
  return most;
}

/** A port of the raster, and when it was stopped. */
interface Row {
  readonly name: string;
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** ns. */
  readonly total: number;
}

export function pauseRaster(runs: readonly LabelledRun[]): Figure {
  const about = { id: "raster", title: "Who was stopped when", table: "pauses" } as const;
  const none = noPause(runs);
  if (none !== undefined) return { ...about, notes: [none] };
  const paused = runs.filter((run) => run.tables.pauses.rows > 0);
  const most = Math.max(LEAST_ROWS, Math.floor(MOST_ROWS / paused.length));
  const all = paused.map(stoppedPorts);
  const shown = all.map((some) =>
    [...some]
      .sort((a, b) => b.total - a.total)
      .slice(0, most)
      .sort((a, b) => a.from[0] - b.from[0]),
  );
  const bars = shown.flat().reduce((sum, { from }) => sum + from.length, 0);
  const exact = bars <= MOST_BARS;
  const x = timeAxis(runs);
  const plots = shown.map((some, k) =>
    raster(some, x, exact, { title: runs.length > 1 ? paused[k].label : "", last: k === shown.length - 1 }),
  );
  const left = all.some((some) => some.length > most);
  const quiet = runs.filter((run) => run.tables.pauses.rows === 0);
  return {
    ...about,
    chart: { vconcat: plots, spacing: 14 },
    notes: [
      "A row is a port that was told to stop (sender → switch that paused it), a bar a PAUSE from the decision to pause to that to resume. " +
        "Rows in the order of their first PAUSE, so that congestion which spreads reads downwards.",
      ...(left
        ? [
            `${runs.length > 1 ? "Of each run the" : "The"} ${most} ports that were stopped longest, of ${all.map((some) => some.length).join(", ")} stopped at all.`,
          ]
        : []),
      ...(exact
        ? []
        : [
            `${CELLS} intervals, the darker the longer the port was stopped within: ${formatCount(bars)} PAUSEs are too many to draw each.`,
          ]),
      ...(quiet.length > 0 ? [`No PAUSE: ${quiet.map(({ label }) => label).join(", ")}.`] : []),
    ],
  };
}

function stoppedPorts(run: LabelledRun): Row[] {
  const { node, port, peer, class: cls, start_ns } = run.tables.pauses.columns;
  const stops = ends(run);
  const link = linkNamer(run);
  const named = classNamer(cls);
  return groupRows(node, (row) => port[row] * 8 + cls[row]).map((rows) => {
    const [first] = rows;
    return {
      name: named(link(peer[first], port[first], node[first]), first),
      from: Float64Array.from(rows, (row) => start_ns[row]),
      to: Float64Array.from(rows, (row) => stops[row]),
      total: rows.reduce((sum, row) => sum + stops[row] - start_ns[row], 0),
    };
  });
}

interface Bar {
  readonly from: number;
  readonly to: number;
  /** Share of it in which the port was stopped, in quarters: 1 to 4. */
  readonly quarters: number;
}

/** How much of each of `CELLS` intervals is covered, neighbours of equal shade joined. */
export function cells(from: Float64Array, to: Float64Array, span: number): Bar[] {
  const covered = new Float64Array(CELLS);
  const width = span / CELLS;
  from.forEach((start, k) => cover(covered, width, start, to[k]));
  const bars: Bar[] = [];
  for (let cell = 0; cell < CELLS;) {
    const quarters = Math.min(4, Math.ceil((4 * covered[cell]) / width));
    const first = cell;
    while (cell < CELLS && Math.min(4, Math.ceil((4 * covered[cell]) / width)) === quarters) cell++;
    if (quarters > 0) bars.push({ from: first * width, to: cell * width, quarters });
  }
  return bars;
}

/** A line a row and shade, with gaps between the bars: a tenth of the text that a rectangle a bar would be. */
function raster(
  some: readonly Row[],
  x: Axis,
  exact: boolean,
  { title, last }: { readonly title: string; readonly last: boolean },
): Plot {
  const [, span] = x.scale.domain;
  // A PAUSE shorter than half a pixel is drawn half a pixel long.
  const least = span / FULL / 2;
  const values = some.flatMap(({ name, from, to }) => {
    const bars = exact
      ? Array.from(from, (start, k) => ({ from: start, to: Math.max(to[k], start + least), quarters: 4 }))
      : cells(from, to, span);
    return bars.flatMap(({ from: start, to: end, quarters }) => [
      { name, quarters, x: start },
      { name, quarters, x: end },
      { name, quarters, x: null },
    ]);
  });
  const order = some.map(({ name }) => name);
  const y = { field: "name", type: "nominal", scale: { domain: order }, title: null } as const;
  return {
    ...(title === "" ? {} : { title }),
    width: FULL - 330,
    height: { step: 17 },
    layer: [
      {
        data: { values },
        mark: { type: "line", order: false, strokeWidth: 10, strokeCap: "butt", invalid: "break-paths-show-domains" },
        encoding: {
          x: {
            field: "x",
            type: "quantitative",
            ...x,
            axis: { ...x.axis, labels: last },
            title: last ? x.title : null,
          },
          y: { ...y, axis: { grid: true, labelLimit: 190, minExtent: 150, domain: false, ticks: false } },
          color: { value: COLOURS[0] },
          detail: { field: "name" },
          strokeOpacity: {
            field: "quarters",
            type: "ordinal",
            scale: { type: "ordinal", domain: [1, 2, 3, 4], range: [0.3, 0.5, 0.75, 1] },
            legend: null,
          },
        },
      },
      {
        data: {
          values: some.map(({ name, from, total }) => ({
            name,
            text: `${formatCount(from.length)} × · ${formatTime(Math.round(total * 1000))}`,
          })),
        },
        mark: { type: "text", align: "left", fontSize: 11, color: SOFT },
        encoding: { x: { value: FULL - 322 }, y, text: { field: "text", type: "nominal" } },
      },
    ],
  };
}
