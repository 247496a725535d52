/**
 * A run as the report page and its charts take it: a label, what `summary.json` says, the tables. Where it lies on a disk is not known here.
 *
 * One run is a list of one, a comparison a list of several: the charts are the same.
 */
import type { Summary } from "../run/measure/summary.ts";
import type { ProbeTable } from "../run/measure/probes.ts";
import type { Tables } from "../run/measure/tables.ts";

export interface LabelledRun {
  /** What tells it from the other runs of the page, such as "buffer=dt, seed=2". */
  readonly label: string;
  /** The same, a path of the scenario and its value each; left out: the label is all that is known. */
  readonly settings?: Settings;
  readonly summary: Summary;
  readonly tables: Tables;
  /** Those of its probes; absent: it had none. */
  readonly probes?: Readonly<Record<string, ProbeTable>>;
  /** Where a table can be opened: links from the page. */
  readonly files?: Readonly<Record<string, string>>;
}

/** What was varied, as written, in the order of the options. */
export type Settings = Readonly<Record<string, string>>;
