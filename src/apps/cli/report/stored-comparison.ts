/** Reads a stored comparison of `xoff compare`, checks it and restores missing numbers as NaN. */
import { join } from "node:path";
import { columnNames, type ColumnName, type Figures } from "../../../report/columns.ts";
import { FolderError } from "../../../batch/store/folder-error.ts";
import { checkFormat } from "../../../batch/store/run-folder.ts";
import { readComparison } from "../../../batch/sweep/compare-folder.ts";
import { FORMAT, overSeeds, type Comparison } from "../../../batch/sweep/comparison.ts";

/** The comparison in a folder. Throws `FolderError` if this version of xoff cannot read it. */
export function storedComparison(folder: string): Comparison {
  const file = join(folder, "compare.json");
  const comparison = readComparison(folder);
  if (!Array.isArray((comparison as Partial<Comparison> | null)?.rows))
    throw new FolderError(`${file} is not a comparison that xoff compare wrote. Run the comparison again.`, "mistake");
  checkFormat(file, comparison.format, FORMAT, comparison.xoff);
  const rows = comparison.rows.map((row) => (row.figures === null ? row : { ...row, figures: known(row.figures) }));
  // Statistics over seeds are computed anew, because earlier versions of xoff computed them differently.
  return { ...comparison, rows, over_seeds: overSeeds(comparison.vary, rows) };
}

/**
 * The values of a row, by column. A value that is null or missing becomes NaN: JSON stores NaN as null, and comparisons from earlier
 * versions lack some columns.
 */
const known = (figures: Readonly<Partial<Record<ColumnName, number | null>>> = {}): Figures =>
  Object.fromEntries(columnNames.map((name) => [name, figures[name] ?? NaN])) as Figures;
