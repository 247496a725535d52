/**
 * Two sections of a paper's results page. The first lists the differences between the set-ups of the paper's figures. The
 * second has the verdicts of claims under other answers to the paper's open questions (readings).
 */
import type { Scale } from "../papers/figures/contract.ts";
import type { Difference } from "../papers/figures/readings.ts";
import { markdownTable } from "./markdown-table.ts";
import { answerRows, answersHead, answersOf, changedRows, claimsHead, type ReadingsRecord } from "./readings-table.ts";

/** Returns the hash of a figure's current scenarios. */
type SetUpOf = (id: string, scale: Scale) => string | undefined;

/**
 * A table of the parameters in which figures of a paper differ from each other, apart from fabric and traffic. The column
 * "because" quotes the paper.
 */
export function differencesSection(differences: readonly Difference[]): string[] {
  if (differences.length === 0) return [];
  const rows = differences.map(({ parameter, figures, because }) => [`\`${parameter}\``, figures.join(", "), because]);
  return [
    `Parameters in which figures of the paper differ:\n\n${markdownTable(["parameter", "figures", "because"], rows)}`,
  ];
}

/**
 * Two tables on the answers to a paper's open questions, that is, details that the paper does not state. The first has
 * the number of claims with each verdict, for each answer. The second has the claims whose verdict depends on the answer.
 */
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
      : `Claims whose verdict some answer changes, by the number of the answer. A dot means an unchanged verdict:\n\n${markdownTable(claimsHead(record), changed)}`,
  ];
}

/**
 * The section on the questions that a paper leaves open. The figures use one chosen answer to each question. The
 * section has the verdicts of the figures' claims under other answers. If the record's runs vary only one question, the
 * section also has the numbers of every claim under each answer to this question.
 */
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
