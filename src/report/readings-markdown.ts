/** Claims under other readings as Markdown: for the ledger, and with the numbers for the page of a paper. */
import type { Scale } from "../papers/figures/contract.ts";
import { markdownTable } from "./markdown-table.ts";
import { answerRows, answersHead, answersOf, changedRows, claimsHead, type ReadingsRecord } from "./readings-table.ts";

/** Hash over the scenarios that a figure has today. */
type SetUpOf = (id: string, scale: Scale) => string | undefined;

/** How many claims come out which way under each answer, and those that some answer changes. */
export function underReadings(record: ReadingsRecord, setUpOf: SetUpOf): string[] {
  const { figures, reading, scale } = record;
  const one = reading === undefined ? "" : ` ${reading.name}`;
  const command = `xoff reproduce ${figures.join(" ")} --readings${one} --scale ${scale}`;
  const changed = changedRows(record);
  const stale = Object.entries(record.setUps).filter(([id, setUp]) => setUp !== setUpOf(id, scale));
  return [
    `Claims under other answers (\`${command}\`):\n\n${markdownTable(answersHead, answerRows(record))}`,
    ...(stale.length === 0
      ? []
      : [`*Stale*: since then scenarios have changed of ${stale.map(([id]) => id).join(", ")}.`]),
    changed.length === 0
      ? "No answer changes a verdict."
      : `The claims whose verdict some answer changes, by the number of the answer; a dot is the verdict as chosen:\n\n${markdownTable(claimsHead(record), changed)}`,
  ];
}

/** The same with the numbers of every claim, where the answers to one reading were tried. */
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
