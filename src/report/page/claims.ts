/** Claims of a reproduced figure as tables of its page: what is counted first, apart from it what cannot fail or what the paper does not say. */
import { counts } from "../../figures/claims.ts";
import type { Claim } from "../../figures/contract.ts";
import { UNCOUNTED_MEAN, verdictCounts, verdictSentence, VERDICTS_MEAN } from "../verdict-counts.ts";
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

function said({ claim, note, tried, toBeHad }: Claim): string | Html {
  if (note === undefined && tried === undefined && toBeHad === undefined) return claim;
  return html`${claim} ${note === undefined ? undefined : html`<p class="note">${note}</p>`}
  ${toBeHad === undefined ? undefined : html`<p class="note"><em>To be had:</em> ${toBeHad}</p>`}
  ${tried === undefined ? undefined : html`<p class="note"><em>Tried:</em> ${tried}</p>`}`;
}

function verdict(claim: Claim): Html {
  if (claim.standing === "definition") return marked("definition");
  const cannot =
    claim.cannot === undefined ? undefined : html`<br /><span class="note">cannot hold: ${claim.cannot}</span>`;
  const judged = html`${marked(claim.verdict)}${cannot}`;
  return claim.standing === "ours" ? html`${judged}<br /><span class="note">ours, not counted</span>` : judged;
}

/** Full, half full, empty, crossed out: a verdict has a shape of its own beside its colour. */
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
