/**
 * The section on probes. For each table of a probe, it states what the table contains, and shows a chart over time of each
 * measured column. For a single run, it also has the minimum, mean and maximum of these columns.
 */
import { formatCount } from "../../base/format.ts";
import { inOneUnit, type Quantity } from "../../base/one-unit.ts";
import { PS_PER_NS } from "../../base/units.ts";
import { columnsIn, type Cells } from "../../run/measure/tables.ts";
import type { ProbeSeries } from "../../run/measure/probe-series.ts";
import type { ProbeTable } from "../../run/measure/probes.ts";
import { columnsOfProbe } from "../charts/measured.ts";
import { probeColumn } from "../charts/series.ts";
import type { LabelledRun } from "../labelled-run.ts";
import type { Scheme } from "../schemes.ts";
import { figureHtml } from "./figure-html.ts";
import { html, tableOf, type Html } from "./html.ts";

/** The section on probes. Undefined if the runs have none. */
export async function probesOf(schemes: readonly Scheme[]): Promise<Html | undefined> {
  const runs = schemes.flatMap((scheme) => scheme.runs);
  const names = new Set(runs.flatMap(({ probes = {} }) => Object.keys(probes)));
  if (names.size === 0) return undefined;
  const parts: Html[] = [];
  for (const name of names) parts.push(await partOf(name, schemes, runs));
  return html`<section id="probes">
    <h2>Probes</h2>
    ${parts}
  </section> `;
}

async function partOf(name: string, schemes: readonly Scheme[], runs: readonly LabelledRun[]): Promise<Html> {
  const tables = runs.flatMap(({ probes = {} }) => probes[name] ?? []);
  const columns = new Map<string, ProbeSeries>();
  for (const one of runs.flatMap((run) => columnsOfProbe(run, name)))
    if (one.isSampled || !columns.has(one.column)) columns.set(one.column, one); // a single row does not show that its column is sampled
  const figures: Html[] = [];
  if (tables.some(({ rows }) => rows > 0))
    for (const column of columns.values()) figures.push(await figureHtml(probeColumn(schemes, name, column), runs));
  const alone = runs.length === 1;
  const rows = alone ? `: ${formatCount(tables[0].rows)} ${tables[0].rows === 1 ? "row" : "rows"}` : "";
  const file = alone ? runs[0].files?.[name] : undefined;
  const link = file === undefined ? undefined : html` <a href="${file}">${name}.csv</a>`;
  return html`<h3>${name}</h3>
    <p class="note">${tables[0].shape.about}${rows}.${link}</p>
    ${figures.length === 0 ? undefined : html`<div class="figures">${figures}</div>`}
    ${alone ? numbersOf(tables[0]) : undefined}`;
}

function numbersOf(table: ProbeTable): Html | undefined {
  const numbers = columnsIn(table.shape, table)
    .filter(([column, { type }]) => (type === "double" || type === "int32") && !PLACES.includes(column))
    .map(([column, { about }, cells]) => [column, about, ...figuresOf(column, cells as Float64Array | Int32Array)]);
  if (table.rows === 0 || numbers.length === 0) return undefined;
  return tableOf(["column", "", "least", "mean", "most"], numbers, { texts: 2 });
}

/** Columns that give the time and the subject of a row. */
const PLACES = ["time_ns", "port", "class", "flow"];

/** Minimum, mean and maximum of the non-empty cells. */
function figuresOf(column: string, cells: Exclude<Cells, readonly string[] | Uint8Array>): string[] {
  let [n, least, most, sum] = [0, Infinity, -Infinity, 0];
  for (const cell of cells) {
    if (Number.isNaN(cell) || (cells instanceof Int32Array && cell === -1)) continue;
    n++;
    least = Math.min(least, cell);
    most = Math.max(most, cell);
    sum += cell;
  }
  return n === 0 ? ["-", "-", "-"] : spelled(column, [least, sum / n, most]);
}

const QUANTITIES: readonly (readonly [ending: string, quantity: Quantity, scale: number])[] = [
  ["_ns", "time", PS_PER_NS],
  ["_bytes", "bytes", 1],
  ["_bps", "rate", 1],
];

function spelled(column: string, values: readonly number[]): string[] {
  const [, quantity, scale = 1] = QUANTITIES.find(([ending]) => column.endsWith(ending)) ?? [];
  if (quantity === undefined) return values.map((value) => String(Number(value.toPrecision(4))));
  return inOneUnit(
    quantity,
    values.map((value) => value * scale),
  );
}
