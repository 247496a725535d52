/** PAUSEs over time: the number of paused ports at each moment, and a raster of ports over time. */
import { formatCount, formatTime } from "../../base/format.ts";
import type { Point } from "../decimate.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { settingsText, type Scheme } from "../schemes.ts";
import { linearAxis, plain, time, type Axis } from "./axes.ts";
import type { Spec } from "./draw.ts";
import { layOut } from "./facets.ts";
import { noPause, type Figure } from "./figure.ts";
import { groupRows } from "../../run/measure/group-rows.ts";
import { linePanel } from "./lines.ts";
import { linkNamer } from "../../run/measure/link-names.ts";
import { classNamer } from "./measured.ts";
import { heights, meanCourse, within } from "./over-seeds.ts";
import { SEEDS } from "./slowdown-by-size.ts";
import { sharedSpells } from "./spells.ts";
import { COLOURS, FULL, HALF, QUARTER, SOFT } from "./theme.ts";

/** The maximum number of rows of the raster over all schemes, unless that is fewer than `LEAST_ROWS` for each scheme. */
const MAX_ROWS = 40;
/**
 * The schemes with PAUSEs share the `MAX_ROWS` rows equally. With many schemes the share of each is below this number. The limit of
 * each scheme is then this number, and all schemes together may exceed `MAX_ROWS`. A scheme with fewer paused ports than its limit
 * has one row for each of them.
 */
const LEAST_ROWS = 3;
/**
 * The maximum number of PAUSEs that are drawn one by one: each is a bar from its start to its end. With more, or
 * with several seeds, the cells of the raster show the paused share of their interval (`CELLS`).
 */
const MAX_BARS = 3000;
/** The number of intervals of the raster. Each cell shows the paused share of its interval. */
const CELLS = 400;
/** Width in px of the text next to the bars: the name of the port, and the number and total time of its PAUSEs. */
const ROOM = 260;
/** Number of intervals in which the number of paused ports is averaged. */
const INTERVALS = 200;

const timeAxis = (runs: readonly LabelledRun[], ticks = 8): Axis =>
  linearAxis("time", { low: 0, high: Math.max(...runs.map(({ summary }) => summary.simulated_ns)) }, time, {
    round: false,
    ticks,
  });

/** The end of each PAUSE in ns. A PAUSE that is still in effect at the end of the run ends there. */
function ends({ tables, summary }: LabelledRun): Float64Array {
  const { start_ns, duration_ns } = tables.pauses.columns;
  return start_ns.map((start, row) =>
    Number.isNaN(duration_ns[row]) ? summary.simulated_ns : start + duration_ns[row],
  );
}

export function stoppedAtOnce(schemes: readonly Scheme[]): Figure {
  const runs = schemes.flatMap((scheme) => scheme.runs);
  const { of, names, facets } = layOut(schemes);
  const half = facets.length === 1;
  const about = { id: "stopped", title: "Paused ports over time", table: "pauses", half } as const;
  const none = noPause(runs);
  if (none !== undefined) return { ...about, notes: [none] };
  const span = Math.max(...runs.map(({ summary }) => summary.simulated_ns));
  const courses = schemes.map((scheme) => {
    const each = scheme.runs.map((run) => meanStopped(run, span));
    return meanCourse(
      each[0].map(({ x }) => x),
      each.map((points) => points.map(({ y }) => y)),
      { least: 0 },
    );
  });
  const y = linearAxis("paused ports, mean", { low: 0, high: heights(courses).high }, plain, { ticks: 5 });
  const x = timeAxis(runs, half ? 5 : 3);
  const { spells, notes } = sharedSpells(runs);
  const size = half ? { width: HALF, height: 220 } : { width: QUARTER, height: 130 };
  const most = schemes.map((scheme) => Math.max(...scheme.runs.map(mostStopped)));
  const [fewest, highest] = [Math.min(...most), Math.max(...most)];
  const each =
    schemes.length > 5 && fewest < highest
      ? `${fewest} to ${highest}`
      : most.map((n, k) => (schemes.length > 1 ? `${n} (${schemes[k].label})` : String(n))).join(", ");
  return {
    ...about,
    abreast: half ? 1 : 4,
    legend: { of, names, marks: "lines" },
    charts: facets.map(({ title, lines }) => ({
      title,
      spec: linePanel(
        {
          x,
          y,
          spells,
          lines: lines.map(({ name, scheme }) => ({ name, ...within(courses[scheme], y.scale.domain) })),
        },
        names,
        { join: "step-after", ...size },
      ),
    })),
    notes: [
      ...notes,
      `Mean of each of ${INTERVALS} intervals. The maximum at one moment is ${each}. A port counts once for each class, and once for each queue or flow that is paused alone.`,
      ...(courses.some(({ intervals }) => intervals !== undefined) ? [SEEDS] : []),
    ],
  };
}

