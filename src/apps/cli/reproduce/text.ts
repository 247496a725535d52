/** Formats the claims of a figure for a terminal. */
import pc from "picocolors";
import { counts } from "../../../papers/figures/claims.ts";
import type { Claim } from "../../../papers/figures/contract.ts";
import { fractionOf, madeOf, setOf, type Concluded } from "../../../report/figure-page.ts";
import { verdictCounts, verdictSentence } from "../../../report/verdict-counts.ts";
import { hang, wrap } from "../../../base/wrap.ts";
import { bold } from "../terminal/page.ts";
import { counted } from "../terminal/terminal.ts";

const { isTTY } = process.stdout;
const colors = pc.createColors(isTTY ? !process.env.NO_COLOR && process.env.TERM !== "dumb" : false);

/** Indentation of the text after a claim's verdict. */
const INDENT = " ".repeat("  definition  ".length);

/** The claims in lines of at most `width` characters. `page` is the path of the figure's page. */
export function claimsText(concluded: Concluded, page: string, width: number): string {
  const { experiment, failed, conclusion } = concluded;
  const { claims, findings = [] } = conclusion;
  const fraction = fractionOf(concluded);
  const changed = setOf(concluded);
  const counting = claims.filter(counts);
  const others = claims.filter((claim) => !counts(claim));
  const lines = [
    ...wrap(`${experiment.id}: ${experiment.title}`, width).map(bold),
    ...wrap(`${madeOf(concluded)}; ${verdictSentence(verdictCounts(claims))}`, width),
    ...(fraction === undefined ? [] : wrap(`part of the paper's runs: ${fraction}`, width)),
    ...(changed === undefined ? [] : wrap(changed, width)),
    ...(failed === 0 ? [] : [`${counted(failed, "run")} failed and ${failed === 1 ? "is" : "are"} missing below`]),
    ...counting.flatMap((claim) => claimLines(claim, width)),
    ...(others.length === 0 ? [] : ["not counted:"]),
    ...others.flatMap((claim) => claimLines(claim, width)),
    ...(findings.length === 0 ? [] : ["found:"]),
    ...findings.map((finding) => hang("  ", finding, width)),
    `plots: ${page}, with their data as .json`,
  ];
  return `${lines.join("\n")}\n\n`;
}

const COLOURS = { holds: colors.green, direction: colors.yellow, undecided: colors.dim, fails: colors.red };

function claimLines(claim: Claim, width: number): string[] {
  const word = claim.standing === "definition" ? "definition" : claim.verdict === "fails" ? "FAILS" : claim.verdict;
  const mark = claim.standing === "definition" ? word : COLOURS[claim.verdict](word);
  const { kind, standing, paper, ours, note, tried, settled, underdetermined, repeats, toBeHad, cannot } = claim;
  const about = [
    kind,
    ...(standing === "ours" ? ["added by xoff, not counted"] : []),
    ...(repeats === undefined ? [] : [`repeats ${repeats}`]),
  ];
  const said = hang(INDENT, `${claim.claim} (${about.join("; ")})`, width);
  const part = (name: string, text: string | undefined): string[] =>
    text === undefined ? [] : [hang(`${INDENT}${name.padEnd(7)}`, text, width)];
  return [
    `  ${mark}${said.slice(2 + word.length)}`,
    ...part("paper:", paper),
    ...part("ours:", ours),
    ...part("ideal:", toBeHad === undefined || cannot === undefined ? toBeHad : `cannot hold, ${cannot}; ${toBeHad}`),
    ...part("note:", note),
    ...part("why:", settled === undefined ? undefined : `${settled.because}. ${settled.evidence}`),
    ...part("open:", underdetermined?.evidence),
    ...part("tried:", tried),
  ];
}
