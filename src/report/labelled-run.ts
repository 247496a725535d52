/**
 * A run as the report page and its charts need it: label, summary and tables, independent of its folder.
 *
 * A single run is a list of one, a comparison a list of several, so both use the same charts.
 */
import type { Summary } from "../run/measure/summary.ts";
import type { ProbeTable } from "../run/measure/probes.ts";
import type { Tables } from "../run/measure/tables.ts";

export interface LabelledRun {
  /** Label of the run, which differs from all other labels on the page, such as "buffer=dt, seed=2". */
  readonly label: string;
  /** The settings that the label states, by path in the scenario. Absent if only the label is known. */
  readonly settings?: Settings;
  readonly summary: Summary;
  readonly tables: Tables;
  /** The tables of the run's probes. Absent if it has none. */
  readonly probes?: Readonly<Record<string, ProbeTable>>;
  /** Links from the page to the files of tables. */
  readonly files?: Readonly<Record<string, string>>;
}

/**
 * The varied settings of a run. Each key is a path in the scenario, and each value is the text that the user wrote. The
 * order is that of the options on the command line.
 */
export type Settings = Readonly<Record<string, string>>;
