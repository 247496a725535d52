/**
 * A figure of the report page: its title, its charts and notes on them. If there is no data, the notes give the reason.
 */
import type { LabelledRun } from "../labelled-run.ts";
import type { Spec } from "./draw.ts";

export interface Drawing {
  /** The title of the chart. A figure with one chart needs none. */
  readonly title?: string;
  /** A line of text below the chart with the number of flows or samples. */
  readonly about?: string;
  readonly spec: Spec;
}

/**
 * The names of the lines, markers or bars of a figure. All its charts share them. A legend with a single name is not
 * shown.
 */
export interface Legend {
  /** The setting whose values are the names in the legend, such as "congestion". */
  readonly of?: string;
  readonly names: readonly string[];
  readonly marks: "lines" | "markers" | "both" | "squares";
}

export interface Figure {
  /** The anchor of the figure in the page. */
  readonly id: string;
  readonly title: string;
  /** The charts of the figure. Absent if there is nothing to draw. The reason is then in `notes`. */
  readonly charts?: readonly Drawing[];
  /** Number of charts in a row, 1 by default. */
  readonly abreast?: 1 | 2 | 3 | 4;
  readonly legend?: Legend;
  /** Sentences below the figure: how to read it, and which data is omitted or drawn at a lower resolution. */
  readonly notes: readonly string[];
  /** The plotted numbers as a table, if there are few. The first row is the header. */
  readonly numbers?: readonly (readonly string[])[];
  /** Number of columns, from the left, in which the table `numbers` contains text. */
  readonly texts?: number;
  /** The name of the table that has all numbers of the figure. It is a table of the runs or of their probes. */
  readonly table: string;
  /** True if the figure uses half the page width. */
  readonly half?: boolean;
}

/** The reason why the runs have no PAUSE to draw. Undefined if at least one run has PAUSEs. */
export function noPause(runs: readonly LabelledRun[]): string | undefined {
  if (runs.some((run) => run.tables.pauses.rows > 0)) return undefined;
  return runs.every(({ summary: { counters } }) => counters.pauses + (counters.queue_pauses ?? 0) === 0)
    ? "No PAUSE was sent."
    : "PAUSEs were counted but not recorded, because the scenario has `measure: { pauses: false }`.";
}

const SERIES = { queues: "queue", rates: "rate", goodputs: "goodput" } as const;

/** The reason why the runs have no samples to draw. Undefined if at least one run has samples. */
export function notMeasured(runs: readonly LabelledRun[], table: keyof typeof SERIES): string | undefined {
  if (runs.some(({ tables }) => tables[table] !== undefined)) return undefined;
  return `No ${SERIES[table]} was measured. Set \`measure.${table}\` in the scenario.`;
}
