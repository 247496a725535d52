/**
 * A paper's claims under each other reading, alone or with others: which answer to what the paper leaves open explains most of its figures.
 *
 * Only claims that count are included. The page of a paper takes the data. As text they are two tables. One has the answers, each with its
 * verdicts counted. The other has the claims whose verdict some answer changes.
 */
import { VERDICTS } from "../papers/figures/claims.ts";
import type { Scale, Verdict } from "../papers/figures/contract.ts";
import type { Changed } from "../papers/figures/readings.ts";
import { table } from "./table.ts";

/** One column: the chosen answers, or one or more of them changed. */
export interface UnderReading {
  /** Absent in the first column. */
  readonly changed?: Changed;
  readonly verdicts: Readonly<Record<string, Verdict>>;
  /** Where the answers to one reading were tried: verdict and numbers of each claim, our own included. */
  readonly numbers?: Readonly<Record<string, string>>;
}

export interface ReadingsRecord {
  readonly paper: string;
  /** The one reading whose answers were tried; absent: all. */
  readonly reading?: { readonly name: string; readonly chosen: string };
  readonly scale: Scale;
  readonly figures: readonly string[];
  /** By figure the hash over its scenarios as chosen (`setUpOf`). */
  readonly setUps: Readonly<Record<string, string>>;
  readonly columns: readonly UnderReading[];
}

const countOf = ({ verdicts }: UnderReading, wanted: Verdict): number =>
  Object.values(verdicts).filter((verdict) => verdict === wanted).length;

export const answersOf = ({ changed = {} }: UnderReading): string => Object.values(changed).join(", ");

export const answersHead = ["", "reading", "answer", ...VERDICTS];

/** A row an answer. */
export const answerRows = ({ columns }: ReadingsRecord): string[][] =>
  columns.map((column, k) => [
    String(k),
    column.changed === undefined ? "as chosen" : Object.keys(column.changed).join(", "),
    answersOf(column),
    ...VERDICTS.map((verdict) => String(countOf(column, verdict))),
  ]);

export const claimsHead = ({ columns }: ReadingsRecord): string[] => ["claim", ...columns.map((_, k) => String(k))];

/** A row a claim that some answer changes; a dot: as chosen. */
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
      : `${table(claimsHead(record), rows, 1 + columns.length)}\n\nColumns are the numbers of the answers above. A dot is the verdict under the chosen answers.`,
  ];
  return `${parts.join("\n\n")}\n`;
}
