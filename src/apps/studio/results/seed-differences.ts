/**
 * Two recorded runs may belong to a comparison over seeds. This file finds the paired differences of their rows, for
 * the table that compares the two runs.
 */
import type { ServedComparison, ServedDifference } from "../../../report/served.ts";

export interface SeedDifferences {
  readonly seeds: number;
  /** For measures of the table: the mean and half of the 95% interval, such as "−6.3 ±0.8". */
  readonly byMeasure: ReadonlyMap<string, string>;
}

/** By the name of a measure in the page's table: the heading of its column in a stored comparison. */
const COLUMNS: Readonly<Record<string, string>> = {
  PAUSEs: "PAUSEs",
  "p99 slowdown": "slowdown p99",
  "Time paused": "paused",
};

/**
 * The differences from the row of one run to the row of another. `from` and `to` are the paths of the runs. Undefined
 * if no comparison over seeds has both rows.
 *
 * In a stored comparison each column has a best row among the rows with equal traffic. Only the differences to this best row are
 * stored. So the result has only the columns in which one of the two rows is the best row.
 */
export function seedDifferences(
  comparisons: readonly ServedComparison[],
  from: string,
  to: string,
): SeedDifferences | undefined {
  for (const { rows, seeds, columns, differences } of comparisons) {
    const [a, b] = [from, to].map((path) => rows.findIndex(({ runs }) => runs.some((run) => run.path === path)));
    if (a < 0 || b < 0 || a === b || seeds < 2 || differences.length < rows.length) continue;
    const byMeasure = new Map<string, string>();
    for (const [measure, head] of Object.entries(COLUMNS)) {
      const column = columns.findIndex((one) => one.head === head);
      if (column < 0) continue;
      const [ofA, ofB] = [differences[a][column], differences[b][column]];
      if (ofB.to === a && hasInterval(ofB)) byMeasure.set(measure, signed(ofB, false));
      else if (ofA.to === b && hasInterval(ofA)) byMeasure.set(measure, signed(ofA, true));
    }
    return { seeds, byMeasure };
  }
  return undefined;
}

const hasInterval = ({ text }: ServedDifference): boolean => /^[+-].* ±/.test(text);

/**
 * The difference with a typographic minus sign. `isTurned`: the stored difference is the one from `to` to `from`, so its
 * sign is reversed.
 */
const signed = ({ text }: ServedDifference, isTurned: boolean): string =>
  (text.startsWith("+") === isTurned ? "−" : "+") + text.slice(1).replace(/\*$/, "");
