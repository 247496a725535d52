/** docs/results/criteria.md: what criteria of claims were changed, from which sentence of the paper, and what came of it. */
import type { ChangedCriterion } from "../papers/figures/criteria.ts";
import { CRITERIA } from "../papers/figures/verdicts.ts";
import type { LedgerFigure } from "./ledger.ts";
import { markdownTable } from "./markdown-table.ts";
import { verdictText } from "./verdict-counts.ts";

/** `changed`: by paper, from docs/results/notes/<paper>/criteria.json. */
export function criteriaPage(
  figures: readonly LedgerFigure[],
  changed: Readonly<Record<string, readonly ChangedCriterion[]>>,
): string {
  const parts = [
    "# Criteria that were changed",
    "<!-- Made by `npm run results`. Do not edit. -->",
    "A criterion follows from the paper's words, and not from the result of a claim. Each row has the sentence that is the reason for the criterion. " +
      'The last column has today\'s verdict from claims.json. "Not judged yet" means that the figure was last concluded with former rules.\n\n' +
      "For all papers, a ratio is judged by its logarithm and by the interval of its factor ([decision 0046](../decisions/0046-ratios-by-logarithm.md)).",
    ...Object.entries(changed).flatMap(([paper, criteria]) =>
      criteria.length === 0
        ? []
        : [
            `## ${paper}`,
            markdownTable(
              ["claims", "before", "after", "the paper", "verdict before", "verdict now"],
              criteria.map(({ claims, before, after, sentence, verdictsBefore }) => [
                ...[claims.map((id) => id.slice(paper.length + 1)).join(", "), before, after, sentence],
                verdictsBefore.join(", "),
                claims.map((id) => verdictNow(id, figures)).join(", "),
              ]),
            ),
          ],
    ),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** As claims.json has it. */
function verdictNow(id: string, figures: readonly LedgerFigure[]): string {
  const figure = figures.find((one) => id.startsWith(`${one.id}/`));
  if (figure === undefined) return "not run";
  if (figure.criteria !== CRITERIA) return "not judged yet";
  const claim = figure.claims.find((one) => one.id === id);
  return claim === undefined ? "removed" : verdictText(claim);
}
