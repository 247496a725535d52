/** Lines of a comparison in which rows that are the same run are marked. */
import { markOf, sameRuns, type SameRun } from "../../../report/same-runs.ts";
import type { Comparison } from "../../../batch/sweep/comparison.ts";
import type { Line } from "./lines.ts";

/** Of whole rows: what was cut short is no run yet. */
export const sameRunsOf = ({ rows }: Pick<Comparison, "rows">): readonly SameRun[] =>
  sameRuns(rows.filter(({ ending }) => ending !== "interrupted"));

/** `rows` are those of the lines, in their order. */
export const marked = (
  lines: readonly Line[],
  rows: readonly { readonly settings: Readonly<Record<string, string>> }[],
  same: readonly SameRun[],
): Line[] =>
  lines.map((line, k) => {
    const mark = markOf(same, rows[k].settings);
    return mark === "" ? line : { ...line, flaw: [mark, line.flaw].filter((one) => one !== "").join(" ") };
  });
