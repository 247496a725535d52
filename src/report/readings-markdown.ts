/** Sections for the page of a paper: where its figures differ, and its claims under other readings. */
import type { Scale } from "../papers/figures/contract.ts";
import type { Difference } from "../papers/figures/readings.ts";
import { markdownTable } from "./markdown-table.ts";
import { answerRows, answersHead, answersOf, changedRows, claimsHead, type ReadingsRecord } from "./readings-table.ts";

/** Hash over the scenarios that a figure has today. */
type SetUpOf = (id: string, scale: Scale) => string | undefined;

/** The parameters in which figures of a paper differ beyond fabric and traffic, in the paper's words. */
export function differencesSection(differences: readonly Difference[]): string[] {
  if (differences.length === 0) return [];
  const rows = differences.map(({ parameter, figures, because }) => [`\`${parameter}\``, figures.join(", "), because]);
  return [
    `Parameters in which figures of the paper differ:\n\n${markdownTable(["parameter", "figures", "because"], rows)}`,
  ];
}

/** Verdicts counted for each answer, and the claims whose verdict some answer changes. */
function underReadings(record: ReadingsRecord, setUpOf: SetUpOf): string[] {
  const { figures, reading, scale } = record;
  const one = reading === undefined ? "" : ` ${reading.name}`;
  const command = `xoff reproduce ${figures.join(" ")} --readings${one} --scale ${scale}`;
  const changed = changedRows(record);
  const stale = Object.entries(record.setUps).filter(([id, setUp]) => setUp !== setUpOf(id, scale));
  return [
    `Claims under other answers (\`${command}\`):\n\n${markdownTable(answersHead, answerRows(record))}`,
    ...(stale.length === 0
      ? []
      : [`*Stale*: the scenarios of ${stale.map(([id]) => id).join(", ")} have changed since then.`]),
    changed.length === 0
      ? "No answer changes a verdict."
      : `Claims whose verdict depends on an answer. Columns are the numbers of the answers, and a dot is the verdict under the chosen answers:\n\n${markdownTable(claimsHead(record), changed)}`,
  ];
}

/** If the answers to one reading were tried, the numbers of every claim follow. */
export const readingsSection = (record: ReadingsRecord, setUpOf: SetUpOf): string[] => [
  ...underReadings(record, setUpOf),
  ...numbers(record),
];

function numbers({ reading, columns }: ReadingsRecord): string[] {
  if (reading === undefined) return [];
  const ids = [...new Set(columns.flatMap(({ numbers = {} }) => Object.keys(numbers)))];
  const rows = ids.map((id) => [id, ...columns.map(({ numbers = {} }) => numbers[id] ?? "-")]);
  const heads = columns.map((column) =>
    column.changed === undefined ? `${reading.chosen}, as chosen` : answersOf(column),
  );
  return [`Each claim under each answer to \`${reading.name}\`:\n\n${markdownTable(["claim", ...heads], rows)}`];
}