/**
 * Mean number of PAUSEs in effect in each of `INTERVALS` equal intervals of the first `span` ns. If several PAUSEs of a
 * port are in effect at a time, each of them counts.
 */
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

/** Adds to each cell the part of a time span that lies within the cell, ns. Each cell is `width` ns long. */
function cover(covered: Float64Array, width: number, from: number, to: number): void {
  const last = Math.min(covered.length - 1, Math.floor(to / width));
  for (let cell = Math.floor(from / width); cell <= last; cell++) {
    covered[cell] += Math.max(0, Math.min(to, (cell + 1) * width) - Math.max(from, cell * width));
  }
}

/** Maximum number of PAUSEs in effect at one moment. If several PAUSEs of a port are in effect, each of them counts. */
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

/** A port of the raster, and when it was paused in runs that differ only by their seed. */
interface Row {
  readonly name: string;
  /** For each run in which the port was paused, the starts and ends of its PAUSEs. */
  readonly stops: readonly { readonly from: Float64Array; readonly to: Float64Array }[];
  /** Number of runs of the scheme, including those without a PAUSE at this port. */
  readonly runs: number;
  /** The start of the first pause, ns. */
  readonly first: number;
  readonly count: number;
  readonly total: number;
}

export function pauseRaster(schemes: readonly Scheme[]): Figure {
  const runs = schemes.flatMap((scheme) => scheme.runs);
  const about = { id: "raster", title: "Paused ports, one by one", table: "pauses" } as const;
  const none = noPause(runs);
  if (none !== undefined) return { ...about, notes: [none] };
  const paused = schemes.filter((scheme) => scheme.runs.some((run) => run.tables.pauses.rows > 0));
  const several = schemes.length > 1;
  const seeds = Math.max(...paused.map((scheme) => scheme.runs.length));
  const most = Math.max(LEAST_ROWS, Math.floor(MAX_ROWS / paused.length));
  const all = paused.map(stoppedPorts);
  const shown = all.map((some) =>
    [...some]
      .sort((a, b) => b.total - a.total)
      .slice(0, most)
      .sort((a, b) => a.first - b.first),
  );
  const bars = shown.flat().reduce((sum, { count }) => sum + count, 0);
  const exact = bars <= MAX_BARS && seeds === 1;
  const x = timeAxis(runs, several ? 4 : 8);
  const left = all.some((some) => some.length > most);
  const quiet = schemes.filter((scheme) => !paused.includes(scheme));
  return {
    ...about,
    abreast: several ? 2 : 1,
    charts: shown.map((some, k) => ({
      title: several ? settingsText(paused[k].settings) : "",
      spec: raster(some, x, exact, several ? HALF : FULL),
    })),
    notes: [
      "A row is a paused port (sender → switch that paused it). A bar is a PAUSE, from the decision to pause to the decision to resume. " +
        "Rows are ordered by their first PAUSE, so congestion spreads downwards.",
      ...(left
        ? [
            `${several ? "For each row of the comparison the" : "The"} ${most} ports paused longest, of ${[...new Set(all.map((some) => some.length))].join(", ")} paused ports.`,
          ]
        : []),
      ...(exact ? [] : [`Each of ${CELLS} intervals is darker the longer the port was paused${reason(seeds, bars)}.`]),
      ...(quiet.length > 0 ? [`No PAUSE: ${quiet.map(({ label }) => label).join("; ")}.`] : []),
    ],
  };
}

const reason = (seeds: number, bars: number): string =>
  seeds > 1
    ? `, on average over ${seeds} seeds. Numbers next to a row are sums over the seeds`
    : `. ${formatCount(bars)} PAUSEs are too many to draw one by one`;

