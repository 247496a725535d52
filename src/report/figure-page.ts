/**
 * The HTML page of a reproduced figure: the paper's claims with their outcomes, the plots as in the paper, and the
 * numbers of each plot.
 */
import type { Conclusion, Experiment, Plot, Point, Scale } from "../papers/figures/contract.ts";
import type { Changed } from "../papers/figures/readings.ts";
import { formatCount } from "../base/format.ts";
import { plain } from "./charts/axes.ts";
import { drawPlot } from "./figure-plot.ts";
import { claimTables } from "./page/claims.ts";
import { htmlDocument } from "./page/document.ts";
import { html, Html, tableOf } from "./page/html.ts";

/** An experiment with its runs and conclusion. */
export interface Concluded {
  readonly experiment: Experiment;
  readonly scale: Scale;
  readonly seeds: number;
  /** Answers to questions that the paper leaves open. They replace the answers that xoff chose. */
  readonly changed: Changed;
  /** Overrides of the scenarios' values, as given: "switch.memory=8MiB". */
  readonly set?: readonly string[];
  /** Number of runs, including failed ones. */
  readonly runs: number;
  /** Number of failed runs. */
  readonly failed: number;
  /** The sum of the durations of all successful runs, s. Runs may have overlapped in time. */
  readonly seconds: number;
  /** By results version (`RESULTS_ID`): the number of runs that a program of this version made. */
  readonly results: Readonly<Record<string, number>>;
  /** Hash of the figure's scenarios (`setUpOf`). Absent in older records. */
  readonly setUp?: string;
  readonly conclusion: Conclusion;
}

/** A text on the runs behind the numbers, such as "quick scale, 36 runs, seeds 1 to 3 of each scenario". */
export function madeOf({ scale, seeds, runs }: Concluded): string {
  if (runs === 0) return "computed";
  const which = seeds === 1 ? "seed 1" : `seeds 1 to ${formatCount(seeds)}`;
  return `${scale} scale, ${formatCount(runs)} ${runs === 1 ? "run" : "runs"}, ${which} of each scenario`;
}

/** The part of the paper's experiment that was run. Undefined if the whole experiment was run, or if the scale is not `paper`. */
export const fractionOf = ({ experiment, scale }: Concluded): string | undefined =>
  scale === "paper" ? experiment.fraction : undefined;

/** A warning for a figure whose scenarios ran with changed values. Undefined if no value was changed. */
export const setOf = ({ set = [] }: Concluded): string | undefined =>
  set.length === 0 ? undefined : `Not the figure's own set-up: ${set.join(", ")} in every run.`;

