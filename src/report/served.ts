/** What `xoff studio <folder>` tells its page of the folder, as JSON: all that it holds of the CLI's results. Paths are those below the folder. */
import type { FigureRecord } from "./figure-record.ts";

/** A run as a line of a list. */
export interface ServedRun {
  /** "" is the folder itself. */
  readonly path: string;
  readonly name: string;
  readonly about: string;
  readonly seed: number;
  /** What was set over its scenario: "buffer.alpha=2". */
  readonly settings: readonly string[];
  readonly ending: string;
  readonly simulated_ns: number;
  readonly pauses: number;
  readonly isDeadlocked: boolean;
}

/** A row of a comparison, with the runs that it is of: one, or one a seed. */
export interface ServedRow {
  /** Of what was varied. */
  readonly settings: readonly string[];
  /** "1.081 ms ±2.3%"; a star at the end of the best of a column. */
  readonly cells: readonly string[];
  /** "failed", "2 of 3 seeds"; "": nothing is wrong with it. */
  readonly flaw: string;
  /** "(a)", as in `sameRuns`; "": no other row is the same run. */
  readonly mark: string;
  readonly runs: readonly { readonly label: string; readonly path: string }[];
}

export interface ServedComparison {
  readonly path: string;
  /** The scenario, and what was set in all rows. */
  readonly title: string;
  readonly varied: readonly string[];
  /** 0: seeds were not varied, so a row is a run. */
  readonly seeds: number;
  /** Columns in which rows differ. */
  readonly columns: readonly { readonly head: string; readonly about: string }[];
  readonly rows: readonly ServedRow[];
  /** The paired difference of each row to the best row of the column, which decides the stars. Empty: seeds were not varied. */
  readonly differences: readonly (readonly string[])[];
  /** Sentences on rows that the seed does not move, and what is not decided. */
  readonly notes: readonly string[];
  /** "PAUSEs 0", of columns that say the same in all rows. */
  readonly same: readonly string[];
  /** "(a) hpcc and powertcp are the same run: digest 46a22e25a76c926a." */
  readonly sameRuns: readonly string[];
  /** Rows that had not begun when it was cut short. */
  readonly notBegun: number;
}

/** A reproduced figure; its plots are asked for as drawings. */
export interface ServedFigure extends Omit<FigureRecord, "plots"> {
  readonly path: string;
  /** "9 claims: 5 hold, 2 direction, 1 undecided, 1 fails" */
  readonly verdicts: string;
  readonly plots: readonly { readonly title: string; readonly note?: string }[];
}

export interface ServedFolder {
  /** As it was named. */
  readonly folder: string;
  readonly runs: readonly ServedRun[];
  readonly comparisons: readonly ServedComparison[];
  readonly figures: readonly ServedFigure[];
  /** What is there and cannot be shown: where, what was expected, and how to mend it. */
  readonly unread: readonly string[];
}

/** A run that was opened: its tables are the files `<name>.parquet` of its folder. */
export interface ServedRecord {
  readonly summary: unknown;
  /** Of its scenario, and of the files that this names, by their names in the folder. */
  readonly text: string;
  readonly files: Readonly<Record<string, string>>;
  readonly settings: readonly string[];
  readonly tables: readonly string[];
}
