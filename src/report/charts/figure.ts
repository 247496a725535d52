/** A figure of the page: charts with their title and what must be said beside them, or the sentence that says why there is none. */
import type { LabelledRun } from "../labelled-run.ts";
import type { Spec } from "./draw.ts";

/** One chart of a figure. */
export interface Drawing {
  /** Needed only where there are several. */
  readonly title?: string;
  /** A line below it: what is drawn, of how many. */
  readonly about?: string;
  readonly spec: Spec;
}

/** What the lines, markers or bars of all charts of a figure stand for; of a single name nothing need be said. */
export interface Legend {
  /** What the names are values of: "congestion". */
  readonly of?: string;
  readonly names: readonly string[];
  readonly marks: "lines" | "markers" | "both" | "squares";
}

export interface Figure {
  /** Its anchor in the page. */
  readonly id: string;
  readonly title: string;
  /** Absent where there is nothing to draw: then the notes say why. */
  readonly charts?: readonly Drawing[];
  /** How many stand side by side: one, which is the default, to four. */
  readonly abreast?: 1 | 2 | 3 | 4;
  readonly legend?: Legend;
  /** Sentences: how to read it, what was left out or drawn coarser than it was measured. */
  readonly notes: readonly string[];
  /** The numbers drawn, where they are few: the first row is the head. */
  readonly numbers?: readonly (readonly string[])[];
  /** Columns of `numbers` that are text. */
  readonly texts?: number;
  /** Where all of the numbers are: a table of runs, or of their probes. */
  readonly table: string;
  /** One of two figures side by side. */
  readonly half?: boolean;
}

/** Why there is no PAUSE to draw; undefined where there is one. */
export function noPause(runs: readonly LabelledRun[]): string | undefined {
  if (runs.some((run) => run.tables.pauses.rows > 0)) return undefined;
  return runs.every((run) => run.summary.counters.pauses === 0)
    ? "No PAUSE was sent."
    : "PAUSEs were counted but not recorded: the scenario says `measure: { pauses: false }`.";
}

const SERIES = { queues: "queue", rates: "rate", goodputs: "goodput" } as const;

/** Why there is no series to draw; undefined where a run has one. */
export function notMeasured(runs: readonly LabelledRun[], table: keyof typeof SERIES): string | undefined {
  if (runs.some(({ tables }) => tables[table] !== undefined)) return undefined;
  return `No ${SERIES[table]} was measured: \`measure.${table}\` in the scenario asks for some.`;
}
