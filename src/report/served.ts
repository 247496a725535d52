/**
 * The contents of a folder as JSON, as `xoff studio <folder>` sends it to its page: all results of the CLI in the
 * folder. Paths are relative to the folder.
 */
import type { FigureRecord } from "./figure-record.ts";

/** A run in the list of runs. */
export interface ServedRun {
  /** Path of the run's folder. Empty if the served folder is the run itself. */
  readonly path: string;
  readonly name: string;
  readonly about: string;
  readonly seed: number;
  /** Overrides of the scenario's values: "buffer.alpha=2". */
  readonly settings: readonly string[];
  readonly ending: string;
  readonly simulated_ns: number;
  readonly pauses: number;
  readonly isDeadlocked: boolean;
}

/** A row of a comparison with its runs: one, or one for each seed. */
export interface ServedRow {
  /** Values of the varied settings in this row. */
  readonly settings: readonly string[];
  /** Cell texts: "1.081 ms ±2.3%". A star marks the best row of a column. */
  readonly cells: readonly string[];
  /** The problem of the row, such as "failed", or "2 of 3 seeds" if one seed has no result. Empty if there is no problem. */
  readonly flaw: string;
  /** The mark "(a)" of identical runs, as in `sameRuns`. Empty if no other row is the same run. */
  readonly mark: string;
  readonly runs: readonly { readonly label: string; readonly path: string }[];
}

/** The difference of a row to the best row of a column. */
export interface ServedDifference {
  /** Cell text, such as "+8.65 us ±1.4". The best row has no difference, so its text is a word: "least" or "most". */
  readonly text: string;
  /**
   * The index of the best row, from which `text` gives the difference. It is the best row of the column among those with
   * this row's traffic. Null if there is no difference: in the best row itself, in a cell without a value, or if the
   * column has no best row.
   */
  readonly to: number | null;
}

export interface ServedComparison {
  readonly path: string;
  /** The scenario, and the settings that all rows share. */
  readonly title: string;
  readonly varied: readonly string[];
  /** Number of seeds. 0 if seeds were not varied, so that each row is one run. */
  readonly seeds: number;
  /** The columns in which rows differ. */
  readonly columns: readonly { readonly head: string; readonly about: string }[];
  readonly rows: readonly ServedRow[];
  /**
   * The paired difference of each row to the best row of the column. Empty if seeds were not varied. The best row has a
   * star if every other row is significantly worse, or equal to it under every seed. At least one row must be
   * significantly worse.
   */
  readonly differences: readonly (readonly ServedDifference[])[];
  /** Sentences on rows that the seed does not change, and on undecided comparisons. */
  readonly notes: readonly string[];
  /** Columns with the same value in all rows: "PAUSEs 0". */
  readonly same: readonly string[];
  /** Notes on identical runs: "(a) hpcc and powertcp are the same run: digest 46a22e25a76c926a." */
  readonly sameRuns: readonly string[];
  /** Number of rows that had not started when the comparison was interrupted. */
  readonly notBegun: number;
}

/** A reproduced figure. The page requests its plots separately, as drawings. */
export interface ServedFigure extends Omit<FigureRecord, "plots"> {
  readonly path: string;
  /**
   * The number of claims by verdict: "9 claims: 5 hold, 2 direction, 1 undecided, 1 fails". "Direction" means that only
   * the direction of the paper's change is confirmed.
   */
  readonly verdicts: string;
  readonly plots: readonly { readonly title: string; readonly note?: string }[];
}

export interface ServedFolder {
  /** The folder's name, as given on the command line. */
  readonly folder: string;
  readonly runs: readonly ServedRun[];
  readonly comparisons: readonly ServedComparison[];
  readonly figures: readonly ServedFigure[];
  /** Files that cannot be shown, each with its path, the problem and the remedy. */
  readonly unread: readonly string[];
}

/** A run that the page opens. Its tables are the files `<name>.parquet` of its folder. */
export interface ServedRecord {
  readonly summary: unknown;
  /** The text of the scenario. */
  readonly text: string;
  /** By name: the text of each file that the scenario references. */
  readonly files: Readonly<Record<string, string>>;
  readonly settings: readonly string[];
  readonly tables: readonly string[];
}
