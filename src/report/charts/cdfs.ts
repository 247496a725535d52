/** Distribution functions: completion times, slowdowns, lengths of PAUSEs and of queues. */
import { cdfPoints } from "../decimate.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { bytes, extent, linearAxis, logAxis, percent, plain, time, type Format } from "./axes.ts";
import { noPause, notMeasured, type Figure } from "./figure.ts";
import { lineChart } from "./lines.ts";
import { MOST_LINES } from "./theme.ts";
import { egressQueues } from "./measured.ts";

interface Quantity extends Pick<Figure, "id" | "title" | "table"> {
  /** Title of the x axis. */
  readonly axis: string;
  readonly format: Format;
  /** Logarithmic, for what spans decades and is never 0. */
  readonly log: boolean;
  /** What is said where there are no values. */
  readonly none: string;
  readonly notes?: readonly string[];
}

/** `values` by name of their line. */
function cdf(values: readonly (readonly [name: string, values: Float64Array])[], quantity: Quantity): Figure {
  const { id, title, table, axis, format, log, none, notes = [] } = quantity;
  const about = { id, title, table, half: true };
  const lines = values.map(([name, all]) => ({
    name,
    points: cdfPoints(log ? all.filter((value) => value > 0) : all),
  }));
  const xs = lines.flatMap(({ points }) => points.map(({ x }) => x));
  if (xs.length === 0) return { ...about, notes: [none] };
  const x = (log ? logAxis : linearAxis)(axis, extent(xs), format);
  const y = linearAxis("share at or below", { low: 0, high: 1 }, percent, { ticks: 5 });
  const names = lines.map(({ name }) => name);
  return {
    ...about,
    notes,
    chart: lineChart([{ x, y, lines }], names, { join: "step-after", width: "half", height: 220 }),
  };
}

const NOT_DONE = "No flow of finite size was done within the run.";

export const fctCdf = (runs: readonly LabelledRun[]): Figure =>
  cdf(
    runs.map(({ label, tables }) => [label, tables.flows.columns.fct_ns]),
    {
      id: "fct-cdf",
      title: "Flow completion time (FCT)",
      table: "flows",
      axis: "FCT, until the receiver has the last byte",
      format: time,
      log: true,
      none: NOT_DONE,
    },
  );

export const slowdownCdf = (runs: readonly LabelledRun[]): Figure =>
  cdf(
    runs.map(({ label, tables }) => [label, tables.flows.columns.slowdown]),
    {
      id: "slowdown-cdf",
      title: "FCT slowdown",
      table: "flows",
      axis: "FCT / FCT alone in the network",
      format: plain,
      log: true,
      none: NOT_DONE,
    },
  );

export const pauseCdf = (runs: readonly LabelledRun[]): Figure =>
  cdf(
    runs.map(({ label, tables }) => [label, tables.pauses.columns.duration_ns]),
    {
      id: "pause-cdf",
      title: "Duration of PAUSEs",
      table: "pauses",
      axis: "from the decision to pause to that to resume",
      format: time,
      log: true,
      none: noPause(runs) ?? "No PAUSE ended within the run.",
      notes: ["PAUSEs that still held when the run ended are not in it."],
    },
  );

/** One run: a line a queue, the longest; several: a line a run, of all its samples. */
export function queueCdf(runs: readonly LabelledRun[]): Figure {
  const alone = runs.length === 1;
  return cdf(
    alone
      ? longestQueues(runs[0])
      : runs.map(({ label, tables }) => [label, tables.queues?.columns.egress_bytes ?? new Float64Array()]),
    {
      id: "queue-cdf",
      title: "Queue length",
      table: "queues",
      axis: "bytes waiting",
      format: bytes,
      log: false,
      none: notMeasured(runs, "queues") ?? "Nothing ever waited in the queues measured.",
      notes: [alone ? "Of all samples." : "Of all samples of all queues measured."],
    },
  );
}

function longestQueues(run: LabelledRun): [string, Float64Array][] {
  const queues = (egressQueues(run) ?? []).filter(({ peak }) => peak > 0).sort((a, b) => b.peak - a.peak);
  return queues
    .slice(0, MOST_LINES)
    .map(({ name, rows, values }) => [name, Float64Array.from(rows, (row) => values[row])]);
}
