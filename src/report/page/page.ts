/**
 * Generates `report.html` for one run or a comparison. The page is self-contained: it has no scripts, no fonts and no
 * network access.
 *
 * The same runs give the same bytes: the page does not depend on the time or place of its creation.
 */
import { estimate } from "../../base/confidence.ts";
import { formatCount, formatTime } from "../../base/format.ts";
import { counters as counterAbouts } from "../../run/measure/counters.ts";
import { fctCdf, pauseCdf, queueCdf, slowdownCdf } from "../charts/cdfs.ts";
import type { Figure } from "../charts/figure.ts";
import { glance } from "../charts/glance.ts";
import { busiestLinks, linksByLayer } from "../charts/links.ts";
import { pauseRaster, stoppedAtOnce } from "../charts/pauses.ts";
import { egressQueues, goodputs, ingressQueues, sendingRates } from "../charts/series.ts";
import { slowdownBySize } from "../charts/slowdown-by-size.ts";
import { completionRules } from "../completion-rules.ts";
import type { LabelledRun, Settings } from "../labelled-run.ts";
import { numberedRuns, type NumberedRun } from "../numbered-runs.ts";
import { unitOf } from "../../base/one-unit.ts";
import { namesOf, schemesOf, settingsOf, type Scheme } from "../schemes.ts";
import { alarms, type FailedRun } from "./alarms.ts";
import { longestPauses, whereItBegan } from "./causes.ts";
import { comparisonTables, schemeFigures } from "./comparison-table.ts";
import { htmlDocument } from "./document.ts";
import { faultsCompared, faultsOf } from "./faults.ts";
import { figureHtml } from "./figure-html.ts";
import { html, prose, tableOf, type Html } from "./html.ts";
import { layersOfTraces } from "./layers.ts";
import { probesOf } from "./probes.ts";
import { keyNumbers, numberTiles } from "./key-numbers.ts";
import { sizeClasses } from "./size-classes.ts";
import { slowestFlows } from "./slowest.ts";
import { whatWasRun, type PolicyWords } from "./what-was-run.ts";

interface Section {
  readonly id: string;
  readonly title: string;
  readonly intro?: string;
  readonly figures: readonly Figure[];
  /** Tables below them. */
  readonly more?: readonly (Html | undefined)[];
}

export interface PageOptions {
  readonly policyWords?: PolicyWords;
  /** For a comparison: the settings that all runs share. */
  readonly common?: Settings;
  /** All runs of a comparison in order, if it has more runs than are drawn. */
  readonly rows?: readonly NumberedRun[];
  readonly failed?: readonly FailedRun[];
}

/**
 * The page of one run or of a comparison. Runs that differ only by their seed are drawn as one scheme. Labels must be
 * unique.
 */
export async function reportPage(runs: readonly LabelledRun[], options: PageOptions = {}): Promise<string> {
  const { failed = [], policyWords, common = {} } = options;
  const { name, about } = runs[0].summary;
  const schemes = schemesOf(runs);
  const rows = runs.length === 1 && failed.length === 0 ? [] : (options.rows ?? numberedRuns(runs));
  const all = Math.max(1, rows.length) + failed.length;
  const sections = sectionsOf(schemes);
  const parts: Html[] = [];
  for (const section of sections) parts.push(await sectionHtml(section, runs));
  const compared = rows.length > 0;
  const faults = compared ? faultsCompared(runs) : faultsOf(runs[0]);
  const layers = compared ? undefined : layersOfTraces(runs[0]);
  const probes = await probesOf(schemes);
  const titles = [
    ...(compared ? [{ id: "numbers", title: "Numbers" }] : []),
    ...(faults === undefined ? [] : [{ id: "faults", title: "Faults" }]),
    ...(layers === undefined ? [] : [{ id: "layers", title: "Layers" }]),
    ...sections,
    ...(probes === undefined ? [] : [{ id: "probes", title: "Probes" }]),
  ];
  const body = html`<header>
      <p class="kind">${all === 1 ? "xoff report" : `xoff report · ${all} runs compared`}</p>
      <h1>${name}</h1>
      ${about === "" ? undefined : html`<p class="about">${about}</p>`} ${compared ? varied(rows, common) : undefined}
    </header>
    ${alarms(runs, failed)} ${compared ? undefined : numberTiles(keyNumbers(runs[0]))}
    <nav>
      ${titles.map(({ id, title }) => html`<a href="#${id}">${title}</a> `)}<a href="#counters">Counters</a
      ><a href="#what">Set-up</a>
    </nav>
    ${compared ? await numbers(rows, schemes.length, runs) : undefined} ${faults} ${layers} ${parts} ${probes}
    ${counterTable(runs, schemes)}
    ${whatWasRun(runs, { ...(policyWords === undefined ? {} : { policyWords }), common })}`;
  return htmlDocument(`${name} · xoff report`, body);
}

/** The varied settings, named once: "buffer: st, dt · 5 seeds: 1 to 5". */
function varied(rows: readonly NumberedRun[], common: Settings): Html {
  const all = rows.map(settingsOf);
  const paths = [...new Set(all.flatMap((settings) => Object.keys(settings)))];
  const set = Object.entries(common).map(([path, value]) => `${path}=${value}`);
  const lines = paths.map((path) => {
    const values = [...new Set(all.map((settings) => settings[path] ?? "–"))];
    return html`<li><em>${path === "run" ? "runs" : path}:</em> ${values.join(", ")}</li> `;
  });
  return html`<ul class="varied">
    ${lines} ${set.length === 0 ? undefined : html`<li><em>in all:</em> ${set.join(", ")}</li>`}
  </ul>`;
}