/** The page as text. It does not depend on the time or place of its creation. */
export async function figurePage(concluded: Concluded): Promise<string> {
  const { experiment, runs, failed, conclusion } = concluded;
  const { id, title, asks } = experiment;
  const fraction = fractionOf(concluded);
  const figures: Html[] = [];
  for (const plot of conclusion.plots) figures.push(await figure(plot));
  const body = html`<header>
      <p class="kind">xoff reproduce · ${id} · ${madeOf(concluded)}</p>
      <h1>${title}</h1>
      <p class="about">${asks}</p>
    </header>
    ${failed === 0 ? undefined : alarm("Missing", `${failed} of ${runs} runs failed. These numbers do not include them.`)}
    ${fraction === undefined ? undefined : alarm("Fraction", `Only a part of the paper's experiment was run: ${fraction}.`, "mild")}
    ${setOf(concluded) === undefined ? undefined : alarm("Changed", setOf(concluded) ?? "", "mild")}
    <h2>Claims of the paper, and the results</h2>
    ${claimTables(conclusion.claims)} ${found(conclusion)}
    <h2>Figures</h2>
    <div class="figures">${figures}</div>
    ${leftOpen(concluded)}`;
  return htmlDocument(`${id} · xoff reproduce`, body);
}

const alarm = (what: string, said: string, how = ""): Html =>
  html`<div class="alarm ${how}">
    <strong>${what}</strong>
    <div><p>${said}</p></div>
  </div>`;

/** The questions that the paper leaves open, and the answer that these runs use for each. */
export function answersOf({
  experiment: { readings = {} },
  changed,
}: Concluded): Record<"name" | "asks" | "answer" | "means" | "why", string>[] {
  return Object.entries(readings).map(([name, { asks, options, chosen, why }]) => {
    const answer = changed[name] ?? chosen;
    return {
      name,
      asks,
      answer,
      means: options[answer],
      why: answer === chosen ? why : `Tried instead of ${chosen}.`,
    };
  });
}

function leftOpen(concluded: Concluded): Html | undefined {
  const { chosen } = concluded.experiment;
  const rows = answersOf(concluded).map(({ name, asks, answer, means, why }) => [
    name,
    asks,
    `${answer}: ${means}`,
    why,
  ]);
  if (rows.length === 0 && chosen.length === 0) return undefined;
  return html`<h2>Questions that the paper leaves open</h2>
    ${
      rows.length === 0
        ? undefined
        : html`<p>One answer for all figures of the paper:</p>
            ${tableOf(["reading", "question", "answer", "why"], rows, { texts: 4 })}`
    }
    ${
      chosen.length === 0
        ? undefined
        : html`${rows.length === 0 ? undefined : html`<p>In this figure:</p>`}
            <ul>
              ${chosen.map((choice) => html`<li>${choice}</li> `)}
            </ul>`
    }`;
}

/** The section "Found": findings and tables that belong to no claim. */
function found({ findings = [], tables = [] }: Conclusion): Html | undefined {
  if (findings.length === 0 && tables.length === 0) return undefined;
  return html`<h2>Found</h2>
    <ul>
      ${findings.map((finding) => html`<li>${finding}</li> `)}
    </ul>
    ${tables.map(
      ({ title, columns, rows }) =>
        html`<h3>${title}</h3>
          ${tableOf(columns, rows, { texts: 1 })}`,
    )}`;
}

async function figure(plot: Plot): Promise<Html> {
  const { title, note } = plot;
  const drawing = await drawPlot(plot);
  if (drawing === undefined) return html`<p class="empty">${title}: no values.</p>`;
  const notes = [...(note === undefined ? [] : [sentence(note)]), ...drawing.notes].join(" ");
  return html`<figure>
    <h3>${title}</h3>
    <div class="chart">${new Html(drawing.svg)}</div>
    ${notes === "" ? undefined : html`<figcaption>${notes}</figcaption>`}
    <details>
      <summary>the numbers</summary>
      ${numbers(plot)}
    </details>
  </figure> `;
}

/** Adds a full stop if the text has none, so that another sentence can follow. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/**
 * The numbers of a plot as a table with a row for each x. Each line has a column, and so has each list of values that
 * the paper prints. A step has two values at the same x. The table shows the later one.
 */
function numbers({ x, lines, marks = [], bins }: Plot): Html {
  const printed = [...new Set(marks.map(({ name }) => name))];
  const columns: (readonly [name: string, points: readonly Point[]])[] = [
    ...lines.map(({ name, points }) => [name, points] as const),
    ...printed.map((name) => {
      const points = marks.filter((mark) => mark.name === name).map((mark): Point => [mark.x, mark.y]);
      return [`${name}, paper`, points] as const;
    }),
  ];
  const at = new Map<number, (Point | undefined)[]>();
  columns.forEach(([, points], column) => {
    for (const point of points) {
      const row = at.get(point[0]) ?? columns.map(() => undefined);
      row[column] = point;
      at.set(point[0], row);
    }
  });
  const rows = [...at].sort(([a], [b]) => a - b);
  return tableOf(
    [x, ...columns.map(([name]) => name)],
    rows.map(([px, points]) => [bins?.[px] ?? plain(px), ...points.map(cell)]),
  );
}

function cell(point: Point | undefined): string {
  if (point === undefined) return "";
  const [, y, low = y, high = y] = point;
  return high > low ? `${plain(y)} (${plain(low)} to ${plain(high)})` : plain(y);
}
