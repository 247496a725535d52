/** The layers and collectives of the traces of a run. */
import { formatCount } from "../../base/format.ts";
import { unitOf } from "../../base/one-unit.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { collectiveTable, layerTable, type LayerColumn, type LayerTable } from "../layer-tables.ts";
import { html, tableOf, type Html } from "./html.ts";

/** Maximum rows of each table. */
const MAX_ROWS = 40;

/** The section on traces. Undefined if the run has none. */
export function layersOfTraces({ summary, tables }: LabelledRun): Html | undefined {
  const { layers } = tables;
  if (layers === undefined) return undefined;
  const parts = (summary.traces ?? []).map((trace) => {
    const collectives = collectiveTable(layers, trace, MAX_ROWS);
    return html`<h3>By layer, most exposed first</h3>
      ${pageTable(layerTable(layers, trace, MAX_ROWS), "layers")}
      ${
        collectives === undefined
          ? undefined
          : html`<h3>By collective</h3>
              ${pageTable(collectives, "kinds of collectives")}`
      }`;
  });
  return html`<section id="layers">
    <h2>Layers</h2>
    <p class="note">
      Times are means over the ranks. Communication is exposed while a rank waits for it and computes nothing. "Of the
      time" is the exposed share of the time of the trace. algbw and busbw are the bandwidths of nccl-tests.
    </p>
    ${parts}
  </section> `;
}

function pageTable({ columns, left }: LayerTable, what: string): Html {
  const shown = columns.map(withUnit);
  const rows = shown[0].cells.map((_, row) => shown.map(({ cells }) => cells[row]));
  return html`${tableOf(
    shown.map(({ head }) => head),
    rows,
  )}${left > 0 ? html`<p class="note">And ${formatCount(left)} more ${what}.</p>` : undefined}`;
}

/** A column whose head names the unit of its cells. */
function withUnit(column: LayerColumn): { readonly head: string; readonly cells: readonly string[] } {
  if ("texts" in column) return { head: column.head, cells: column.texts };
  const { name, number } = unitOf(column.quantity, column.values);
  return { head: `${column.head}, ${name}`, cells: column.values.map(number) };
}