/** The ports that were paused in at least one run of a scheme. */
function stoppedPorts({ runs }: Scheme): Row[] {
  const found = new Map<string, { -readonly [Key in keyof Row]: Row[Key] }>();
  runs.forEach((run) => {
    const { node, port, peer, class: cls, start_ns } = run.tables.pauses.columns;
    const stops = ends(run);
    const { otherEnd } = linkNamer(run.tables.ports);
    const named = classNamer(cls);
    for (const rows of groupRows(node, (row) => port[row] * 8 + cls[row])) {
      const [first] = rows;
      const name = named(otherEnd(node[first], port[first], peer[first]), first);
      const row = found.get(name) ?? { name, stops: [], runs: runs.length, first: Infinity, count: 0, total: 0 };
      found.set(name, row);
      row.stops = [
        ...row.stops,
        { from: Float64Array.from(rows, (one) => start_ns[one]), to: Float64Array.from(rows, (one) => stops[one]) },
      ];
      row.first = Math.min(row.first, start_ns[first]);
      row.count += rows.length;
      row.total += rows.reduce((sum, one) => sum + stops[one] - start_ns[one], 0);
    }
  });
  return [...found.values()];
}

interface Bar {
  readonly from: number;
  readonly to: number;
  /** Share of the bar's time in which the port was paused, rounded up to quarters: 1 to 4. */
  readonly quarters: number;
}

/**
 * The paused share in each of `CELLS` equal intervals, averaged over `runs` runs. Adjacent intervals of the same shade
 * are merged.
 */
export function cells(stops: Row["stops"], span: number, runs = 1): Bar[] {
  const covered = new Float64Array(CELLS);
  const width = span / CELLS;
  for (const { from, to } of stops) from.forEach((start, k) => cover(covered, width, start, to[k]));
  for (const k of covered.keys()) covered[k] /= runs;
  const bars: Bar[] = [];
  for (let cell = 0; cell < CELLS;) {
    const quarters = Math.min(4, Math.ceil((4 * covered[cell]) / width));
    const first = cell;
    while (cell < CELLS && Math.min(4, Math.ceil((4 * covered[cell]) / width)) === quarters) cell++;
    if (quarters > 0) bars.push({ from: first * width, to: cell * width, quarters });
  }
  return bars;
}

/**
 * Draws the raster. All bars of one row and one shade are a single line with gaps. A separate rectangle for each bar would
 * make the text of the drawing ten times as long.
 */
function raster(some: readonly Row[], x: Axis, exact: boolean, whole: number): Spec {
  const [, span] = x.scale.domain;
  // A PAUSE shorter than half a pixel is drawn half a pixel wide, so that it remains visible.
  const least = span / whole / 2;
  const values = some.flatMap(({ name, stops, runs }) => {
    const bars = exact
      ? stops.flatMap(({ from, to }) =>
          Array.from(from, (start, k) => ({ from: start, to: Math.max(to[k], start + least), quarters: 4 })),
        )
      : cells(stops, span, runs);
    return bars.flatMap(({ from: start, to: end, quarters }) => [
      { name, quarters, x: start },
      { name, quarters, x: end },
      { name, quarters, x: null },
    ]);
  });
  const order = some.map(({ name }) => name);
  const y = { field: "name", type: "nominal", scale: { domain: order }, title: null } as const;
  return {
    width: whole - ROOM,
    height: { step: 17 },
    layer: [
      {
        data: { values },
        mark: { type: "line", order: false, strokeWidth: 10, strokeCap: "butt", invalid: "break-paths-show-domains" },
        encoding: {
          x: { field: "x", type: "quantitative", ...x },
          y: { ...y, axis: { grid: true, labelLimit: 150, minExtent: 120, domain: false, ticks: false } },
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
          values: some.map(({ name, count, total }) => ({
            name,
            text: `${formatCount(count)} × · ${formatTime(Math.round(total * 1000))}`,
          })),
        },
        mark: { type: "text", align: "left", fontSize: 11, color: SOFT },
        encoding: { x: { value: whole - ROOM + 8 }, y, text: { field: "text", type: "nominal" } },
      },
    ],
  };
}
