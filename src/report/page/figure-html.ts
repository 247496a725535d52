/** Renders a figure as HTML: title, shared legend, charts and notes. */
import { draw } from "../charts/draw.ts";
import type { Drawing, Figure, Legend } from "../charts/figure.ts";
import { COLOURS, DASHES, FULL } from "../charts/theme.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { html, Html, prose, tableOf } from "./html.ts";

export async function figureHtml(figure: Figure, runs: readonly LabelledRun[]): Promise<Html> {
  const { id, title, charts = [], legend, notes, half = false, numbers, texts = 1, abreast = 1 } = figure;
  const drawn: Html[] = [];
  for (const chart of charts) drawn.push(chartHtml(title, chart, await draw(chart.spec)));
  const isDrawn = charts.length > 0;
  return html`<figure id="${id}" class="${half ? "half" : "full"}">
    <h3>${title}</h3>
    ${isDrawn && legend !== undefined && legend.names.length > 1 ? legendHtml(legend) : undefined}
    ${isDrawn ? html`<div class="panels abreast${abreast}">${drawn}</div>` : undefined}
    <figcaption>${prose(notes.join(" "))} ${isDrawn ? dataLinks(figure, runs) : undefined}</figcaption>
    ${isDrawn && numbers !== undefined ? numbersOf(numbers, texts) : undefined}
  </figure> `;
}

/** A chart that is wider than the screen scrolls horizontally. If it shrank instead, its text would be unreadable. */
function chartHtml(figure: string, { title = "", about = "" }: Drawing, svg: string): Html {
  const [, width = "0"] = /<svg[^>]* width="([\d.]+)"/.exec(svg) ?? [];
  const wide = Number(width) > FULL * 0.6 ? ' style="min-width:640px"' : "";
  const drawing = new Html(svg.replace("<svg", `<svg${wide}`));
  const label = [figure, title, about].filter((part) => part !== "").join(": ");
  return html`<div class="panel">
    ${title === "" ? undefined : html`<h4>${title}</h4>`} ${about === "" ? undefined : html`<p class="of">${about}</p>`}
    <div class="chart" role="img" aria-label="${label}">${drawing}</div>
  </div> `;
}

function legendHtml({ of = "", names, marks }: Legend): Html {
  return html`<p class="legend">
    ${of === "" ? undefined : html`<span class="of">${of}</span>`}
    ${names.map((name, k) => html`<span class="key">${keyOf(k, marks)}${name}</span> `)}
  </p>`;
}

/** SVG paths of the marker shapes, as vega draws them, within 5 px of the centre. */
const SHAPES = [
  '<circle cx="0" cy="0" r="4.4"/>',
  '<path d="M-4-4H4V4H-4Z"/>',
  '<path d="M0-4.8L5 4H-5Z"/>',
  '<path d="M0-5.4L5.4 0L0 5.4L-5.4 0Z"/>',
  '<path d="M0 4.8L5-4H-5Z"/>',
  '<path d="M-1.7-5H1.7V-1.7H5V1.7H1.7V5H-1.7V1.7H-5V-1.7H-1.7Z"/>',
  '<path d="M4.8 0L-4-5V5Z"/>',
  '<path d="M-4.8 0L4-5V5Z"/>',
];

function keyOf(k: number, marks: Legend["marks"]): Html {
  const colour = COLOURS[k % COLOURS.length];
  const line = `<path d="M-15 0H15" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${DASHES[k % DASHES.length].join(" ")}"/>`;
  const shape = marks === "squares" ? SHAPES[1] : SHAPES[k % SHAPES.length];
  const mark = `<g fill="${colour}">${shape}</g>`;
  const wide = marks === "lines" || marks === "both";
  const drawn = `${wide ? line : ""}${marks === "lines" ? "" : mark}`;
  return html`<svg
    width="${wide ? 32 : 13}"
    height="12"
    viewBox="${wide ? "-16 -6 32 12" : "-6.5 -6 13 12"}"
    aria-hidden="true"
  >
    ${new Html(drawn)}
  </svg>`;
}

/** Maximum number of runs whose tables the page links. With more, readers find the tables in the folder. */
const MAX_LINKS = 8;

/** Links to the files with all numbers of a figure. */
function dataLinks({ table }: Figure, runs: readonly LabelledRun[]): Html | undefined {
  const links = runs.flatMap(({ label, files }) => {
    const file = files?.[table];
    return file === undefined ? [] : [html`<a href="${file}">${runs.length > 1 ? label : `${table}.csv`}</a>`];
  });
  if (links.length === 0) return undefined;
  if (links.length > MAX_LINKS) return html`<span class="data">Data: ${table}.csv of each run, in runs/.</span>`;
  return html`<span class="data">Data, ${table}: ${links.map((link, k) => (k === 0 ? link : html` · ${link}`))}</span>`;
}

const numbersOf = ([first, ...rows]: readonly (readonly string[])[], texts: number): Html =>
  html`<details>
    <summary>Plotted numbers</summary>
    ${tableOf(first, rows, { texts, grouped: texts - 1 })}
  </details>`;
