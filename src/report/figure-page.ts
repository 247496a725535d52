/** The page of a reproduced figure: its claims beside what came out, its plots as the paper draws them, and the numbers behind each. */
import type { Claim, Conclusion, Experiment, Plot, Scale } from "../experiments/contract.ts";
import type { Changed } from "../experiments/readings.ts";
import { plain } from "./charts/axes.ts";
import { plotSvg } from "./figure-plot.ts";
import { htmlDocument } from "./page/document.ts";
import { html, Html, tableOf } from "./page/html.ts";

/** An experiment that was run. */
export interface Concluded {
  readonly experiment: Experiment;
  readonly scale: Scale;
  readonly seeds: number;
  /** Readings other than the chosen. */
  readonly changed: Changed;
  /** Runs that it has, those of them that failed and are missing, and the time that the others took, one after another. */
  readonly runs: number;
  readonly failed: number;
  readonly seconds: number;
  /** Runs by the program that made them (`buildId`). */
  readonly builds: Readonly<Record<string, number>>;
  readonly conclusion: Conclusion;
}

/** Nothing in it depends on when or where it was made. */
export async function figurePage(concluded: Concluded): Promise<string> {
  const { experiment, scale, seeds, runs, failed, conclusion } = concluded;
  const { id, title, asks, chosen } = experiment;
  const made = runs === 0 ? "computed" : `${scale} scale, ${runs} runs, ${seeds} of each scenario`;
  const figures: Html[] = [];
  for (const plot of conclusion.plots) figures.push(await figure(plot));
  const body = html`<header>
      <p class="kind">xoff reproduce · ${id} · ${made}</p>
      <h1>${title}</h1>
      <p class="about">${asks}</p>
    </header>
    ${
      failed === 0
        ? undefined
        : html`<div class="alarm">
            <strong>Missing</strong>
            <div><p>${failed} of ${runs} runs failed and count in none of these numbers.</p></div>
          </div>`
    }
    <h2>What the paper claims, and what came out</h2>
    ${claimTable(conclusion.claims)}
    <h2>Figures</h2>
    <div class="figures">${figures}</div>
    <h2>What was chosen where the paper is silent</h2>
    <ul>
      ${chosen.map((choice) => html`<li>${choice}</li> `)}
    </ul>`;
  return htmlDocument(`${id} · xoff reproduce`, body);
}

function claimTable(claims: readonly Claim[]): Html {
  const rows = claims.map(({ claim, kind, paper, ours, verdict }) => [
    verdict === "holds" ? "holds" : html`<strong class="bad">fails</strong>`,
    ...[claim, kind, paper, ours],
  ]);
  const notes = claims.filter(({ note }) => note !== undefined);
  return html`${tableOf(["", "claim", "kind", "paper", "xoff"], rows, { texts: 5 })}
  ${notes.map(({ claim, note }) => html`<p class="note">${claim}: ${note}</p> `)}`;
}

async function figure(plot: Plot): Promise<Html> {
  const { title, x, lines, note } = plot;
  const svg = await plotSvg(plot);
  if (svg === undefined) return html`<p class="empty">${title}: nothing was measured.</p>`;
  return html`<figure>
    <h3>${title}</h3>
    <div class="chart">${new Html(svg)}</div>
    ${note === undefined ? undefined : html`<figcaption>${note}</figcaption>`}
    <details>
      <summary>the numbers</summary>
      ${numbers(x, lines)}
    </details>
  </figure> `;
}

/** One row an x, one column a line; where a line has an x twice, as a step has, the later one. */
function numbers(x: string, lines: Plot["lines"]): Html {
  const at = new Map<number, (number | undefined)[]>();
  lines.forEach(({ points }, line) => {
    for (const [px, py] of points) {
      const row = at.get(px) ?? lines.map(() => undefined);
      row[line] = py;
      at.set(px, row);
    }
  });
  const rows = [...at].sort(([a], [b]) => a - b);
  return tableOf(
    [x, ...lines.map(({ name }) => name)],
    rows.map(([px, values]) => [plain(px), ...values.map((one) => (one === undefined ? "" : plain(one)))]),
  );
}
