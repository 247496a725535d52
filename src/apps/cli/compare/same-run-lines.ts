/** Marks each row of a comparison whose run is identical to that of another row. Rows with identical runs get the same mark. */
import { markOf, sameRuns, type SameRun } from "../../../report/same-runs.ts";
import type { Comparison } from "../../../batch/sweep/comparison.ts";
import type { Line } from "./lines.ts";

/** The groups of rows whose runs are the same. Interrupted runs are left out, because their results are incomplete. */
export const sameRunsOf = ({ rows }: Pick<Comparison, "rows">): readonly SameRun[] =>
  sameRuns(rows.filter(({ ending }) => ending !== "interrupted"));

/** Adds a mark to each line whose row is in a group of identical runs (`same`). `rows[k]` is the row of `lines[k]`. */
export const marked = (
  lines: readonly Line[],
  rows: readonly { readonly settings: Readonly<Record<string, string>> }[],
  same: readonly SameRun[],
): Line[] =>
  lines.map((line, k) => {
    const mark = markOf(same, rows[k].settings);
    return mark === "" ? line : { ...line, flaw: [mark, line.flaw].filter((one) => one !== "").join(" ") };
  });
