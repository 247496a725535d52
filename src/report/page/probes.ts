/** The tables of a run's probes: what each holds, and of its numbers how large they were. */
import { formatCount } from "../../base/format.ts";
import { inOneUnit, type Quantity } from "../../base/one-unit.ts";
import { PS_PER_NS } from "../../base/units.ts";
import { columnsIn, type Cells } from "../../measure/tables.ts";
import type { ProbeTable } from "../../measure/probes.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { html, tableOf, type Html } from "./html.ts";

/** undefined: it had none. */
export function probesOf({ probes = {}, files = {} }: LabelledRun): Html | undefined {
  const parts = Object.entries(probes).map(([name, table]) => partOf(name, table, files[name]));
  if (parts.length === 0) return undefined;
  return html`<section id="probes">
    <h2>Probes</h2>
    ${parts}
  </section> `;
}

function partOf(name: string, table: ProbeTable, file: string | undefined): Html {
  const { rows, shape } = table;
  const link = file === undefined ? undefined : html` <a href="${file}">${name}.csv</a>`;
  const numbers = columnsIn(shape, table)
    .filter(([column, { type }]) => (type === "double" || type === "int32") && !PLACES.includes(column))
    .map(([column, { about }, cells]) => [column, about, ...figuresOf(column, cells as Float64Array | Int32Array)]);
  return html`<h3>${name}</h3>
    <p class="note">${shape.about}: ${formatCount(rows)} ${rows === 1 ? "row" : "rows"}.${link}</p>
    ${rows === 0 || numbers.length === 0 ? undefined : tableOf(["column", "", "least", "mean", "most"], numbers, { texts: 2 })}`;
}

/** What says when and of whom a row is. */
const PLACES = ["time_ns", "port", "class", "flow"];

/** Least, mean and most of the cells that are not empty. */
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
