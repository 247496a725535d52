/**
 * `report.html`: a run, or several compared, as one page that needs nothing else: no script, no font, no network.
 *
 * The same runs give the same bytes: nothing in it depends on when or where it was made.
 */
import { formatBytes, formatCount, formatTime } from "../../format.ts";
import { counters as counterAbouts } from "../../measure/counters.ts";
import { fctCdf, pauseCdf, queueCdf, slowdownCdf } from "../charts/cdfs.ts";
import { draw } from "../charts/draw.ts";
import type { Figure } from "../charts/figure.ts";
import { busiestLinks, linksByLayer } from "../charts/links.ts";
import { pauseRaster, stoppedAtOnce } from "../charts/pauses.ts";
import { egressQueues, goodputs, ingressQueues, sendingRates } from "../charts/series.ts";
import { slowdownBySize } from "../charts/slowdown-by-size.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { alarms, type FailedRun } from "./alarms.ts";
import { longestPauses, whereItBegan } from "./causes.ts";
import { htmlDocument } from "./document.ts";
import { html, Html, prose, tableOf } from "./html.ts";
import { slowestFlows } from "./slowest.ts";
import { keyNumbers, numberTable, numberTiles, type NumberedRun } from "./key-numbers.ts";
import { whatWasRun, type PolicyWords } from "./what-was-run.ts";

interface Section {
  readonly id: string;
  readonly title: string;
  readonly figures: readonly Figure[];
  /** Tables below them. */
  readonly more?: readonly (Html | undefined)[];
}

export interface PageOptions {
  readonly policyWords?: PolicyWords;
  /** All runs of a comparison, where it has more than are drawn. */
  readonly rows?: readonly NumberedRun[];
  readonly failed?: readonly FailedRun[];
}

/** The page of one run, or of several compared. Labels must differ; there is at least one run and at most `MOST_LINES`. */
export async function reportPage(runs: readonly LabelledRun[], options: PageOptions = {}): Promise<string> {
  const { failed = [], policyWords } = options;
  const rows = options.rows ?? runs.map((run) => ({ label: run.label, numbers: keyNumbers(run) }));
  const { name, about } = runs[0].summary;
  const all = rows.length + failed.length;
  const sections = sectionsOf(runs);
  const parts: Html[] = [];
  for (const section of sections) parts.push(await sectionHtml(section, runs));
  const body = html`<header>
      <p class="kind">${all === 1 ? "xoff report" : `xoff report · ${all} runs compared`}</p>
      <h1>${name}</h1>
      ${about === "" ? undefined : html`<p class="about">${about}</p>`}
    </header>
    ${alarms(runs, failed)}
    ${
      all === 1
        ? numberTiles(rows[0])
        : numberTable(
            rows,
            runs.map(({ label }) => label),
          )
    }
    <nav>${sections.map(({ id, title }) => html`<a href="#${id}">${title}</a> `)}<a href="#counters">Counters</a></nav>
    ${whatWasRun(runs, policyWords)} ${parts} ${counterTable(runs)}`;
  return htmlDocument(`${name} · xoff report`, body);
}

function sectionsOf(runs: readonly LabelledRun[]): Section[] {
  const byLayer = linksByLayer(runs);
  return [
    {
      id: "completion",
      title: "Flow completion",
      figures: [slowdownBySize(runs), slowdownCdf(runs), fctCdf(runs)],
      more: [sizeClasses(runs), slowestFlows(runs)],
    },
    {
      id: "pauses",
      title: "PAUSE",
      figures: [stoppedAtOnce(runs), pauseCdf(runs), pauseRaster(runs)],
      more: [whereItBegan(runs), longestPauses(runs)],
    },
    { id: "memory", title: "Queues", figures: [egressQueues(runs), ingressQueues(runs), queueCdf(runs)] },
    { id: "throughput", title: "Rates", figures: [sendingRates(runs), goodputs(runs)] },
    { id: "use", title: "Links", figures: [busiestLinks(runs), ...(byLayer === undefined ? [] : [byLayer])] },
  ];
}

async function sectionHtml({ id, title, figures, more = [] }: Section, runs: readonly LabelledRun[]): Promise<Html> {
  const parts: Html[] = [];
  if (figures.every(({ chart }) => chart === undefined)) {
    const notes = new Set(figures.flatMap((figure) => figure.notes));
    parts.push(html`<p class="empty">${prose([...notes].join(" "))}</p>`);
  } else {
    for (const figure of figures) parts.push(await figureHtml(figure, runs));
  }
  return html`<section id="${id}">
    <h2>${title}</h2>
    <div class="figures">${parts}</div>
    ${more}
  </section> `;
}

