/** A comparison as `xoff compare` wrote it, checked, with numbers again where it has none. */
import { join } from "node:path";
import { columnNames, type ColumnName, type Figures } from "../../../report/columns.ts";
import { FolderError } from "../../../batch/store/folder-error.ts";
import { checkFormat } from "../../../batch/store/run-folder.ts";
import { readComparison } from "../../../batch/sweep/compare-folder.ts";
import { FORMAT, overSeeds, type Comparison } from "../../../batch/sweep/comparison.ts";

/** Throws `FolderError` for a folder that holds none that this xoff can read. */
export function storedComparison(folder: string): Comparison {
  const file = join(folder, "compare.json");
  const comparison = readComparison(folder);
  if (!Array.isArray((comparison as Partial<Comparison> | null)?.rows))
    throw new FolderError(`${file} is not a comparison that xoff compare wrote. Run the comparison again.`, "mistake");
  checkFormat(file, comparison.format, FORMAT, comparison.xoff);
  const rows = comparison.rows.map((row) => (row.figures === null ? row : { ...row, figures: known(row.figures) }));
  // Decided anew: an earlier xoff decided otherwise.
  return { ...comparison, rows, over_seeds: overSeeds(comparison.vary, rows) };
}

/** Numbers that do not exist are null in JSON; columns that an earlier xoff did not have are not there. */
const known = (figures: Readonly<Partial<Record<ColumnName, number | null>>> = {}): Figures =>
  Object.fromEntries(columnNames.map((name) => [name, figures[name] ?? NaN])) as Figures;