async function numbers(rows: readonly NumberedRun[], drawn: number, runs: readonly LabelledRun[]): Promise<Html> {
  const schemes = schemeFigures(rows);
  const part =
    runs.length === rows.length
      ? undefined
      : html`<p class="note">
          Charts show ${drawn} of ${schemes.length} rows, with ${runs.length} of all ${rows.length} runs.
        </p>`;
  const figure = await figureHtml(glance(schemes), runs);
  return html`${schemes.length > 1 ? figure : undefined}${comparisonTables(rows, schemes)}${part}`;
}

function sectionsOf(schemes: readonly Scheme[]): Section[] {
  const rules = completionRules(schemes);
  const byLayer = linksByLayer(schemes);
  const alone = schemes.length === 1 && schemes[0].runs.length === 1;
  return [
    {
      id: "completion",
      title: "Flow completion",
      intro: rules.map(({ means }) => means).join(" "),
      figures: [slowdownBySize(schemes, rules), slowdownCdf(schemes, rules), fctCdf(schemes, rules)],
      more: [alone ? sizeClasses(schemes[0].runs[0]) : undefined, slowestFlows(schemes)],
    },
    {
      id: "pauses",
      title: "PAUSE",
      figures: [stoppedAtOnce(schemes), pauseCdf(schemes), pauseRaster(schemes)],
      more: [whereItBegan(schemes), longestPauses(schemes)],
    },
    { id: "memory", title: "Queues", figures: [egressQueues(schemes), ingressQueues(schemes), queueCdf(schemes)] },
    { id: "throughput", title: "Rates", figures: [sendingRates(schemes), goodputs(schemes)] },
    { id: "use", title: "Links", figures: [busiestLinks(schemes), ...(byLayer === undefined ? [] : [byLayer])] },
  ];
}

async function sectionHtml(
  { id, title, intro, figures, more = [] }: Section,
  runs: readonly LabelledRun[],
): Promise<Html> {
  const parts: Html[] = [];
  if (figures.every(({ charts }) => charts === undefined)) {
    const notes = new Set(figures.flatMap((figure) => figure.notes));
    parts.push(html`<p class="empty">${prose([...notes].join(" "))}</p>`);
  } else {
    for (const figure of figures) parts.push(await figureHtml(figure, runs));
  }
  return html`<section id="${id}">
    <h2>${title}</h2>
    ${intro === undefined ? undefined : html`<p class="note">${intro}</p>`}
    <div class="figures">${parts}</div>
    ${more}
  </section> `;
}

type Counter = keyof typeof counterAbouts;

/**
 * All counters: for one run a row for each counter, for several runs a row for each scheme. With several runs, counters
 * that are 0 in all of them are omitted.
 */
function counts(runs: readonly LabelledRun[], schemes: readonly Scheme[]): Html {
  const names = Object.keys(counterAbouts) as Counter[];
  const row = (name: Counter): (string | Html)[] => [name, prose(counterAbouts[name])];
  if (runs.length === 1) {
    const { counters } = runs[0].summary;
    const there = names.filter((name) => counters[name] !== undefined);
    const rows = there.map((name) => [...row(name), formatCount(counters[name] ?? 0)]);
    return tableOf(["counter", "meaning", "value"], rows, { texts: 2 });
  }
  const counted = names.filter((name) => runs.some(({ summary }) => (summary.counters[name] ?? 0) > 0));
  const { paths, cells } = namesOf(schemes);
  const seeds = schemes.some((scheme) => scheme.runs.length > 1);
  const rows = schemes.map((scheme) => [
    ...cells(scheme),
    ...counted.map((name) => countText(scheme.runs.map(({ summary }) => summary.counters[name] ?? 0))),
  ]);
  const head = [...paths, ...counted.map((name) => name.replaceAll("_", " "))];
  return html`<p class="note">${seeds ? "Means over the seeds. " : ""}Counters that are 0 in all runs are left out.</p>
    ${tableOf(head, rows, { texts: paths.length, grouped: paths.length, dense: true })}
    <details>
      <summary>Meaning of the counters</summary>
      ${tableOf(["counter", "meaning"], counted.map(row), { texts: 2 })}
    </details>`;
}

/** The mean of counts. From 1000 on it is rounded, because its fraction carries no information. */
function countText(values: readonly number[]): string {
  const { mean } = estimate(values);
  return Number.isInteger(mean) || mean >= 1000 ? formatCount(Math.round(mean)) : mean.toFixed(1);
}

function counterTable(runs: readonly LabelledRun[], schemes: readonly Scheme[]): Html {
  const { headroom } = runs[0].summary;
  const unit = unitOf(
    "bytes",
    headroom.flatMap(({ exact_bytes, equation1_bytes }) => [exact_bytes, equation1_bytes]),
  );
  const needs = headroom.map(({ rate_bps, delay_ns, ports, exact_bytes, equation1_bytes }) => [
    `${Number((rate_bps / 1e9).toPrecision(4))} Gbps, ${formatTime(delay_ns * 1000)}`,
    formatCount(ports),
    unit.number(exact_bytes),
    unit.number(equation1_bytes),
  ]);
  return html`<section id="counters">
    <h2>Counters</h2>
    ${counts(runs, schemes)}
    <h3>Headroom that a lossless queue needs</h3>
    <p class="note">
      Headroom of each port and lossless class that avoids drops after a
      PAUSE${runs.length > 1 ? ` (${runs[0].label})` : ""}.
    </p>
    ${tableOf(["link", "switch ports", `real frames (h*), ${unit.name}`, `DSH's equation 1, ${unit.name}`], needs)}
  </section> `;
}