async function figureHtml(figure: Figure, runs: readonly LabelledRun[]): Promise<Html> {
  const { id, title, chart, notes, half = false } = figure;
  const drawing = chart === undefined ? undefined : new Html(await draw(chart));
  return html`<figure id="${id}" class="${half ? "half" : "full"}">
    <h3>${title}</h3>
    ${drawing === undefined ? undefined : html`<div class="chart" role="img" aria-label="${title}">${drawing}</div>`}
    <figcaption>${prose(notes.join(" "))} ${drawing === undefined ? undefined : dataLinks(figure, runs)}</figcaption>
    ${drawing === undefined || figure.numbers === undefined ? undefined : numbersOf(figure.numbers)}
  </figure> `;
}

/** Where all numbers of a figure are. */
function dataLinks({ table }: Figure, runs: readonly LabelledRun[]): Html | undefined {
  const links = runs.flatMap(({ label, files }) => {
    const file = files?.[table];
    return file === undefined ? [] : [html`<a href="${file}">${runs.length > 1 ? label : `${table}.csv`}</a>`];
  });
  return links.length === 0
    ? undefined
    : html`<span class="data">Data, ${table}: ${links.map((link, k) => (k === 0 ? link : html` · ${link}`))}</span>`;
}

const numbersOf = ([first, ...rows]: readonly (readonly string[])[]): Html =>
  html`<details>
    <summary>The numbers drawn</summary>
    ${tableOf(first, rows, first[0] === "run" ? { texts: 2, grouped: true } : {})}
  </details>`;

/** Completion times and slowdowns by classes of size, as papers tabulate them. */
function sizeClasses(runs: readonly LabelledRun[]): Html | undefined {
  const { definition, window } = runs[0].summary.fct.by_size;
  const time = (ns: number | null): string => (ns === null ? "–" : formatTime(Math.round(ns * 1000)));
  const ratio = (value: number | null): string => (value === null ? "–" : value.toFixed(2));
  const rows = runs.flatMap(({ label, summary }) =>
    summary.fct.by_size.classes
      .filter(({ flows }) => flows > 0)
      .flatMap(({ sizes, flows, unfinished, finished, ...all }) =>
        [
          { name: sizes, n: flows, left: formatCount(unfinished), ...all },
          ...(unfinished === 0 ? [] : [{ name: `${sizes}, those done`, n: flows - unfinished, left: "", ...finished }]),
        ].map(({ name, n, left, fct_ns, slowdown }) => [
          ...(runs.length > 1 ? [label] : []),
          name,
          formatCount(n),
          left,
          ...[fct_ns.mean, fct_ns.p50, fct_ns.p99].map(time),
          ...[slowdown.mean, slowdown.p50, slowdown.p95, slowdown.p99, slowdown.max].map(ratio),
        ]),
      ),
  );
  if (rows.length === 0) return undefined;
  const columns = ["flow size", "n", "not done", "FCT mean", "p50", "p99", "slowdown mean", "p50", "p95", "p99", "max"];
  return html`<div class="full">
    <h3>By size of flow</h3>
    <p class="note">
      ${definition}; ${window}. The statistics of HPCC's and ConWeave's scripts, which reckon otherwise, are in
      summary.json.
    </p>
    ${tableOf(runs.length > 1 ? ["run", ...columns] : columns, rows, runs.length > 1 ? { texts: 2, grouped: true } : {})}
  </div> `;
}

/** All that was counted; a column a run. */
function counterTable(runs: readonly LabelledRun[]): Html {
  const rows = Object.entries(counterAbouts).map(([name, about]) => [
    name,
    prose(about),
    ...runs.map(({ summary }) => formatCount(summary.counters[name as keyof typeof counterAbouts])),
  ]);
  const headroom = runs[0].summary.headroom.map(({ rate_bps, delay_ns, ports, exact_bytes, equation1_bytes }) => [
    `${Number((rate_bps / 1e9).toPrecision(4))} Gbps, ${formatTime(delay_ns * 1000)}`,
    formatCount(ports),
    formatBytes(exact_bytes),
    formatBytes(equation1_bytes),
  ]);
  return html`<section id="counters">
    <h2>Counters</h2>
    ${tableOf(["counter", "what it counts", ...(runs.length > 1 ? runs.map(({ label }) => label) : ["value"])], rows, { texts: 2 })}
    <h3>Headroom that a lossless queue needs</h3>
    <p class="note">
      To lose nothing after a PAUSE, each port and lossless class${runs.length > 1 ? ` (${runs[0].label})` : ""}.
    </p>
    ${tableOf(["link", "switch ports", "real frames (h*)", "DSH's equation 1"], headroom)}
  </section> `;
}
