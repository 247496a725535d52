/**
 * The claims of a reproduced figure as tables: first the claims that count, then those that cannot fail or that are not
 * the paper's.
 */
import { counts, isUnderdetermined } from "../../papers/figures/claims.ts";
import type { Claim } from "../../papers/figures/contract.ts";
import { UNCOUNTED_MEAN, verdictCounts, verdictSentence, VERDICTS_MEAN, whyNot } from "../verdict-counts.ts";
import { html, Html, tableOf } from "./html.ts";

export function claimTables(claims: readonly Claim[]): Html {
  const counted = claims.filter(counts);
  const others = claims.filter((claim) => !counts(claim));
  return html`<p><strong>${verdictSentence(verdictCounts(claims))}.</strong></p>
    ${
      counted.length === 0
        ? undefined
        : html`${tableOf(HEAD, counted.map(row), { texts: 5 })}
            <p class="note">${VERDICTS_MEAN}</p>`
    }
    ${
      others.length === 0
        ? undefined
        : html`<h3>Not counted</h3>
            ${tableOf(HEAD, others.map(row), { texts: 5 })}
            <p class="note">${UNCOUNTED_MEAN}</p>`
    }`;
}

const HEAD = ["", "claim", "kind", "paper", "xoff"];

const row = (claim: Claim): (string | Html)[] => [verdict(claim), said(claim), claim.kind, claim.paper, claim.ours];

function said(claim: Claim): string | Html {
  const { note, toBeHad } = claim;
  const why = whyNot(claim);
  if (note === undefined && why === undefined && toBeHad === undefined) return claim.claim;
  return html`${claim.claim} ${note === undefined ? undefined : html`<p class="note">${note}</p>`}
  ${toBeHad === undefined ? undefined : html`<p class="note"><em>Ideal:</em> ${toBeHad}</p>`}
  ${why === undefined ? undefined : html`<p class="note"><em>Tried:</em> ${why}</p>`}`;
}

function verdict(claim: Claim): Html {
  if (claim.standing === "definition") return marked("definition");
  const judged = marked(claim.verdict);
  const more = [
    ...(claim.cannot === undefined ? [] : [`cannot hold: ${claim.cannot}`]),
    ...(claim.settled === undefined ? [] : [`because: ${claim.settled.because}`]),
    ...(isUnderdetermined(claim) ? ["underdetermined"] : []),
    ...(claim.standing === "ours" ? ["added by xoff, not counted"] : []),
    ...(claim.repeats === undefined ? [] : [`repeats ${claim.repeats}, not counted`]),
  ];
  return more.length === 0 ? judged : html`${judged}<br /><span class="note">${more.join(", ")}</span>`;
}

/**
 * A verdict has a shape in addition to its colour: a full, half full or empty circle, or a cross. A claim that is true
 * by definition has two bars.
 */
const SHAPES = {
  holds: '<circle cx="6" cy="6" r="5" fill="currentColor"/>',
  direction: '<circle cx="6" cy="6" r="4.3"/><path d="M6 1.7a4.3 4.3 0 0 0 0 8.6z" fill="currentColor"/>',
  undecided: '<circle cx="6" cy="6" r="4.3"/>',
  fails: '<path d="M2 2l8 8M10 2l-8 8" stroke-width="2.4"/>',
  definition: '<path d="M1.5 4.2h9M1.5 8h9"/>',
};

const marked = (word: keyof typeof SHAPES): Html =>
  html`<span class="verdict ${word}"
    ><svg width="12" height="12" viewBox="0 0 12 12">${new Html(SHAPES[word])}</svg> ${word}</span
  >`;
