/**
 * Generates docs/results/criteria.md: the changed criteria of claims, the sentence of the paper that justifies each,
 * and the effect on the verdict.
 */
import type { ChangedCriterion } from "../papers/figures/criteria.ts";
import { CRITERIA } from "../papers/figures/verdicts.ts";
import type { LedgerFigure } from "./ledger.ts";
import { markdownTable } from "./markdown-table.ts";
import { verdictText } from "./verdict-counts.ts";

/** `changed` has the changed criteria by paper, from docs/results/notes/<paper>/criteria.json. */
export function criteriaPage(
  figures: readonly LedgerFigure[],
  changed: Readonly<Record<string, readonly ChangedCriterion[]>>,
): string {
  const parts = [
    "# Criteria that were changed",
    "<!-- Made by `npm run results`. Do not edit. -->",
    "A criterion follows from the paper's words, not from the result of a claim. Each row quotes the sentence of the paper behind it. " +
      "The last column comes from claims.json. Figures that today's rules have not yet judged are marked.\n\n" +
      "For all papers: a ratio is judged by its logarithm, and by the interval of its factor ([decision 0046](../decisions/0046-ratios-by-logarithm.md)).",
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

/** The current verdict of a claim, from claims.json. */
function verdictNow(id: string, figures: readonly LedgerFigure[]): string {
  const figure = figures.find((one) => id.startsWith(`${one.id}/`));
  if (figure === undefined) return "not run";
  if (figure.criteria !== CRITERIA) return "not judged yet";
  const claim = figure.claims.find((one) => one.id === id);
  return claim === undefined ? "removed" : verdictText(claim);
}
