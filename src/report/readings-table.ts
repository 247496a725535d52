/**
 * Shows which answers to a paper's open questions (readings) reproduce most of the paper's claims. An open question is a
 * detail that the paper does not state. Each alternative answer is tried alone, or combined with others.
 *
 * Claims that cannot fail, repeat another claim, or were added by xoff are left out. The text has two tables. One has the
 * number of claims with each verdict, for each answer. The other has the claims whose verdict is not the same under all
 * answers. The results page of the paper uses the same data.
 */
import { VERDICTS } from "../papers/figures/claims.ts";
import type { Scale, Verdict } from "../papers/figures/contract.ts";
import type { Changed } from "../papers/figures/readings.ts";
import { table } from "./table.ts";

/** A column of the table: the verdicts under one set of answers to the paper's open questions. */
export interface UnderReading {
  /**
   * The answers of this column that differ from those that xoff chose. They answer open questions, that is, details that
   * the paper does not state. Absent in the first column, which has the chosen answers.
   */
  readonly changed?: Changed;
  readonly verdicts: Readonly<Record<string, Verdict>>;
  /**
   * The verdict and the numbers of each claim that can fail. `verdicts` lacks some of these claims: those that repeat another
   * claim or that xoff added. Present only if the answers to a single open question were tried.
   */
  readonly numbers?: Readonly<Record<string, string>>;
}

export interface ReadingsRecord {
  readonly paper: string;
  /**
   * The open question (a detail that the paper does not state) whose answers were tried. Absent: the answers to all open
   * questions were varied.
   */
  readonly reading?: { readonly name: string; readonly chosen: string };
  readonly scale: Scale;
  readonly figures: readonly string[];
  /** By figure id: the hash of the figure's scenarios under the answers that xoff chose for open questions (`setUpOf`). */
  readonly setUps: Readonly<Record<string, string>>;
  readonly columns: readonly UnderReading[];
}

const countOf = ({ verdicts }: UnderReading, wanted: Verdict): number =>
  Object.values(verdicts).filter((verdict) => verdict === wanted).length;

export const answersOf = ({ changed = {} }: UnderReading): string => Object.values(changed).join(", ");

export const answersHead = ["", "reading", "answer", ...VERDICTS];

/** Table rows, one for each tried set of answers to the questions that the paper leaves open. */
export const answerRows = ({ columns }: ReadingsRecord): string[][] =>
  columns.map((column, k) => [
    String(k),
    column.changed === undefined ? "as chosen" : Object.keys(column.changed).join(", "),
    answersOf(column),
    ...VERDICTS.map((verdict) => String(countOf(column, verdict))),
  ]);

export const claimsHead = ({ columns }: ReadingsRecord): string[] => ["claim", ...columns.map((_, k) => String(k))];

/** Table rows, one for each claim whose verdict is not the same in all columns. A dot means the verdict of the first column. */
export function changedRows({ columns }: ReadingsRecord): string[][] {
  const [chosen, ...others] = columns;
  const ids = [...new Set(columns.flatMap(({ verdicts }) => Object.keys(verdicts)))];
  const of = ({ verdicts }: UnderReading, id: string): string => verdicts[id] ?? "-";
  return ids
    .filter((id) => others.some((column) => of(column, id) !== of(chosen, id)))
    .map((id) => [
      id,
      of(chosen, id),
      ...others.map((column) => (of(column, id) === of(chosen, id) ? "." : of(column, id))),
    ]);
}

export function readingsText(record: ReadingsRecord): string {
  const { paper, scale, figures, columns } = record;
  const claims = Object.keys(columns[0].verdicts).length;
  const rows = changedRows(record);
  const parts = [
    `${paper} under other readings: ${scale} scale, ${figures.length} figures, ${claims} claims that count`,
    table(answersHead, answerRows(record), 3),
    rows.length === 0
      ? "No answer changes a verdict."
      : `${table(claimsHead(record), rows, 1 + columns.length)}\n\nNumbers refer to the table above. A dot means an unchanged verdict.`,
  ];
  return `${parts.join("\n\n")}\n`;
}
