/** A figure of the page: a chart with its title and what must be said beside it, or the sentence that says why there is none. */
import type { TableName } from "../../measure/tables.ts";
import type { LabelledRun } from "../labelled-run.ts";
import type { Spec } from "./draw.ts";

export interface Figure {
  /** Its anchor in the page. */
  readonly id: string;
  readonly title: string;
  /** Absent where there is nothing to draw: then the notes say why. */
  readonly chart?: Spec;
  /** Sentences: how to read it, what was left out or drawn coarser than it was measured. */
  readonly notes: readonly string[];
  /** The numbers drawn, where they are few: the first row is the head. */
  readonly numbers?: readonly (readonly string[])[];
  /** Where all of the numbers are. */
  readonly table: TableName;
  /** One of two side by side. */
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
